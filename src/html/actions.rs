//! The card with all actions called, and the shapes of their calls.

use maud::{Markup, html};

use super::parts::{ROWS, name, number, percent, short, table};
use crate::diagnostic::visible::written_out as visible;
use crate::metric::{Declared, MetricReport, RefRow, Verdict};

/// How many characters of a shape signature are shown.
const SIGNATURE: usize = 160;

/// All actions called, the worst first.
pub(super) fn actions(report: &MetricReport, declared: &Declared) -> Markup {
    let title = "All actions called";
    let heads = ["action", "calls", "failed", "rejected", "", "churn", "shape bits", "freedom"];
    let rows = report.refs.iter().take(ROWS).map(|row| action(row, declared));
    html! {
        section.card.wide {
            h2 { (title) }
            @if report.refs.len() > ROWS {
                p.quiet { "The worst " (ROWS) " of " (number(report.refs.len() as u64)) "; the JSON report has all." }
            }
            p.quiet {
                "An action opens to the shapes of its calls."
                @if !declared.is_empty() {
                    " A shape is marked where its names and kinds alone decide, whatever the values, what the declared schema says today."
                }
            }
            (table(title, &heads, rows))
        }
    }
}

fn action(row: &RefRow, declared: &Declared) -> Markup {
    html! {
        tr {
            td { details {
                summary { code { (name(&visible(&row.action))) } }
                ul { @for shape in &row.shape_signatures {
                    li {
                        code { (cut(&visible(&shape.signature))) } " " span.num { "× " (number(shape.count)) }
                        @match declared.verdict(&row.action, &shape.signature) {
                            Some(Verdict::Accepted) => { " " span.mark.good { "always accepted" } }
                            Some(Verdict::Rejected) => { " " span.mark.bad { "cannot be accepted" } }
                            None => {}
                        }
                    }
                } }
            } }
            td { (number(row.calls)) }
            td { (number(row.failed)) }
            td { (percent(row.score)) }
            td { meter min="0" max="1" value=(row.score) aria-hidden="true" {} }
            td { (percent(row.churn_rate)) }
            td { (short(row.shape_entropy_bits.get())) }
            td { @if row.static_freedom.is_absent() { "–" } @else { (short(row.static_freedom.get())) } }
        }
    }
}

fn cut(text: &str) -> String {
    let mut characters = text.chars();
    let head: String = characters.by_ref().take(SIGNATURE).collect();
    if characters.next().is_some() { format!("{head}…") } else { head }
}
