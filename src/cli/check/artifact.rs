//! `check --artifact`: which plans of a file hold against the surfaces, all of them together.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use serde::Serialize;

use super::Checked;
use super::human::severities;
use crate::cli::artifact;
use crate::cli::exit::Fault;
use crate::cli::ledger::{Appended, append};
use crate::cli::outputs::{self, Role};
use crate::cli::paint::{Look, wrap};
use crate::coverage::count;
use crate::coverage::report::Looked;
use crate::coverage::row::Gap;
use crate::diagnostic::visible::written_out as visible;
use crate::diagnostic::{Diagnostic, Severity, Source, human, json};
use crate::ledger::Record;
use crate::plan::Plan;
use crate::program::Profile;
use crate::prove::Proof;
use crate::report::{ArtifactCounts, ArtifactReport, Counts, Levels};
use crate::schema::SchemaOptions;
use crate::session::Session;
use crate::store::path_name;
use crate::surface::{Place, Surface, Twice, twice};
use crate::toolset::Toolset;

/// An artifact and what became of its plans.
#[derive(Debug, clap::Args)]
pub(super) struct ArtifactArgs {
    /// A compiled artifact, whose plans are proved against the surfaces
    #[arg(long, value_name = "FILE")]
    artifact: Option<PathBuf>,
    /// A ledger that the plans which do not hold are written to, one JSON line each
    #[arg(long, value_name = "FILE", requires = "artifact", value_parser = outputs::named())]
    ledger: Option<PathBuf>,
}

/// The report on an artifact, with the texts that it points into.
pub(super) struct Judged {
    report: ArtifactReport,
    /// All that there is to say.
    findings: Vec<Diagnostic>,
    sources: Vec<Source>,
    version: u8,
    noted: Option<Noted>,
}

/// What was written to the ledger.
struct Noted {
    path: String,
    appended: Appended,
}

impl ArtifactArgs {
    /// Refuses a ledger that is one of the inputs.
    pub(super) fn distinct<'p>(&'p self, read: impl Iterator<Item = &'p Path>) -> Result<(), Fault> {
        let ledger = self.ledger.as_deref().map(|path| Role { option: "--ledger", path });
        outputs::distinct(ledger, read.chain(self.artifact.as_deref()))
    }

    /// Whether the surfaces are needed once more.
    pub(super) fn is_given(&self) -> bool {
        self.artifact.is_some()
    }

    /// Judges the artifact, where there is one, against all surfaces together.
    pub(super) fn judge(
        &self,
        checked: &[Checked],
        server: Option<&str>,
        profile: &Profile,
        options: SchemaOptions,
        levels: &Levels,
    ) -> Result<Option<Judged>, Fault> {
        let Some(path) = &self.artifact else { return Ok(None) };
        let (source, file) = artifact::read(path)?;
        let surfaces = surfaces(checked, server)?;
        let live = Toolset::over(&surfaces, &Session::new(profile.clone(), options));
        let derived: Vec<&Plan> = checked
            .iter()
            .flat_map(|one| one.report.actions.iter().filter_map(|action| action.plan.as_ref().ok()))
            .map(Proof::plan)
            .collect();
        let mut report = ArtifactReport::new(&file, &live, &derived);
        report.weigh(levels);
        let noted = self.ledger.as_deref().map(|path| note(path, &report, &live, checked)).transpose()?;
        let sources = std::iter::once(source).chain(checked.iter().map(|one| one.source.clone())).collect();
        let findings = report.diagnostics().cloned().collect();
        Ok(Some(Judged { report, findings, sources, version: if file.is_legacy { 1 } else { 2 }, noted }))
    }
}

/// The surfaces once more, no ref of them in two.
fn surfaces<'c>(checked: &'c [Checked], server: Option<&str>) -> Result<Vec<Surface<'c>>, Fault> {
    let read = |one: &'c Checked| {
        let surface = Surface::read(one.document.as_ref()?, server).ok()?;
        Some((surface, &one.source))
    };
    let (surfaces, sources): (Vec<_>, Vec<_>) = checked.iter().filter_map(read).unzip();
    let Some(Twice { reference, first, second }) = twice(&surfaces) else { return Ok(surfaces) };
    let message = format!("`{reference}` is declared by two of the surfaces");
    let diagnostic = Diagnostic::error("cli::ref-twice", message)
        .label(0, first.span, "here")
        .label(1, second.span, "and here")
        .help("an artifact has one plan for a ref; check it against one of them");
    let source = |place: Place| sources.get(place.surface).map(|source| (*source).clone());
    Err(Fault::Wrong(vec![diagnostic], [first, second].into_iter().filter_map(source).collect()))
}

