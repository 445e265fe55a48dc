//! What of a file is proved against the tools of this machine.

use super::{Entry, Retracted};
use crate::plan::Plan;
use crate::prove::{ProvenPlan, Refusal, prove};
use crate::toolset::Toolset;

impl Toolset {
    /// Proves what stands in a file where a plan should.
    ///
    /// # Errors
    ///
    /// [`Retracted`], also where it is no plan.
    pub fn judge(&self, entry: &Entry) -> Result<ProvenPlan, Retracted> {
        match &entry.plan {
            Ok(plan) => self.prove(plan),
            Err(malformed) => Err(Retracted::malformed(malformed)),
        }
    }

    /// Proves a plan against the tool that it is for.
    ///
    /// # Errors
    ///
    /// [`Retracted`]: the premise that does not hold, with the place in the surface.
    pub fn prove(&self, plan: &Plan) -> Result<ProvenPlan, Retracted> {
        let reference = plan.reference();
        let tool = self.tool(reference).ok_or_else(|| Retracted::lost(reference))?;
        // Another schema is told by its digest, before it is compiled.
        if tool.digest() != Some(plan.base_schema_digest()) {
            return Err(Retracted::drift(tool.place("")));
        }
        let schema = match self.schema(reference) {
            Some(Ok(schema)) => schema,
            Some(Err(error)) => {
                let refusal = Refusal::unprovable(error.to_string());
                return Err(Retracted::refused(&refusal, tool.place("")));
            }
            None => return Err(Retracted::drift(tool.place(""))),
        };
        prove(self.program(), plan, reference, &schema)
            .map_err(|refusal| Retracted::refused(&refusal, tool.place(&refusal.at)))
    }
}
