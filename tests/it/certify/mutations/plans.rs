//! What is derived, proved and applied.

use fabric_rules::internal::apply::{ApplyError, Outcome};
use fabric_rules::internal::artifact::{Premise, Retracted};
use fabric_rules::internal::derive::{NoPlan, derive};
use fabric_rules::internal::plan::Plan;
use fabric_rules::internal::program::Profile;
use fabric_rules::internal::prove::ProvenPlan;
use fabric_rules::internal::schema::Schema;
use fabric_rules::internal::toolset::Toolset;

use super::{Mutation, broken};
use crate::support;

pub(super) fn mutations() -> Vec<Mutation> {
    let mutation = |check, what, subject| Mutation { check, what, subject };
    vec![
        mutation("touched-member", "a declared value is left out", &LeavesOut),
        mutation("second-change", "a result is changed again", &Restless),
        mutation("second-change", "a change has the witness of another one", &FalseWitness),
        mutation("second-change", "a convention does nothing", &NoNumbers),
        mutation("guessed-value", "leading zeros are dropped", &LeadingZeros),
        mutation("guessed-value", "the first of two spellings counts", &FirstSpelling),
        mutation("unfounded-plan", "branches at the top are looked over", &Branches),
        mutation("unfounded-plan", "an action loses its plan", &Underived),
        mutation("forged-plan", "an honest plan is refused", &Refusing),
        mutation("forged-plan", "the digest alone is compared", &DigestAlone),
        mutation("drifted-plan", "the ref alone is compared", &RefAlone),
    ]
}

broken!(LeavesOut: fn apply(&self, proven: &ProvenPlan, args: &[u8]) -> Result<Outcome, ApplyError> {
    let text = String::from_utf8_lossy(args);
    let other = text.replace(r#""layout":true,"#, "");
    if other == text {
        return proven.apply(args);
    }
    let Outcome::Normalized { witness, .. } = proven.apply(br#"{"outputFormat":"PDF"}"#)? else {
        return Ok(Outcome::Unchanged);
    };
    Ok(Outcome::Normalized { args: other.into_bytes(), witness })
});

broken!(Restless: fn apply(&self, proven: &ProvenPlan, args: &[u8]) -> Result<Outcome, ApplyError> {
    let is_result = args == br#"{"outputFormat": "pdf", "pageCount": 2}"#;
    let Outcome::Normalized { witness, .. } = proven.apply(br#"{"outputFormat":"PDF"}"#)? else {
        return proven.apply(args);
    };
    if is_result { Ok(Outcome::Normalized { args: args.to_vec(), witness }) } else { proven.apply(args) }
});

broken!(FalseWitness: fn apply(&self, proven: &ProvenPlan, args: &[u8]) -> Result<Outcome, ApplyError> {
    match (proven.apply(args)?, proven.apply(br#"{"AMOUNT":1}"#)?) {
        (Outcome::Normalized { args, .. }, Outcome::Normalized { witness, .. }) => {
            Ok(Outcome::Normalized { args, witness })
        }
        (outcome, _) => Ok(outcome),
    }
});

broken!(NoNumbers: fn apply(&self, proven: &ProvenPlan, args: &[u8]) -> Result<Outcome, ApplyError> {
    match proven.apply(args)? {
        Outcome::Normalized { witness, .. } if witness.rules().iter().any(|rule| rule.kind == "numeric-string") => {
            Ok(Outcome::Unchanged)
        }
        outcome => Ok(outcome),
    }
});

broken!(LeadingZeros: fn apply(&self, proven: &ProvenPlan, args: &[u8]) -> Result<Outcome, ApplyError> {
    proven.apply(String::from_utf8_lossy(args).replace("\"02\"", "\"2\"").as_bytes())
});

broken!(FirstSpelling: fn apply(&self, proven: &ProvenPlan, args: &[u8]) -> Result<Outcome, ApplyError> {
    proven.apply(String::from_utf8_lossy(args).replace(r#","PageCount":3"#, "").as_bytes())
});

broken!(Branches: fn derive(&self, profile: &Profile, reference: &str, schema: &Schema) -> Result<Plan, NoPlan> {
    if schema.root().get("anyOf").is_none() {
        return derive(profile, reference, schema);
    }
    let plain = r#"{"type": "object", "additionalProperties": false, "properties": {"size": {"type": "integer"}}}"#;
    derive(profile, reference, &support::schema(plain))
});

broken!(Underived: fn derive(&self, profile: &Profile, reference: &str, schema: &Schema) -> Result<Plan, NoPlan> {
    if reference == "ledger.post" { Err(NoPlan::EmptyRef) } else { derive(profile, reference, schema) }
});

/// The plan that holds for the ref of `plan`, whatever that one says.
fn honest(live: &Toolset, plan: &Plan) -> Option<ProvenPlan> {
    support::fabric().plan(plan.reference(), &live.usable(plan.reference())?).ok()
}

fn forgiving(live: &Toolset, plan: &Plan, because: Premise) -> Result<ProvenPlan, Retracted> {
    live.prove(plan).or_else(|retracted| match honest(live, plan) {
        Some(proven) if retracted.premise == because => Ok(proven),
        _ => Err(retracted),
    })
}

broken!(DigestAlone: fn prove(&self, live: &Toolset, plan: &Plan) -> Result<ProvenPlan, Retracted> {
    forgiving(live, plan, Premise::Forged)
});

broken!(Refusing: fn prove(&self, live: &Toolset, plan: &Plan) -> Result<ProvenPlan, Retracted> {
    let retracted = Retracted::new(Premise::Drift, "two keys of its schema have one form");
    live.prove(plan).and_then(|proven| if plan.reference() == "label.print" { Err(retracted) } else { Ok(proven) })
});

broken!(RefAlone: fn prove(&self, live: &Toolset, plan: &Plan) -> Result<ProvenPlan, Retracted> {
    forgiving(live, plan, Premise::Drift)
});
