//! The first revision at which a plan fell, and the surface before it.

use serde::Serialize;

use super::list::Row;
use crate::cli::console::Console;
use crate::cli::exit::Fault;
use crate::cli::format::ResultFormat;
use crate::cli::paint::{Look, wrap};
use crate::cli::table::coverage_lines;
use crate::coverage::row::Row as CoverageRow;
use crate::diagnostic::visible::written_out as visible;
use crate::ledger::{Fall, Ledger, Line, Record};

#[derive(Serialize)]
struct BisectResult<'l> {
    #[serde(rename = "ref")]
    reference: &'l str,
    /// The record of the fall; null where the plan never fell.
    fall: Option<Row<'l>>,
    /// The last record of an earlier revision; null where there is none.
    before: Option<Row<'l>>,
    coverage: &'l CoverageRow,
}

/// Prints when the plan of `reference` fell first.
pub(super) fn print(
    ledger: &Ledger,
    reference: &str,
    format: ResultFormat,
    console: &mut Console,
) -> Result<(), Fault> {
    let fall = ledger.bisect(reference);
    let coverage = ledger.coverage(None, Some(reference));
    match format {
        ResultFormat::Json => console.print_json(&BisectResult {
            reference,
            fall: fall.map(|fall| Row::from(fall.record)),
            before: fall.and_then(|fall| fall.before).map(Row::from),
            coverage: &coverage,
        }),
        ResultFormat::Human => {
            let look = console.look(false);
            let told = match fall {
                Some(fall) => told(reference, fall, look),
                None => {
                    format!("the plan of `{}` never fell, as far as this ledger tells\n", visible(reference))
                }
            };
            console.print(&told)?;
            console.print(&coverage_lines(&coverage, look))
        }
    }
}

fn told(reference: &str, fall: Fall<'_>, look: Look) -> String {
    let because = fall.retraction.because.as_deref().unwrap_or("no reason was recorded");
    let title = format!("the plan of `{}` fell at revision {}", visible(reference), fall.retraction.at_rev);
    let mut out = format!("{}: {}\n", look.bold(&title), visible(because));
    if let Some(note) = &fall.retraction.note {
        out.push_str(&wrap("  ", "  ", &visible(note), look));
    }
    out.push_str(&wrap("  ", "    ", &surface("then", fall.record), look));
    match fall.before {
        Some(before) => {
            let revision = format!("revision {} before", before.value.at_rev());
            out.push_str(&wrap("  ", "    ", &surface(&revision, before), look));
        }
        None => out.push_str("  the ledger has no earlier revision\n"),
    }
    out
}

fn surface(when: &str, line: &Line<Record>) -> String {
    let digest = line.value.surface_digest().map_or_else(|| "not recorded".to_owned(), visible);
    format!("{when}: surface {digest} (line {})", line.line)
}
