//! Searches of rule files, checked against the surfaces that are given.

use std::fmt::Write as _;

use serde::Serialize;

use super::paint::{Look, wrap};
use super::program::Searches;
use crate::coverage::count;
use crate::diagnostic::{Diagnostic, Severity, Source, human, json};
use crate::report::searches::{SearchCounts, SearchReport, searches};
use crate::report::{Counts, Levels};
use crate::schema::SchemaOptions;
use crate::surface::Surface;

/// What came of checking searches, with the texts that it points into.
pub(super) struct Searched {
    pub(super) report: SearchReport,
    pub(super) sources: Vec<Source>,
}

impl Searched {
    /// Checks searches against surfaces, each of which stands in a text.
    pub(super) fn new<'s>(
        searches_of: &Searches,
        surfaces: impl IntoIterator<Item = (Surface<'s>, &'s Source)>,
        options: SchemaOptions,
    ) -> Self {
        let (surfaces, texts): (Vec<Surface<'_>>, Vec<&Source>) = surfaces.into_iter().unzip();
        let Searches { program, items, sources } = searches_of;
        let report = searches((program.ir(), items), &surfaces, sources.len(), options);
        let sources = sources.iter().chain(texts).cloned().collect();
        Self { report, sources }
    }

    /// The same with what `levels` ask of findings.
    pub(super) fn weighed(mut self, levels: &Levels) -> Self {
        self.report.weigh(levels);
        self
    }

    /// That there are errors, for commands whose work does not depend on searches.
    pub(super) fn warning(&self) -> Option<Diagnostic> {
        let errors = self.report.count(Severity::Error);
        let message = format!("the searches do not fit their tools: {}", count(errors, "error"));
        (errors > 0).then(|| {
            Diagnostic::new(Severity::Warning, "search::misfits", message)
                .help("plans do not depend on searches; `fabric-rules check SURFACE --rules DIR` tells what is wrong")
        })
    }

    /// The findings, and the texts that they point into.
    pub(super) fn findings(&self) -> (&[Diagnostic], &[Source]) {
        (&self.report.findings, &self.sources)
    }

    /// Adds the findings to the numbers of the surfaces.
    pub(super) fn count(&self, counts: &mut Counts) {
        counts.errors += self.report.count(Severity::Error);
        counts.warnings += self.report.count(Severity::Warning);
        counts.notes += self.report.count(Severity::Note);
        for finding in &self.report.findings {
            *counts.by_code.entry(finding.code).or_default() += 1;
        }
    }

    /// The report as JSON.
    pub(super) fn json(&self) -> impl Serialize + use<'_> {
        JsonSearches {
            counts: self.report.counts,
            findings: json::values(&self.report.findings, &self.sources),
        }
    }

    /// The numbers, for people.
    pub(super) fn numbers(&self, look: Look) -> String {
        let SearchCounts { searches, arguments, results, absent, .. } = self.report.counts;
        let searches = if searches == 1 { "1 search".to_owned() } else { format!("{searches} searches") };
        let errors = count(self.report.count(Severity::Error), "error");
        let mut told = format!(
            "{searches}: {errors}; {arguments} checked against a schema of arguments, {results} against one of results"
        );
        if absent > 0 {
            let _ = write!(told, ", {absent} of no tool here");
        }
        wrap("", "  ", &told, look)
    }

    /// The report for people.
    pub(super) fn human(&self, look: Look, most: usize) -> String {
        let mut out = self.numbers(look);
        let findings = &self.report.findings;
        let shown = look.shown(findings.len(), most);
        if shown > 0 {
            out.push('\n');
        }
        let first = findings.get(..shown).unwrap_or(findings);
        out.push_str(&human::render(first, &self.sources, look.width, look.colour));
        let more = findings.len() - shown;
        if more > 0 {
            let _ = writeln!(out, "    … and {more} more findings; `--verbose` shows them");
        }
        out
    }
}

#[derive(Serialize)]
struct JsonSearches<F> {
    counts: SearchCounts,
    findings: Vec<F>,
}
