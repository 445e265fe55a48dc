//! A running host: its tools, the plans of its store, and what becomes of a call.
//!
//! 1. [`Host`]: a [`Toolset`] and what is [`Stored`] for it;
//! 2. [`Ruling`]: the schema and the plan that rule over one call, and the verdict on its arguments.

mod ruling;
mod stored;

pub use ruling::Ruling;
pub use stored::Stored;

use crate::program::Profile;
use crate::toolset::Toolset;

/// The tools of a host, and the plans of its store. Cheap to clone, but for the plans.
#[derive(Debug, Clone)]
pub struct Host {
    /// The tools.
    pub toolset: Toolset,
    /// What a store holds for them, where there is one.
    pub stored: Option<Stored>,
}

impl Host {
    /// What rules over calls of `reference` under the profile in force; `None` where there is no such tool.
    pub fn ruling(&self, reference: &str) -> Option<Ruling> {
        self.ruling_under(self.toolset.session().profile(), reference)
    }

    /// The same under another profile of the program.
    pub fn ruling_under(&self, profile: &Profile, reference: &str) -> Option<Ruling> {
        self.toolset.declares(reference).then(|| Ruling::planned(self, profile, reference))
    }
}
