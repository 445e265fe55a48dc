//! Appending to a ledger, and what is said of one that is not whole.

use std::path::Path;

use crate::artifact::Retracted;
use crate::cli::exit::Fault;
use crate::cli::store::store_fault;
use crate::diagnostic::{Diagnostic, Severity};
use crate::digest::Digest;
use crate::ledger::{Ledger, Record};
use crate::store::{append_ledger, path_name};

/// How many damaged lines are named.
const NAMED: usize = 8;

/// What was appended to a ledger.
#[derive(Debug, Default)]
pub(in crate::cli) struct Appended {
    /// The records.
    pub(in crate::cli) records: Vec<Record>,
    /// What is to be said of the ledger as it was before.
    pub(in crate::cli) warnings: Vec<Diagnostic>,
}

/// Appends what a run against the surface of this digest has to put on record.
///
/// A file of something else, named by mistake, is a fault and stays as it is.
pub(in crate::cli) fn append<'f>(
    path: &Path,
    surface: &Digest,
    retracted: impl IntoIterator<Item = (Option<&'f str>, &'f Retracted)>,
) -> Result<Appended, Fault> {
    let name = path_name(path);
    let run = |ledger: &Ledger| match foreign(&name, ledger) {
        None => ledger.run(surface, retracted),
        Some(_) => Vec::new(),
    };
    let (ledger, records) = append_ledger(path, run).map_err(|error| store_fault(&error))?;
    match foreign(&name, &ledger) {
        None => Ok(Appended { records, warnings: warnings(&name, &ledger) }),
        Some(diagnostic) => Err(diagnostic.into()),
    }
}

/// The fault of a file that has lines, and none that is a record.
pub(super) fn foreign(name: &str, ledger: &Ledger) -> Option<Diagnostic> {
    if !ledger.is_foreign() {
        return None;
    }
    let message = match ledger.damaged.first() {
        Some(first) => format!("`{name}` is no ledger: line {} is no record, {}", first.line, first.value),
        None => format!("`{name}` is no ledger: its only line is no record"),
    };
    let help = "a ledger has a JSON object with `kind` and `atRev` on each line";
    Some(Diagnostic::error("ledger::no-ledger", message).help(help))
}

/// What is skipped, by line.
pub(super) fn warnings(name: &str, ledger: &Ledger) -> Vec<Diagnostic> {
    let warning = |code, message: String| Diagnostic::new(Severity::Warning, code, message);
    let mut warnings: Vec<Diagnostic> = ledger
        .damaged
        .iter()
        .take(NAMED)
        .map(|line| {
            let message =
                format!("line {} of `{name}` is no record and is skipped: {}", line.line, line.value);
            warning("ledger::damaged", message)
        })
        .collect();
    let more = ledger.damaged.len().saturating_sub(NAMED);
    if more > 0 {
        warnings.push(warning("ledger::damaged", format!("{more} more lines of `{name}` are no records")));
    }
    warnings.extend(ledger.unfinished.map(|last| {
        let line = last.line;
        warning("ledger::unfinished-line", format!("line {line} of `{name}` has no end and is skipped"))
            .help("its writer was killed; the next one ends the line, and appends after it")
    }));
    warnings
}
