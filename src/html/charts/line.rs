//! A line over points at equal distances, with the area under it.

use maud::{Markup, html};

use super::axis::{Axis, share};
use super::{Chart, Point};

/// Up to how many points each is drawn large enough to be pointed at.
const APART: usize = 40;

/// A line from the first point to the last, with words under both.
///
/// They stand in boxes that share the width and wrap, so that they never meet, however long they are.
pub(in crate::html) fn line(chart: &Chart<'_>, ends: &[String]) -> Markup {
    let axis = chart.unit.axis(&chart.points);
    let last = (chart.points.len() as u64).saturating_sub(1);
    let placed: Vec<(String, String, &Point)> = (0..)
        .zip(&chart.points)
        .map(|(index, point)| (share(index, last), axis.place_from_end(point.value), point))
        .collect();
    let path: Vec<String> = placed.iter().map(|(x, y, _)| format!("{x} {y}")).collect();
    let path = path.join("L");
    let radius = if chart.points.len() > APART { "1.5" } else { "3" };
    let drawing = html! {
        div.plot {
            (scale(chart, &axis))
            svg.field width="100%" {
                (grid(&axis))
                svg width="100%" height="100%" viewBox="0 0 100 100" preserveAspectRatio="none" {
                    path.area.bad d={ "M" (path) "L100 100L0 100Z" } {}
                    path.line d={ "M" (path) } vector-effect="non-scaling-stroke" {}
                }
                @for (x, y, point) in &placed {
                    circle.bad cx={ (x) "%" } cy={ (y) "%" } r=(radius) { title { (chart.text(point)) } }
                }
            }
            span {}
            div.ends { @for end in ends { span { (end) } } }
        }
    };
    chart.figure(&words(chart), &drawing)
}

/// The values at the steps of an axis that goes up, written left of what is drawn.
pub(super) fn scale(chart: &Chart<'_>, axis: &Axis) -> Markup {
    html! { div.scale { @for tick in axis.ticks().rev() { span { (chart.unit.text(tick)) } } } }
}

/// A line across the field for each tick.
pub(super) fn grid(axis: &Axis) -> Markup {
    html! {
        @for tick in axis.ticks() {
            @let y = format!("{}%", axis.place_from_end(tick));
            line.grid x1="0" x2="100%" y1=(y) y2=(y) {}
        }
    }
}

/// Where the line begins and ends, and between what it moves.
fn words(chart: &Chart<'_>) -> String {
    let values = chart.points.iter().map(|point| point.value);
    let (Some(first), Some(last), Some(least), Some(most)) =
        (chart.points.first(), chart.points.last(), values.clone().min(), values.max())
    else {
        return String::new();
    };
    format!(
        "{} points, from {} to {}, between {} and {}",
        chart.points.len(),
        chart.text(first),
        chart.text(last),
        chart.unit.text(least),
        chart.unit.text(most)
    )
}
