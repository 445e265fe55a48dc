//! Reports on many surfaces, in the format asked for.

use serde::Serialize;

use super::advice::is_advice;
use super::artifact::Judged;
use super::{Checked, Detail, Unreadable, append, human, summary, together};
use crate::cli::console::Console;
use crate::cli::exit::Fault;
use crate::cli::format::FindingsFormat;
use crate::cli::searches::Searched;
use crate::cli::table::coverage_lines;
use crate::coverage::row::Row;
use crate::diagnostic::json::values as json_diagnostics;
use crate::diagnostic::{Diagnostic, Source, github, sarif};
use crate::report::{Counts, json};

/// What is reported beside the surfaces.
#[derive(Clone, Copy)]
pub(super) struct Also<'a> {
    pub(super) judged: Option<&'a Judged>,
    pub(super) searched: Option<&'a Searched>,
}

/// Writes the reports to standard output.
pub(super) fn emit(
    checked: &[Checked],
    unreadable: &Unreadable,
    also: Also<'_>,
    format: FindingsFormat,
    detail: Detail,
    console: &mut Console,
) -> Result<(), Fault> {
    match format {
        FindingsFormat::Human => {
            let look = console.look(detail.verbose);
            if detail.summary {
                return console.print(&summary::render(checked, also, look));
            }
            if detail.quiet {
                let (mut findings, sources) = findings(checked, also);
                findings.retain(|finding| !is_advice(finding));
                let drawn = crate::diagnostic::human::render(&findings, &sources, look.width, look.colour);
                return console.print(&drawn);
            }
            for (index, one) in checked.iter().enumerate() {
                if index > 0 {
                    console.print("\n")?;
                }
                console.print(&human::render(&one.report, &one.source, look))?;
            }
            if checked.len() > 1 {
                console.print(&format!("\nall {} surfaces together\n", checked.len()))?;
                console.print(&human::numbers(&total(checked, Also::NOTHING), look))?;
            }
            if let Some(searched) = also.searched {
                console.print("\n")?;
                console.print(&searched.human(look, human::FINDINGS))?;
            }
            if let Some(judged) = also.judged {
                console.print("\n")?;
                console.print(&judged.human(look, human::FINDINGS))?;
            }
            if checked.len() > 1 || also.judged.is_some() || also.searched.is_some() {
                console.print("\n")?;
                console.print(&coverage_lines(&together::row(checked, also), look))?;
            }
            Ok(())
        }
        FindingsFormat::Json => {
            let surfaces = checked.iter().map(|one| json::value(&one.report, &one.source)).collect();
            console.print_json(&All {
                surfaces,
                counts: total(checked, also),
                unread: json_diagnostics(&unreadable.diagnostics, &unreadable.sources),
                searches: also.searched.map(Searched::json),
                artifact: also.judged.map(Judged::json),
                coverage: together::row(checked, also),
            })
        }
        FindingsFormat::Sarif => {
            let (findings, mut sources) = findings(checked, also);
            let mut unread = Vec::new();
            append((&mut unread, &mut sources), unreadable.diagnostics.clone(), unreadable.sources.clone());
            console.document(&sarif::log(&findings, &unread, &sources))
        }
        FindingsFormat::Github => {
            let (mut findings, mut sources) = findings(checked, also);
            append((&mut findings, &mut sources), unreadable.diagnostics.clone(), unreadable.sources.clone());
            console.document(&github::render(&findings, &sources))
        }
    }
}

impl Also<'_> {
    pub(super) const NOTHING: Self = Self { judged: None, searched: None };
}

#[derive(Serialize)]
struct All<R, S, A, U> {
    surfaces: Vec<R>,
    counts: Counts,
    /// What could not be read, and why.
    unread: Vec<U>,
    #[serde(skip_serializing_if = "Option::is_none")]
    searches: Option<S>,
    #[serde(skip_serializing_if = "Option::is_none")]
    artifact: Option<A>,
    /// What the run looked at.
    coverage: Row,
}

pub(super) fn total(checked: &[Checked], also: Also<'_>) -> Counts {
    let mut total = Counts::default();
    for one in checked {
        total.add(&one.report.counts);
    }
    if let Some(judged) = also.judged {
        judged.count(&mut total);
    }
    if let Some(searched) = also.searched {
        searched.count(&mut total);
    }
    total
}

/// All findings, over all sources that have any.
fn findings(checked: &[Checked], also: Also<'_>) -> (Vec<Diagnostic>, Vec<Source>) {
    let (mut findings, mut sources) = (Vec::new(), Vec::new());
    for one in checked.iter().filter(|one| !one.report.findings.is_empty()) {
        append((&mut findings, &mut sources), one.report.findings.iter().cloned(), [one.source.clone()]);
    }
    let of_searches = also.searched.map(Searched::findings);
    for (more, texts) in of_searches.into_iter().chain(also.judged.map(Judged::findings)) {
        append((&mut findings, &mut sources), more.iter().cloned(), texts.iter().cloned());
    }
    (findings, sources)
}
