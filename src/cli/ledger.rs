//! `ledger`: what fell and why; and appending to a ledger, for the commands that drop plans.

mod append;
mod bisect;
mod list;

use std::path::PathBuf;

use super::Run;
use super::console::Console;
use super::exit::{Exit, Outcome};
use super::format::ResultFormat;
use super::input;
use crate::diagnostic::nearest::nearest;
use crate::diagnostic::{Diagnostic, Severity};
use crate::ledger::{Ledger, NORMAL_FORM, SURFACE};

pub(super) use append::{Appended, append};
use append::{foreign, warnings};

/// How much of a ledger is read.
const MOST: usize = 1 << 30;

/// List what fell and why, or find when the plan of an action first fell
///
/// A ledger is a file of JSON Lines to which `check` and `import` append a record for each plan that
/// they drop. Damaged lines, and a last line that a killed writer left unfinished, are skipped with
/// a warning.
///
/// Exit codes: 0 fine, 2 unreadable input or wrong use.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:
  printf '%s\\n' '{\"kind\":\"normal-form\",\"claim\":\"report.render\",' \\
    '\"retractedBecause\":\"drift\",\"certaintyBand\":\"certain\",\"atRev\":1}' \\
    | tr -d '\\n' | sed 's/$/\\n/' > ledger.jsonl
  fabric-rules ledger ledger.jsonl --kind normal-form
  fabric-rules ledger ledger.jsonl --bisect report.render")]
pub(super) struct LedgerCommand {
    /// The ledger, or `-` for standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Only records of this kind: `normal-form` for plans, `surface` for changes without a fall
    #[arg(long, value_name = "KIND")]
    kind: Option<String>,
    /// Only records of this action
    #[arg(long = "ref", value_name = "REF")]
    reference: Option<String>,
    /// Name the first revision at which the plan of this action fell
    #[arg(long, value_name = "REF", conflicts_with_all = ["kind", "reference"])]
    bisect: Option<String>,
    /// How the result is written
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    format: ResultFormat,
}

impl Run for LedgerCommand {
    fn run(self, console: &mut Console) -> Outcome {
        console.promise(self.format);
        let input = input::file(&self.file)?;
        let ledger = Ledger::parse(&input.bytes(MOST)?);
        if let Some(diagnostic) = foreign(&input.name(), &ledger) {
            return Err(diagnostic.into());
        }
        console.tell(&warnings(&input.name(), &ledger), &[]);
        console.tell(&self.hints(&ledger), &[]);
        match &self.bisect {
            Some(reference) => bisect::print(&ledger, reference, self.format, console)?,
            None => {
                list::print(&ledger, self.kind.as_deref(), self.reference.as_deref(), self.format, console)?
            }
        }
        Ok(Exit::Fine)
    }
}

impl LedgerCommand {
    /// What was asked for and is nowhere in the ledger, with what may have been meant.
    fn hints(&self, ledger: &Ledger) -> Vec<Diagnostic> {
        let records = || ledger.records.iter().map(|line| &line.value);
        let refs = || records().filter_map(|record| record.claim());
        let kinds = || records().map(|record| record.kind()).chain([NORMAL_FORM, SURFACE]);
        let reference = self.reference.as_deref().or(self.bisect.as_deref());
        let unknown_ref = reference
            .filter(|reference| refs().all(|known| known != *reference))
            .map(|reference| hint("ledger::unknown-ref", "ref", reference, nearest(reference, refs())));
        let unknown_kind = self
            .kind
            .as_deref()
            .filter(|kind| kinds().all(|known| known != *kind))
            .map(|kind| hint("ledger::unknown-kind", "kind", kind, nearest(kind, kinds())));
        unknown_kind.into_iter().chain(unknown_ref).collect()
    }
}

fn hint(code: &'static str, what: &str, name: &str, near: Option<&str>) -> Diagnostic {
    let message = format!("the ledger has no record of the {what} `{name}`");
    let diagnostic = Diagnostic::new(Severity::Warning, code, message);
    match near {
        Some(near) => diagnostic.help(format!("did you mean `{near}`?")),
        None => diagnostic,
    }
}
