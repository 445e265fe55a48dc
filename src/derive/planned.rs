//! From a schema to a plan in force: derived, and proved at once.

use super::{Derivation, NoPlan, derive_whole};
use crate::json::{Node, pointer};
use crate::plan::Rule;
use crate::program::Profile;
use crate::prove::{ProvenPlan, prove};
use crate::schema::Schema;

/// A proven plan, and what the bound on rules keeps out of it.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Planned {
    /// The plan.
    pub proven: ProvenPlan,
    /// The rules that are cut off, in the order in which they would have followed.
    pub cut: Vec<Rule>,
}

impl Profile {
    /// The plan that the profile yields for `reference`, derived and proved.
    ///
    /// # Errors
    ///
    /// [`NoPlan`] says why there is none. That is an answer, not a fault, but for [`NoPlan::Unproved`].
    pub fn plan(&self, reference: &str, schema: &Schema) -> Result<ProvenPlan, NoPlan> {
        self.plan_whole(reference, schema).map(|planned| planned.proven)
    }

    /// As [`plan`](Self::plan), and says which rules were cut off.
    ///
    /// # Errors
    ///
    /// As [`plan`](Self::plan).
    pub fn plan_whole(&self, reference: &str, schema: &Schema) -> Result<Planned, NoPlan> {
        let Derivation { plan, cut } = derive_whole(self, reference, schema)?;
        // What the deriver says is not enough: the checker reads the rules by itself.
        let proven = prove(self.program(), &plan, reference, schema).map_err(|refusal| {
            let node: Option<&Node> = pointer::get(schema.root(), &refusal.at);
            NoPlan::Unproved { span: node.unwrap_or(schema.root()).span, refusal }
        })?;
        Ok(Planned { proven, cut })
    }
}
