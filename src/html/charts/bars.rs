//! Bars from top to bottom, each with its name before and its value behind it.

use maud::{Markup, html};

use super::Chart;
use super::axis::anchor;
use crate::html::parts::name;

/// How thick a bar is.
const THICK: u8 = 14;

/// Bars, the first on top.
pub(in crate::html) fn bars(chart: &Chart<'_>) -> Markup {
    let axis = chart.unit.axis(&chart.points);
    let ends: Vec<u64> = axis.few_ticks().collect();
    let drawing = html! {
        div.bars {
            @for point in &chart.points {
                span.name { (name(&point.name)) }
                span.bar { svg width="100%" height="100%" {
                    @for tick in axis.ticks() {
                        @let x = format!("{}%", axis.place(tick));
                        line.grid x1=(x) x2=(x) y1="0" y2="100%" {}
                    }
                    rect class=(point.class()) y="50%" transform={ "translate(0 -" (THICK / 2) ")" } rx="3"
                        height=(THICK) width={ (axis.place(point.value)) "%" } {}
                } }
                span.num { (chart.unit.text(point.value)) }
            }
            span.name {}
            svg.axis width="100%" {
                @for tick in &ends {
                    text x={ (axis.place(*tick)) "%" } y="13"
                        text-anchor=(anchor(*tick == 0, Some(tick) == ends.last())) { (chart.unit.text(*tick)) }
                }
            }
            span {}
        }
    };
    let words: Vec<String> = chart.points.iter().map(|point| chart.text(point)).collect();
    chart.figure(&words.join(", "), &drawing)
}
