//! The parts of the page that are text and tables, and how figures are written in them.

use maud::{Markup, html};

use crate::coverage::report::parts as looked_at;
use crate::coverage::row::Row;
use crate::diagnostic::visible::written_out as visible;
use crate::metric::{Figure, MetricReport, State};

/// How many rows a table has.
pub(super) const ROWS: usize = 200;

/// The head of a column of times.
pub(super) const TIME: &str = "time (UTC)";

/// A rate in percent, which no line ends within.
pub(super) fn percent(rate: Figure) -> String {
    if rate.is_absent() {
        return rate.to_string();
    }
    format!("{}\u{a0}%", short(rate.get() * 100.0))
}

/// A name that lines end in where its parts do.
pub(super) fn name(name: &str) -> Markup {
    html! { @for part in name.split_inclusive(['.', '_', '/']) { (part) wbr; } }
}

/// A table that is moved inside its card where it is wider than that.
pub(super) fn table(label: &str, heads: &[&str], rows: impl IntoIterator<Item = Markup>) -> Markup {
    html! {
        div.scroll role="region" tabindex="0" aria-label=(label) { table {
            thead { tr { @for head in heads { th scope="col" { (head) } } } }
            tbody { @for row in rows { (row) } }
        } }
    }
}

/// A figure with at most two decimals.
pub(super) fn short(figure: f64) -> String {
    let text = format!("{figure:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// A count with thin spaces between thousands.
pub(super) fn number(count: u64) -> String {
    let digits = count.to_string();
    let mut out = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            out.push('\u{202f}');
        }
        out.push(digit);
    }
    out
}

/// The numbers that a person asks for first.
pub(super) fn tiles(state: &State, report: &MetricReport) -> Markup {
    let totals = &report.totals;
    let witnesses = state.partial().witnesses();
    html! {
        div.tiles {
            (tile(&number(state.reading().files), one_or(state.reading().files, "session file", "session files")))
            (tile(&number(totals.traces), one_or(totals.traces, "execution", "executions")))
            (tile(&number(totals.action_operations), one_or(totals.action_operations, "call to actions", "calls to actions")))
            @if totals.action_operations > 0 {
                (tile(&short(totals.invocation_rejections_per1k.get()), "rejected of 1000 calls"))
                (tile(&number(report.refs.len() as u64), one_or(report.refs.len() as u64, "action called", "actions called")))
                (tile(&number(witnesses.normalized_calls), one_or(witnesses.normalized_calls, "call normalized", "calls normalized")))
            }
            @if witnesses.normalized_calls > 0 {
                (tile(&number(witnesses.subsequent_failures), "of them failed all the same"))
            }
        }
    }
}

/// The words for one thing, or for another number of them.
pub(super) fn one_or(count: u64, one: &'static str, more: &'static str) -> &'static str {
    if count == 1 { one } else { more }
}

fn tile(value: &str, what: &str) -> Markup {
    html! { div.tile { b { (value) } span.quiet { (what) } } }
}

/// What was looked at, and what was not.
pub(super) fn coverage(coverage: &Row) -> Markup {
    html! {
        section.card.wide {
            h2 { "What was looked at" }
            ul.plain { @for part in looked_at(&coverage.checked) { li { (visible(&part)) } } }
            @if coverage.gaps.is_empty() {
                p.quiet { "Nothing of it was left out." }
            } @else {
                h2 { "What was not" }
                ul.plain { @for gap in &coverage.gaps { li { (visible(&gap.what)) ": " (visible(&gap.why)) } } }
            }
        }
    }
}
