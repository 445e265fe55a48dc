//! The representation trial: what the plans would have made of recorded calls.
//!
//! Recorded arguments go through the runtime [normalizer](crate::normalizer); nothing is executed, and
//! a win claims nothing but that arguments became valid.
//!
//! 1. [`Trial`]: the live surface and the plans that are proved against it;
//! 2. [`Replay`]: calls are replayed one by one, and counted, so that parts add up;
//! 3. [`Replay::report`]: the counts and the historical rate become a [`TrialReport`];
//! 4. [`Replaying`]: sessions go through it as they are read, and [`Replayed`] is what came of them;
//! 5. [`Population`]: which calls were samples at all, for the coverage row.

mod coverage;
mod population;
mod replay;
mod replayed;
mod report;

pub use coverage::coverage_of_trial;
pub use population::{NoSamples, Population};
pub use replay::Replay;
pub use replayed::{Replayed, Replaying};
pub use report::{Divergence, Totals, TrialReport, Verdict};

use crate::artifact::Incoming;
use crate::evidence::{AuditCall, Trace};
use crate::metric::Partial;
use crate::normalizer::Normalizer;
use crate::toolset::Toolset;

/// What calls are replayed against.
#[derive(Debug)]
pub struct Trial {
    live: Toolset,
    normalizer: Normalizer,
}

impl Trial {
    /// A trial of the plans of `artifact` that are proved against `live`. A file of version 1, or
    /// none, gives no evidence.
    pub fn new(live: &Toolset, artifact: Option<&Incoming>) -> Self {
        let normalizer = artifact.map(|artifact| Normalizer::stored(artifact, live)).unwrap_or_default();
        Self { live: live.clone(), normalizer }
    }

    /// The plans.
    pub fn normalizer(&self) -> &Normalizer {
        &self.normalizer
    }
}

/// Tries the plans of `artifact` on recorded calls.
///
/// Of a ref with audits all its audit calls are replayed, of another one its traced calls.
pub fn trial(
    traces: &[Trace],
    audits: &[AuditCall],
    live: &Toolset,
    artifact: Option<&Incoming>,
) -> TrialReport {
    let trial = Trial::new(live, artifact);
    let (mut replay, mut partial) = (Replay::default(), Partial::default());
    for trace in traces {
        partial.add(trace);
        replay.trace(&trial, trace);
    }
    for call in audits {
        replay.audit(&trial, call);
    }
    replay.report(partial.score())
}
