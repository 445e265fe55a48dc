//! Traces, counted in two ways that have nothing in common.

use super::Partial;
use crate::evidence::{FailureStage, Outcome, Trace};

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
