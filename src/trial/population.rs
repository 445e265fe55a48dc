//! Which calls were samples, and which were none and why.

use serde::Serialize;

use super::{Trial, TrialReport};
use crate::evidence::{AuditCall, Trace};
use crate::metric::is_action;

/// Calls by what became of them. Counts of parts add up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Population {
    /// Traced calls of declared actions.
    pub traced: u64,
    /// Calls of declared actions that were kept verbatim.
    pub audited: u64,
    /// Calls of refs that the surface does not declare.
    pub unknown: u64,
    /// Discovery and workflow operations, which are no actions of the surface.
    pub reserved: u64,
}

/// Why calls were no samples.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct NoSamples {
    /// The surface does not declare the ref.
    pub unknown_ref: u64,
    /// Discovery and workflow operations.
    pub discovery_or_workflow: u64,
    /// Projected arguments of a ref whose calls were kept verbatim too.
    pub replaced_by_audits: u64,
    /// Beyond the bounds on work.
    pub too_costly: u64,
}

impl Population {
    /// Counts the calls of a trace.
    pub fn trace(&mut self, trial: &Trial, trace: &Trace) {
        for operation in &trace.operations {
            *self.place(trial, &operation.action, |own| &mut own.traced) += 1;
        }
    }

    /// Counts a call that was kept verbatim.
    pub fn audit(&mut self, trial: &Trial, call: &AuditCall) {
        *self.place(trial, &call.action, |own| &mut own.audited) += 1;
    }

    /// Adds what was counted elsewhere.
    pub fn add(&mut self, other: &Self) {
        self.traced += other.traced;
        self.audited += other.audited;
        self.unknown += other.unknown;
        self.reserved += other.reserved;
    }

    /// Why those calls of which `report` does not speak were no samples.
    pub fn no_samples(&self, report: &TrialReport) -> NoSamples {
        let samples = report.totals.operations + report.skipped;
        NoSamples {
            unknown_ref: self.unknown,
            discovery_or_workflow: self.reserved,
            replaced_by_audits: (self.traced + self.audited).saturating_sub(samples),
            too_costly: report.skipped,
        }
    }

    fn place(&mut self, trial: &Trial, action: &str, own: impl FnOnce(&mut Self) -> &mut u64) -> &mut u64 {
        if !is_action(action) {
            &mut self.reserved
        } else if trial.live.declares(action) {
            own(self)
        } else {
            &mut self.unknown
        }
    }
}
