//! Searches against the tools that they are declared for: what they say of arguments against the live
//! schema, and the places that they read against the schema of the results.
//!
//! A search says what a call covers, and is trusted. So what can be told of it is told before a call runs:
//! [`arguments`] that are not as it says, and [`results`] that have no such places. [`reach`] reads where
//! steps into a result lead, [`places`] finds the words of the rule file.

mod arguments;
mod places;
pub mod reach;
mod results;

use serde::Serialize;

use self::places::Places;
use super::Levels;
use super::outputs;
use crate::diagnostic::nearest::nearest;
use crate::diagnostic::{Diagnostic, Severity};
use crate::ir::{Program, Search};
use crate::schema::{Schema, SchemaOptions};
use crate::span::Span;
use crate::surface::Surface;
use crate::syntax::ast::{Body, Item};

/// How many findings a search has at most; more are counted.
const MOST: usize = 100;

/// What came of checking searches.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct SearchReport {
    /// The numbers.
    pub counts: SearchCounts,
    /// What is wrong, in the order of the rule files.
    pub findings: Vec<Diagnostic>,
}

/// How many searches were checked, and how far.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct SearchCounts {
    /// Searches.
    pub searches: usize,
    /// Those whose tool is here, and whose arguments were checked against a schema that can be used.
    pub arguments: usize,
    /// Those whose places in results were.
    pub results: usize,
    /// Those whose tool is not here.
    pub absent: usize,
}

/// Checks the searches of `items`, which are compiled to `program`, against the tools of `surfaces`.
///
/// Labels count `items` by their own sources, and the surfaces from `first` on.
pub fn searches(
    (program, items): (&Program, &[Item]),
    surfaces: &[Surface<'_>],
    first: usize,
    options: SchemaOptions,
) -> SearchReport {
    let mut report = SearchReport::default();
    for item in items {
        let Body::Search(clauses) = &item.body else { continue };
        let Some(search) = program.search(&item.name.value) else { continue };
        let places = Places { item, clauses };
        report.counts.searches += 1;
        let with_tool = surfaces
            .iter()
            .zip(first..)
            .filter_map(|(surface, source)| Some((surface, surface.action(&search.name)?, source)));
        let mut is_absent = true;
        let (mut arguments, mut results) = (false, false);
        for (surface, action, source) in with_tool {
            is_absent = false;
            let mut fit = Fit { search, places, source, findings: Vec::new(), more: 0 };
            let schema = action.schema.map(|node| Schema::new(surface.document, node, options));
            if let Some(Ok(schema)) = schema {
                arguments = true;
                fit.arguments(&schema);
            }
            if let Some(Ok(schema)) = outputs::compiled(surface, action, options) {
                results = true;
                fit.results(&schema);
            }
            report.findings.extend(fit.told());
        }
        report.counts.absent += usize::from(is_absent);
        report.counts.arguments += usize::from(arguments);
        report.counts.results += usize::from(results);
        if is_absent {
            report.findings.push(absent(search, item, surfaces));
        }
    }
    report
}

impl SearchReport {
    /// Leaves out what `levels` allow, and makes errors of what they deny.
    pub fn weigh(&mut self, levels: &Levels) {
        levels.apply(&mut self.findings);
    }

    /// How many findings have this weight.
    pub fn count(&self, severity: Severity) -> usize {
        self.findings.iter().filter(|finding| finding.severity == severity).count()
    }
}

fn absent(search: &Search, item: &Item, surfaces: &[Surface<'_>]) -> Diagnostic {
    let refs = surfaces.iter().flat_map(|surface| &surface.actions).map(|action| &*action.reference);
    let called = |reference: &&str| search.name.ends_with(&format!(".{reference}"));
    let help = match (refs.clone().find(called), nearest(&search.name, refs)) {
        (Some(name), _) => {
            format!("there is `{name}`: with `--server`, the tools of a server are `mcp.NAME.<tool>`")
        }
        (None, Some(near)) => format!("did you mean `{near}`?"),
        (None, None) => "nothing was checked of this search; give the surface that has its tool".to_owned(),
    };
    let message = format!("no tool `{}` is declared here", search.name);
    Diagnostic::new(Severity::Note, "search::absent", message)
        .label(item.source, item.name.span, "the tool of this search")
        .help(help)
}

/// One search and one tool.
struct Fit<'f> {
    search: &'f Search,
    places: Places<'f>,
    /// The number of the surface among the sources.
    source: usize,
    findings: Vec<Diagnostic>,
    /// Findings that there is no room for.
    more: usize,
}

impl Fit<'_> {
    /// Reports an error at a place in the rule file, and where the tool says otherwise.
    fn error(
        &mut self,
        code: &'static str,
        message: String,
        at: (Span, &str),
        live: (Span, &str),
        help: impl Into<String>,
    ) {
        if self.findings.len() == MOST {
            self.more += 1;
            return;
        }
        let error = Diagnostic::error(code, message).label(self.places.item.source, at.0, at.1);
        self.findings.push(error.label(self.source, live.0, live.1).help(help));
    }

    fn told(mut self) -> Vec<Diagnostic> {
        self.findings.sort_by_key(|finding| finding.labels.first().map(|label| label.span));
        if self.more > 0 {
            let message = format!("{} more errors of `{}` are left off", self.more, self.search.name);
            let item = self.places.item;
            let more = Diagnostic::error("search::more", message);
            self.findings.push(more.label(item.source, item.name.span, "this search"));
        }
        self.findings
    }
}
