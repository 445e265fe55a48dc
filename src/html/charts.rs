//! The charts: SVG that needs no font to be known.
//!
//! Whatever may be long stands beside the drawing, in the grid of the page, and wraps there; what is
//! drawn is placed in shares of a width that nobody has to know. Colours come from the style sheet,
//! so that one drawing serves in the light and in the dark.
//!
//! 1. [`axis`]: round steps that hold the largest value;
//! 2. [`bars`], [`line()`] and [`columns`]: the drawings;
//! 3. [`figure`]: a drawing with its words, and with a table of the same numbers.

mod axis;
mod bars;
mod columns;
mod line;

use maud::{Markup, html};

use super::parts::{TIME, name, number, short, table};
use axis::Axis;
pub(super) use bars::bars;
pub(super) use columns::columns;
pub(super) use line::line;

/// What is drawn.
pub(super) struct Chart<'t> {
    /// The title of its card.
    pub title: &'t str,
    /// What its names are.
    pub of: &'t str,
    /// What its values are.
    pub what: &'t str,
    pub unit: Unit,
    pub points: Vec<Point>,
}

/// A named figure.
pub(super) struct Point {
    pub name: String,
    /// When it was, where that matters.
    pub time: Option<String>,
    pub value: u64,
    /// Whether it stands for calls that never reached their action.
    pub is_bad: bool,
}

/// What values are counted in.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Unit {
    /// Things.
    Count,
    /// Hundredths of a percent.
    Share,
}

/// The whole, in hundredths of a percent.
const WHOLE: u64 = 10_000;

impl Unit {
    /// A value as people read it.
    fn text(self, value: u64) -> String {
        match self {
            Self::Count => number(value),
            Self::Share => format!("{}\u{a0}%", short(hundredths(value))),
        }
    }

    /// The axis of some values; one of shares never goes beyond the whole.
    fn axis(self, points: &[Point]) -> Axis {
        match points.iter().map(|point| point.value).max() {
            None | Some(0) if self == Self::Share => Axis::to(WHOLE),
            most => Axis::to(most.unwrap_or_default()),
        }
    }
}

#[expect(clippy::cast_precision_loss, reason = "at most the whole, which is small")]
fn hundredths(value: u64) -> f64 {
    value as f64 / 100.0
}

impl Point {
    fn class(&self) -> &'static str {
        if self.is_bad { "bad" } else { "main" }
    }
}

impl Chart<'_> {
    fn text(&self, point: &Point) -> String {
        let value = self.unit.text(point.value);
        match &point.time {
            Some(time) => format!("{}, {time}: {value}", point.name),
            None => format!("{} {value}", point.name),
        }
    }

    /// The drawing with words that say as much, and a table of the same numbers.
    fn figure(&self, words: &str, drawing: &Markup) -> Markup {
        let rows = self.points.iter().map(|point| {
            html! { tr {
                td { (name(&point.name)) }
                @if let Some(time) = &point.time { td { (time) } }
                td { (self.unit.text(point.value)) }
            } }
        });
        let has_times = self.points.iter().any(|point| point.time.is_some());
        let heads = if has_times { vec![self.of, TIME, self.what] } else { vec![self.of, self.what] };
        html! {
            figure {
                div.chart role="img" aria-label={ (self.title) ": " (words) } { (drawing) }
                details {
                    summary.quiet { "The same in numbers" }
                    (table(self.title, &heads, rows))
                }
            }
        }
    }
}
