//! A measurement as one page for people: self-contained, without script, readable on a phone and in
//! the dark.
//!
//! [`page`] writes the whole document. Text comes in through `maud`, which escapes it; the drawings
//! of [`charts`] escape theirs.

mod cards;
mod charts;
mod date;
mod parts;

pub use date::day;
use maud::{DOCTYPE, Markup, PreEscaped, html};

use crate::metric::{Report, Sessions, State};
use crate::report::Coverage;

const STYLE: &str = include_str!("html/style.css");

/// The page about a measurement, and about its sessions one by one where they are known.
pub fn page(state: &State, sessions: Option<&Sessions>, coverage: &Coverage) -> String {
    let report = state.report();
    let markup = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { "Tool-call rejections: " (parts::percent(report.score)) }
                style { (PreEscaped(STYLE)) }
            }
            body {
                (head(&report))
                (parts::tiles(state, &report))
                main.cards {
                    (cards::over_time(sessions))
                    (cards::worst(&report))
                    (cards::models(&report, sessions))
                    (cards::outcomes(&report))
                    (cards::stages(state))
                    (cards::retries(state, &report))
                    (parts::refs(&report))
                    (parts::coverage(coverage))
                }
                footer {
                    p { "A rate of rejected invocations, not of failed tasks. Metric version "
                        (report.metric_version) ", never compared with another version. "
                        "No figure but the rate is part of the score." }
                    p { "Written by fabric-rules " (env!("CARGO_PKG_VERSION")) "." }
                }
            }
        }
    };
    markup.into_string()
}

fn head(report: &Report) -> Markup {
    let totals = &report.totals;
    html! {
        header {
            h1 { "How often tool calls are rejected before they run" }
            div.rate {
                b { (parts::percent(report.score)) }
                @if totals.action_operations == 0 {
                    span.quiet { "there was no call to an action" }
                } @else {
                    span.quiet {
                        (parts::number(totals.invocation_rejections)) " of "
                        (parts::number(totals.action_operations))
                        " calls failed at resolve, prepare or validate"
                    }
                }
            }
        }
    }
}
