//! Artifacts: the file that carries plans between machines, which nobody has to trust.
//!
//! An artifact grants nothing. A plan in it does something only once it is [proved](crate::prove)
//! against the live surface, on the machine where it is used.
//!
//! 1. [`Compiled`] and [`Legacy`]: version 2, which is written, and version 1, which is only read;
//! 2. [`read`]: strict reading of a file, with the place of the first fault ([`ArtifactError`]);
//! 3. [`Incoming`]: the plans of a file one by one, well-formed or not, to be judged one by one;
//! 4. [`judge`]: what is proved against the [tools](crate::toolset) of this machine, and why a plan is
//!    [`Retracted`];
//! 5. [`compile()`]: surface and evidence become an artifact, or the present one is still right;
//! 6. [`merge()`]: what another machine compiled is taken over as far as it is proved here;
//! 7. [`plan_statuses`]: what became of each plan of a file, for `check --artifact`.
//!
//! Everything here is data in and data out. Keeping the file is [`store`](crate::store)'s.

mod compile;
mod compiled;
mod coverage;
mod error;
mod incoming;
mod judge;
mod legacy;
mod merge;
mod plan_status;
mod read;
mod retracted;

pub use crate::surface::Place;
pub use compile::{Compilation, Compiler, Cooperative, Passed, PlanProposal, Proposal, Status, compile};
pub use compiled::{APPLIED, Applied, Compiled, Gate, PLANS};
pub use coverage::{coverage_of_compile, coverage_of_merge};
pub use error::ArtifactError;
pub use incoming::{Entry, Incoming};
pub use legacy::{Legacy, Overlay, Quarantine};
pub use merge::{Dropped, Merged, Side, merge};
pub use plan_status::{Difference, PlanStatus, plan_statuses, unfounded};
pub use retracted::{Premise, Retracted};

use serde::Serialize;

/// A compiled artifact of either version.
///
/// ```
/// use fabric_rules::Artifact;
///
/// let text = std::fs::read("docs/examples/artifact.out/sent.json").unwrap();
/// let artifact = Artifact::parse(&text).unwrap();
/// assert_eq!(artifact.version(), 2);
/// assert!(Artifact::parse(br#"{"version": 2}"#).is_err());
/// ```
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(untagged)]
#[non_exhaustive]
pub enum Artifact {
    /// Version 1, which is inert: it is read only to be replaced.
    Legacy(Legacy),
    /// Version 2.
    Compiled(Compiled),
}

impl Artifact {
    /// The version, 1 or 2.
    pub fn version(&self) -> u8 {
        match self {
            Self::Legacy(_) => 1,
            Self::Compiled(_) => 2,
        }
    }

    /// The text of the file: two spaces a level, a final newline, the same bytes on every machine.
    pub fn to_text(&self) -> String {
        // Texts, numbers and lists of them print without fail.
        let mut text = serde_json::to_string_pretty(self).unwrap_or_default();
        text.push('\n');
        text
    }
}

impl From<Compiled> for Artifact {
    fn from(compiled: Compiled) -> Self {
        Self::Compiled(compiled)
    }
}
