//! The records of a ledger, one after the other.

use serde::Serialize;

use crate::cli::console::Console;
use crate::cli::exit::Fault;
use crate::cli::format::ResultFormat;
use crate::cli::table::{Column, coverage_lines, table};
use crate::coverage::count;
use crate::coverage::row::Row as CoverageRow;
use crate::diagnostic::visible::{name, written_out as visible};
use crate::ledger::{Ledger, Line, Record};

/// How much of a digest is shown: enough to tell two apart.
const DIGEST: usize = 12;

#[derive(Serialize)]
struct ListResult<'l> {
    records: Vec<Row<'l>>,
    damaged: Vec<Damaged<'l>>,
    torn: Option<u64>,
    coverage: &'l CoverageRow,
}

/// A record and its line.
#[derive(Serialize)]
pub(super) struct Row<'l> {
    line: u64,
    #[serde(flatten)]
    record: &'l Record,
}

#[derive(Serialize)]
struct Damaged<'l> {
    line: u64,
    why: &'l str,
}

impl<'l> From<&'l Line<Record>> for Row<'l> {
    fn from(line: &'l Line<Record>) -> Self {
        Self { line: line.line, record: &line.value }
    }
}

/// Prints the records of this kind and ref, in the order of the ledger.
pub(super) fn print(
    ledger: &Ledger,
    kind: Option<&str>,
    reference: Option<&str>,
    format: ResultFormat,
    console: &mut Console,
) -> Result<(), Fault> {
    let is_wanted = |line: &&Line<Record>| {
        kind.is_none_or(|kind| line.value.kind() == kind)
            && reference.is_none_or(|reference| line.value.claim() == Some(reference))
    };
    let records: Vec<&Line<Record>> = ledger.records.iter().filter(is_wanted).collect();
    let coverage = ledger.coverage(kind, reference);
    match format {
        ResultFormat::Json => console.print_json(&ListResult {
            records: records.into_iter().map(Row::from).collect(),
            damaged: ledger
                .damaged
                .iter()
                .map(|line| Damaged { line: line.line, why: &line.value })
                .collect(),
            torn: ledger.unfinished.map(|last| last.line),
            coverage: &coverage,
        }),
        ResultFormat::Human => {
            let look = console.look(false);
            if !records.is_empty() {
                let columns = [
                    Column::Number("rev"),
                    Column::Name("kind"),
                    Column::Name("claim"),
                    Column::Name("because"),
                    Column::Name("surface"),
                ];
                let rows: Vec<Vec<String>> = records.iter().map(|line| row(&line.value)).collect();
                console.print(&table(&columns, &rows, look))?;
                console.print("\n")?;
            }
            console.print(&format!("{} of {}\n", count(records.len(), "record"), ledger.records.len()))?;
            console.print(&coverage_lines(&coverage, look))
        }
    }
}

fn row(record: &Record) -> Vec<String> {
    let because = match record {
        Record::Retraction(retraction) => retraction.because.as_deref().unwrap_or_default(),
        Record::Surface { .. } => "",
    };
    vec![
        record.at_rev().to_string(),
        visible(record.kind()),
        record.claim().map(name).unwrap_or_default(),
        visible(because),
        visible(&record.surface_digest().unwrap_or_default().chars().take(DIGEST).collect::<String>()),
    ]
}
