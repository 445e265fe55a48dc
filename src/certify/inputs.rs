//! What is certified on beside the built-in fixtures.

use crate::coverage::Coverage;
use crate::evidence::{FailureStage, Outcome, Reading, Trace};
use crate::metric::Partial;
use crate::schema::SchemaOptions;
use crate::surface::Surface;
use crate::trial;

/// Inputs of the user's own. By default there is none.
#[derive(Debug, Clone, Default)]
pub struct Inputs<'i> {
    /// Recorded sessions.
    pub sessions: Option<Sessions<'i>>,
    /// A surface.
    pub surface: Option<&'i Surface<'i>>,
    /// How its schemas are read.
    pub options: SchemaOptions,
    /// A trial of an artifact on those sessions, against that surface.
    pub trial: Option<Tried<'i>>,
}

impl<'i> Inputs<'i> {
    /// The sessions, where there is a call in them: of others there is no rate, and nothing to check.
    pub(super) fn called(&self) -> Option<Sessions<'i>> {
        self.sessions.filter(|sessions| sessions.corpus.actions() > 0)
    }

    /// The trial, where there is a call that was tried.
    pub(super) fn tried(&self) -> Option<&Tried<'i>> {
        self.trial.as_ref().filter(|_| self.called().is_some())
    }

    /// Whether sessions were given in which there is no call.
    pub(super) fn is_uncalled(&self) -> bool {
        self.sessions.is_some() && self.called().is_none()
    }
}

/// Recorded sessions, counted.
#[derive(Debug, Clone, Copy)]
pub struct Sessions<'i> {
    /// Their counts.
    pub corpus: &'i Corpus,
    /// What was read.
    pub reading: &'i Reading,
}

/// A trial.
#[derive(Debug, Clone)]
pub struct Tried<'i> {
    /// What it found.
    pub report: &'i trial::Report,
    /// Which artifact, in words; `None` where there was none, so that no plan was tried.
    pub artifact: Option<&'i str>,
    /// What it looked at, and what it did not.
    pub coverage: Coverage,
}

/// Traces, counted twice over: for the metric, and in a second, direct way to hold the metric against.
#[derive(Debug, Clone, Default)]
pub struct Corpus {
    partial: Partial,
    actions: u64,
    rejections: u64,
}

impl Corpus {
    /// Counts one more trace.
    pub fn trace(&mut self, trace: &Trace) {
        self.partial.add(trace);
        for operation in &trace.operations {
            let reference = &*operation.action;
            if reference.starts_with("fabric.discovery.") || reference.starts_with("fabric.workflow.") {
                continue;
            }
            self.actions += 1;
            let is_early = matches!(
                operation.failure_stage,
                Some(FailureStage::Resolve | FailureStage::Prepare | FailureStage::Validate)
            );
            self.rejections += u64::from(is_early && operation.outcome == Outcome::Failed);
        }
    }

    /// Adds what was counted elsewhere.
    pub fn add(&mut self, other: &Self) {
        self.partial.merge(&other.partial);
        self.actions += other.actions;
        self.rejections += other.rejections;
    }

    /// The counts for the metric.
    pub fn partial(&self) -> &Partial {
        &self.partial
    }

    /// Action operations.
    pub fn actions(&self) -> u64 {
        self.actions
    }

    /// Those that were rejected before they reached their action.
    pub fn rejections(&self) -> u64 {
        self.rejections
    }

    /// The counts of these traces.
    #[must_use]
    pub fn of<'t>(traces: impl IntoIterator<Item = &'t Trace>) -> Self {
        let mut corpus = Self::default();
        traces.into_iter().for_each(|trace| corpus.trace(trace));
        corpus
    }
}