/// Appends to the ledger what fell.
fn note(path: &Path, report: &ArtifactReport, live: &Toolset, checked: &[Checked]) -> Result<Noted, Fault> {
    let digest = live.digest().map_err(|error| {
        // The place is in one of the surfaces, and which one is not told; the message is.
        let message = format!("the ledger needs the surface digest, and there is none: {error}");
        let source = checked.first().filter(|_| checked.len() == 1).map(|one| one.source.clone());
        let diagnostic = Diagnostic::error("cli::no-digest", message);
        match source {
            Some(source) => Fault::Wrong(vec![diagnostic.label(0, error.span(), "here")], vec![source]),
            None => diagnostic.into(),
        }
    })?;
    let retracted = report.retracted.iter().map(|(reference, retracted)| (reference.as_deref(), retracted));
    Ok(Noted { path: path_name(path), appended: append(path, digest, retracted)? })
}

impl Judged {
    /// The findings, and the texts that they point into.
    pub(super) fn findings(&self) -> (&[Diagnostic], &[Source]) {
        (&self.findings, &self.sources)
    }

    /// What was looked at, with the artifact.
    pub(super) fn looked(&self, looked: Looked) -> Looked {
        let name = self.sources.first().map(|source| source.name.as_str()).unwrap_or_default();
        let legacy =
            (self.version == 1).then(|| Gap::scope(format!("plans in `{name}`"), "version 1 does nothing"));
        looked
            .at(format!("artifact `{name}`, version {}", self.version))
            .asked("plans", self.report.counts.plans)
            .not(legacy)
    }

    /// What is to be said on standard error.
    pub(super) fn warnings(&self) -> &[Diagnostic] {
        self.noted.as_ref().map(|noted| noted.appended.warnings.as_slice()).unwrap_or_default()
    }

    /// Adds the findings to the numbers of the surfaces.
    pub(super) fn count(&self, counts: &mut Counts) {
        counts.errors += self.report.count(Severity::Error);
        counts.warnings += self.report.count(Severity::Warning);
        counts.notes += self.report.count(Severity::Note);
        for finding in &self.findings {
            *counts.by_code.entry(finding.code).or_default() += 1;
        }
    }

    /// The report as JSON.
    pub(super) fn json(&self) -> impl Serialize + use<'_> {
        JsonArtifact {
            file: self.sources.first().map(|source| source.name.as_str()),
            version: self.version,
            counts: self.report.counts,
            findings: json::values(&self.findings, &self.sources),
            ledger: self
                .noted
                .as_ref()
                .map(|noted| JsonLedger { file: &noted.path, appended: &noted.appended.records }),
        }
    }

    /// The file and the numbers of its plans, for people.
    pub(super) fn numbers(&self, look: Look) -> String {
        let name = self.sources.first().map(|source| visible(&source.name)).unwrap_or_default();
        let counts = &self.report.counts;
        let kinds = [
            (counts.malformed, "malformed"),
            (counts.action_lost, "of a lost action"),
            (counts.drift, "drifted"),
            (counts.forged, "forged"),
            (counts.rules_changed, "of changed rules"),
            (counts.new, "new"),
        ];
        let kinds = kinds.into_iter().filter(|(number, _)| *number > 0);
        let kinds: String = kinds.map(|(number, what)| format!(", {number} {what}")).collect();
        let plans = count(counts.plans, "plan");
        let numbers = format!("artifact, version {}; {plans}, {} proved{kinds}", self.version, counts.held);
        format!("{}\n{}", look.bold(&name), wrap("", "  ", &numbers, look))
    }

    /// The report for people.
    pub(super) fn human(&self, look: Look, most: usize) -> String {
        let mut out = self.numbers(look);
        let shown = look.shown(self.findings.len(), most);
        if shown > 0 {
            out.push('\n');
        }
        let first = self.findings.get(..shown).unwrap_or(&self.findings);
        out.push_str(&human::render(first, &self.sources, look.width, look.colour));
        let more = self.findings.len() - shown;
        if more > 0 {
            out.push_str(&format!("    … and {more} more findings; `--verbose` shows them\n"));
        }
        let counts = (self.report.count(Severity::Error), self.report.count(Severity::Warning));
        let _ = writeln!(out, "{}", severities(counts, look));
        if let Some(noted) = &self.noted {
            out.push_str(&wrap("", "  ", &noted.words(), look));
        }
        out
    }
}

impl Noted {
    fn words(&self) -> String {
        let path = visible(&self.path);
        match self.appended.records.first() {
            None => format!("ledger {path}: nothing to add"),
            Some(first) => {
                let records = count(self.appended.records.len(), "record");
                format!("ledger {path}: {records} added at revision {}", first.at_rev())
            }
        }
    }
}

#[derive(Serialize)]
struct JsonArtifact<'j, F> {
    file: Option<&'j str>,
    version: u8,
    counts: ArtifactCounts,
    findings: Vec<F>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ledger: Option<JsonLedger<'j>>,
}

#[derive(Serialize)]
struct JsonLedger<'j> {
    file: &'j str,
    appended: &'j [Record],
}
