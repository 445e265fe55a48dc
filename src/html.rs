//! A measurement as one page for people: self-contained, without script, readable on a phone and in
//! the dark.
//!
//! [`page`] writes the whole document, all of it through `maud`, which escapes what comes in.
//!
//! 1. [`parts`]: how figures are written, the tiles, and what was looked at;
//! 2. [`cards`], [`sessions`], [`actions`]: one card a question, with the drawings of [`charts`];
//! 3. [`glossary`]: the words of the page, explained on it.
//!
//! The page allows a browser nothing but its own style ([`policy`]).

mod actions;
mod cards;
mod charts;
mod date;
mod glossary;
mod parts;
mod policy;
mod sessions;

pub use date::{day, labels};
use maud::{DOCTYPE, Markup, PreEscaped, html};

use crate::coverage::row::Row;
use crate::metric::{Declared, MetricReport, Sessions, State};

const STYLE: &str = include_str!("html/style.css");

/// The page about a measurement; about its sessions one by one where they are known, and about what
/// the declared schemas say of its shapes.
pub fn page(state: &State, rows: Option<&Sessions>, declared: &Declared, coverage: &Row) -> String {
    let report = state.report().where_called().where_declared(state.context().has_surface());
    let has_calls = report.totals.action_operations > 0;
    let markup = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(policy::policy(STYLE));
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title {
                    "Tool-call rejections"
                    @if has_calls { ": " (parts::percent(report.score)) }
                }
                style { (PreEscaped(STYLE)) }
            }
            body {
                (head(state, &report))
                (parts::tiles(state, &report))
                main.cards {
                    @if has_calls {
                        (sessions::over_time(rows))
                        (cards::worst(&report))
                        (cards::models(&report, rows))
                        (cards::outcomes(&report))
                        (cards::stages(state))
                        (cards::retries(state, &report))
                        (actions::actions(&report, declared))
                    }
                    (sessions::list(rows))
                    (parts::coverage(coverage))
                    (glossary::glossary())
                }
                footer {
                    p { "A rate of rejected calls, not of failed tasks. Metric version "
                        (report.metric_version) ", never compared with another version. "
                        "No figure but the rate is part of the score." }
                    p { "Written by fabric-rules " (env!("CARGO_PKG_VERSION")) "." }
                }
            }
        }
    };
    markup.into_string()
}

/// What the page is about, and the rate; without a call there is none.
fn head(state: &State, report: &MetricReport) -> Markup {
    let totals = &report.totals;
    html! {
        header {
            h1 { "How often tool calls are rejected before they run" }
            @if totals.action_operations == 0 {
                p { (nothing(state, report)) }
            } @else {
                div.rate {
                    b { (parts::percent(report.score)) }
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

/// What was found instead of calls.
fn nothing(state: &State, report: &MetricReport) -> String {
    let (files, traces, operations) = (state.reading().files, report.totals.traces, report.totals.operations);
    let count = |count, one, more| format!("{} {}", parts::number(count), parts::one_or(count, one, more));
    format!(
        "There is no rate, because no call to an action was found: {} with {} and {}.",
        count(files, "session file", "session files"),
        count(traces, "execution", "executions"),
        count(
            operations,
            "operation that is no call to an action",
            "operations that are no calls to actions"
        ),
    )
}
