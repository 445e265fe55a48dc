//! Columns from left to right over the tenths of a whole.

use maud::{Markup, html};

use super::axis::{anchor, share};
use super::line::{grid, scale};
use super::{Chart, Unit};

/// At which of the edges between columns a share is written.
const EVERY: usize = 2;

/// Columns, each over its part of the whole; the shares between them are written below.
pub(in crate::html) fn columns(chart: &Chart<'_>) -> Markup {
    let axis = chart.unit.axis(&chart.points);
    let count = chart.points.len() as u64;
    let drawing = html! {
        div.plot {
            (scale(chart, &axis))
            svg.field width="100%" {
                (grid(&axis))
                @for (index, point) in (0..).zip(&chart.points) {
                    rect class=(point.class()) x={ (share(10 * index + 1, 10 * count)) "%" } rx="2"
                        width={ (share(8, 10 * count)) "%" } y={ (axis.place_from_end(point.value)) "%" }
                        height={ (axis.place(point.value)) "%" } { title { (chart.text(point)) } }
                }
            }
            span {}
            svg.axis width="100%" {
                @for edge in (0..=count).step_by(EVERY) {
                    text x={ (share(edge, count)) "%" } y="13" text-anchor=(anchor(edge == 0, edge == count)) {
                        (Unit::Share.text(edge * super::WHOLE / count.max(1)))
                    }
                }
            }
        }
    };
    let some = chart.points.iter().filter(|point| point.value > 0);
    let words: Vec<String> = some.map(|point| chart.text(point)).collect();
    chart.figure(&words.join(", "), &drawing)
}
