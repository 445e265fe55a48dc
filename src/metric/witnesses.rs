//! What the witnesses among the operations say.

use serde::{Deserialize, Serialize};

use crate::evidence::{Operation, Outcome};

/// How calls fared whose arguments had been normalized. A normalized call can still fail.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct WitnessSummary {
    /// Calls with a witness.
    pub normalized_calls: u64,
    /// Rules applied in them.
    pub rules_applied: u64,
    /// Those calls that succeeded.
    pub succeeded: u64,
    /// Those calls that failed all the same.
    pub subsequent_failures: u64,
}

impl WitnessSummary {
    pub(super) fn count(&mut self, operation: &Operation) {
        let Some(witness) = &operation.normalization else { return };
        self.normalized_calls += 1;
        self.rules_applied += witness.rules().len() as u64;
        self.succeeded += u64::from(operation.outcome == Outcome::Succeeded);
        self.subsequent_failures += u64::from(operation.outcome == Outcome::Failed);
    }

    pub(super) fn add(&mut self, other: &Self) {
        self.normalized_calls += other.normalized_calls;
        self.rules_applied += other.rules_applied;
        self.succeeded += other.succeeded;
        self.subsequent_failures += other.subsequent_failures;
    }
}
