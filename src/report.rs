//! What `check` reports of a surface: for each action its plan or why it has none, and what is wrong.
//!
//! 1. [`look()`] looks at one action, by itself, so that many can be looked at in parallel:
//!    [`examine()`] says what it gets, [`collisions`] finds names that a spelling cannot tell apart, and
//!    [`advice`] says where calls are refused that nothing mends;
//! 2. [`Levels`] silences findings, or makes errors of them;
//! 3. [`SurfaceReport::new`] puts the parts together: counts, findings in the order of their places, and a
//!    [coverage row](coverage) that says what was looked at and what was not;
//! 4. [`ArtifactReport`] says which plans of an artifact hold against it;
//! 5. [`searches`] are held against the tools that they are declared for;
//! 6. [`json`] writes it for machines, `check` of the command line for people.
//!
//! A report is data and depends on the surface, the profile and the options alone.

pub mod advice;
mod artifact;
pub mod collisions;
mod coverage;
mod examine;
pub mod json;
mod levels;
mod look;
mod nothing;
mod outputs;
pub mod searches;

use std::collections::BTreeMap;

pub use artifact::{ArtifactCounts, ArtifactReport};
pub use examine::{Examined, Reason, examine, examine_compiled};
pub use levels::{Level, Levels};
pub use look::look;
pub use nothing::nothing;

use crate::coverage::row::Row;
use crate::diagnostic::{Diagnostic, Severity};
use crate::digest::Digest;
use crate::metric::Figure;
use crate::program::Profile;
use crate::surface::{Format, Surface};

/// The report on one surface.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct SurfaceReport {
    /// The format that the surface was read from.
    pub format: Format,
    /// The surface digest; `None` where the surface has no canonical form.
    pub digest: Option<Digest>,
    /// The profile in force.
    pub profile: String,
    /// Its digest.
    pub rules_digest: Option<Digest>,
    /// The names of its conventions, in its order.
    pub conventions: Vec<String>,
    /// Those of them that are about the arguments as a whole, whose rules stand at no key.
    pub of_arguments: Vec<String>,
    /// The actions, in the order declared.
    pub actions: Vec<Examined>,
    /// What is wrong, in the order of the places. Labels are in source number 0, the surface's text.
    pub findings: Vec<Diagnostic>,
    /// The numbers.
    pub counts: Counts,
    /// What was looked at, and what was not.
    pub coverage: Row,
}

/// The numbers of a report.
#[derive(Debug, Clone, Default, PartialEq, serde::Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Counts {
    /// Declared actions.
    pub actions: usize,
    /// Actions with a plan.
    pub planned: usize,
    /// Actions without one.
    pub unplanned: usize,
    /// Rules of all plans.
    pub rules: usize,
    /// The same by convention, those without a rule included.
    pub by_convention: BTreeMap<String, usize>,
    /// Actions without a plan by the code of the reason.
    pub by_reason: BTreeMap<&'static str, usize>,
    /// Actions that have a plan under each profile of the program, the one in force among them.
    pub by_profile: BTreeMap<String, usize>,
    /// The freedom of all declared schemas together: how much they leave open.
    pub schema_freedom: Figure,
    /// Findings that are errors.
    pub errors: usize,
    /// Findings that are warnings.
    pub warnings: usize,
    /// Findings that are notes, advice among them.
    pub notes: usize,
    /// All findings by their code.
    pub by_code: BTreeMap<&'static str, usize>,
}

impl SurfaceReport {
    /// Puts together what was found about each action of `surface`, in its order.
    pub fn new(
        surface: &Surface<'_>,
        profile: &Profile,
        levels: &Levels,
        mut actions: Vec<Examined>,
    ) -> Self {
        let mut findings: Vec<Diagnostic> =
            actions.iter_mut().flat_map(|action| std::mem::take(&mut action.findings)).collect();
        if let Some(more) = surface.more {
            findings.push(
                Diagnostic::new(Severity::Warning, "check::more-pages", "this is one page of a longer list")
                    .label(0, more, "the server has more")
                    .help("ask for the other pages too, with the cursor that stands here"),
            );
        }
        levels.apply(&mut findings);
        findings.sort_by_key(|finding| finding.labels.first().map(|label| label.span));
        let counts = Counts::new(profile, &actions, &findings);
        let digest = surface.digest().ok();
        let coverage = coverage::coverage(surface, profile, levels, &actions, findings.len());
        Self {
            format: surface.format,
            digest,
            profile: profile.name().to_owned(),
            rules_digest: profile.rules_digest().cloned(),
            conventions: profile.conventions().map(|convention| convention.name.clone()).collect(),
            of_arguments: profile
                .conventions()
                .filter(|convention| convention.action.is_about_a_whole())
                .map(|convention| convention.name.clone())
                .collect(),
            actions,
            findings,
            counts,
            coverage,
        }
    }
}

impl Counts {
    fn new(profile: &Profile, actions: &[Examined], findings: &[Diagnostic]) -> Self {
        let mut counts = Self { actions: actions.len(), ..Self::default() };
        for convention in profile.conventions() {
            counts.by_convention.insert(convention.name.clone(), 0);
        }
        for other in profile.program().profiles() {
            counts.by_profile.insert(other.name().to_owned(), 0);
        }
        let freedoms = actions.iter().filter_map(|action| action.freedom);
        counts.schema_freedom = Figure::of(freedoms.map(Figure::get).sum());
        for action in actions {
            for name in &action.reached_by {
                *counts.by_profile.entry(name.clone()).or_default() += 1;
            }
            match &action.plan {
                Ok(proof) => {
                    let plan = proof.plan();
                    counts.planned += 1;
                    counts.rules += plan.rules().len();
                    for rule in plan.rules() {
                        *counts.by_convention.entry(rule.kind.clone()).or_default() += 1;
                    }
                }
                Err(reason) => {
                    counts.unplanned += 1;
                    *counts.by_reason.entry(reason.code).or_default() += 1;
                }
            }
        }
        let count = |severity| findings.iter().filter(|finding| finding.severity == severity).count();
        counts.errors = count(Severity::Error);
        counts.warnings = count(Severity::Warning);
        counts.notes = count(Severity::Note);
        for finding in findings {
            *counts.by_code.entry(finding.code).or_default() += 1;
        }
        counts
    }

    /// Adds the numbers of another report.
    pub fn add(&mut self, other: &Self) {
        self.actions += other.actions;
        self.planned += other.planned;
        self.unplanned += other.unplanned;
        self.rules += other.rules;
        for (convention, count) in &other.by_convention {
            *self.by_convention.entry(convention.clone()).or_default() += count;
        }
        for (reason, count) in &other.by_reason {
            *self.by_reason.entry(reason).or_default() += count;
        }
        for (profile, count) in &other.by_profile {
            *self.by_profile.entry(profile.clone()).or_default() += count;
        }
        self.schema_freedom = Figure::of(self.schema_freedom.get() + other.schema_freedom.get());
        self.errors += other.errors;
        self.warnings += other.warnings;
        self.notes += other.notes;
        for (code, count) in &other.by_code {
            *self.by_code.entry(code).or_default() += count;
        }
    }
}
