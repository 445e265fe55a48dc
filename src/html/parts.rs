//! The parts of the page that are text and tables.

use maud::{Markup, html};

use crate::diagnostic::visible::written_out as visible;
use crate::metric::{Figure, RefRow, Report, State};
use crate::report::Coverage;

/// How many rows a table has.
const ROWS: usize = 200;
/// How many characters of a shape signature are shown.
const SIGNATURE: usize = 160;

/// A rate in percent.
pub(super) fn percent(rate: Figure) -> String {
    format!("{} %", short(rate.get() * 100.0))
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
pub(super) fn tiles(state: &State, report: &Report) -> Markup {
    let totals = &report.totals;
    let witnesses = state.partial().witnesses();
    html! {
        div.tiles {
            (tile(&number(state.reading().files), one_or(state.reading().files, "session file", "session files")))
            (tile(&number(totals.traces), one_or(totals.traces, "execution", "executions")))
            (tile(&number(totals.action_operations), one_or(totals.action_operations, "call to actions", "calls to actions")))
            (tile(&short(totals.invocation_rejections_per1k.get()), "rejected of 1000 calls"))
            (tile(&number(report.refs.len() as u64), one_or(report.refs.len() as u64, "action called", "actions called")))
            (tile(&number(witnesses.normalized_calls), one_or(witnesses.normalized_calls, "call normalized", "calls normalized")))
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

/// All actions called.
pub(super) fn refs(report: &Report) -> Markup {
    html! {
        section.card.wide {
            h2 { "All actions called" }
            @if report.refs.len() > ROWS {
                p.quiet { "The worst " (ROWS) " of " (number(report.refs.len() as u64)) "; the JSON report has all." }
            }
            div.scroll { table {
                tr {
                    th { "action" } th { "calls" } th { "failed" } th { "rejected" } th { "" } th { "churn" }
                    th title="bits over its shapes" { "shapes" }
                    th title="how much its schema leaves open" { "freedom" }
                }
                @for row in report.refs.iter().take(ROWS) { (ref_row(row)) }
            } }
        }
    }
}

fn ref_row(row: &RefRow) -> Markup {
    html! {
        tr {
            td { details {
                summary { code { (visible(&row.action)) } }
                ul { @for shape in &row.shape_signatures {
                    li { code { (cut(&visible(&shape.signature))) } " × " (number(shape.count)) }
                } }
            } }
            td { (number(row.calls)) }
            td { (number(row.failed)) }
            td { (percent(row.score)) }
            td { meter min="0" max="1" value=(row.score) aria-hidden="true" {} }
            td { (percent(row.churn_rate)) }
            td { (short(row.shape_entropy_bits.get())) }
            td { (short(row.static_freedom.get())) }
        }
    }
}

fn cut(text: &str) -> String {
    let mut characters = text.chars();
    let head: String = characters.by_ref().take(SIGNATURE).collect();
    if characters.next().is_some() { format!("{head}…") } else { head }
}

/// What was looked at, and what was not.
pub(super) fn coverage(coverage: &Coverage) -> Markup {
    html! {
        section.card.wide {
            h2 { "What was looked at" }
            ul.plain { @for checked in &coverage.checked { li { (visible(&checked.what)) } } }
            @if coverage.gaps.is_empty() {
                p.quiet { "Nothing of it was left out." }
            } @else {
                h2 { "What was not" }
                ul.plain { @for gap in &coverage.gaps { li { (visible(&gap.what)) ": " (visible(&gap.why)) } } }
            }
        }
    }
}
