//! The checker: a second, direct reading of the rule program against the live schema.
//!
//! A plan is proved by working out again, from the program and the schema alone, what it must say,
//! and comparing rule for rule. Nothing here calls the deriver, and nothing that the deriver uses to
//! read a rule is used here: not its facets, spellings, decoders, key order or counting. A fault in
//! the deriver therefore cannot prove itself.
//!
//! 1. [`places`]: the places in the schema that rules may stand at;
//! 2. [`reading`]: what the program yields for them;
//! 3. [`spelling`]: the checker's own reading of forms;
//! 4. [`Refusal`]: why a plan is not proved, one code for each way to fail.
//!
//! *Architecture invariant:* this module imports `ir schema plan program json digest span diagnostic`
//! and never `derive facets spelling decode apply`.

mod kinds;
mod places;
mod reading;
mod refusal;
pub(crate) mod spelling;

pub(crate) use kinds::target;
pub(crate) use reading::{is, said};

pub use refusal::{Refusal, RefusalCode};

use std::any::Any;
use std::sync::{Arc, OnceLock};

use crate::plan::{Plan, Rule};
use crate::program::{Profile, Program};
use crate::schema::Schema;

/// A plan that was proved, with the schema and the rules that it was proved against.
///
/// Cheap to clone: a clone is one more handle of the same plan, and of what was worked out for it.
///
/// Only [`prove`] makes one, and only this can be applied: a stale or forged plan has no way to the
/// arguments of a call.
///
/// ```
/// use fabric_rules::{Schema, Verdict, built_in, prove};
///
/// let fabric = built_in().unwrap().default_profile().unwrap();
/// let schema = |note: &str| {
///     let text = format!(
///         r#"{{"type": "object", "additionalProperties": false,
///             "properties": {{"pageCount": {{"type": "integer"}}, "note": {{"type": {note}}}}}}}"#
///     );
///     Schema::parse(text.as_bytes(), Default::default()).unwrap()
/// };
/// let proven = fabric.plan("report.render", &schema(r#""string""#)).unwrap();
/// let verdict = proven.judge(br#"{"PageCount": "two"}"#).unwrap();
/// assert!(matches!(&verdict, Verdict::Rejected(reason) if reason.at == "/PageCount"));
///
/// // The schema changes, and the plan proves nothing any more.
/// let newer = schema(r#"["string", "null"]"#);
/// assert!(prove(fabric.program(), proven.plan(), "report.render", &newer).is_err());
/// ```
#[derive(Debug, Clone)]
pub struct ProvenPlan(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    proof: Proof,
    profile: Profile,
    schema: Schema,
    slot: Slot,
}

/// Room for what is worked out once for a proven plan. The checker neither fills nor reads it, and
/// does not know its type.
type Slot = OnceLock<Box<dyn Any + Send + Sync>>;

impl ProvenPlan {
    /// The plan.
    pub fn plan(&self) -> &Plan {
        self.0.proof.plan()
    }

    /// That it was proved, for who tells of it and keeps no schema.
    pub fn proof(&self) -> &Proof {
        &self.0.proof
    }

    /// The profile whose rules yield it.
    pub fn profile(&self) -> &Profile {
        &self.0.profile
    }

    /// The schema that it was proved against.
    pub fn schema(&self) -> &Schema {
        &self.0.schema
    }

    /// Room for what the one who applies the plan works out once.
    pub(crate) fn slot(&self) -> &OnceLock<Box<dyn Any + Send + Sync>> {
        &self.0.slot
    }
}

/// That a plan was proved. Only [`prove`] makes one.
///
/// It keeps no schema, so it takes little room, and nothing can be applied with it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Proof(Plan);

impl Proof {
    /// The plan.
    pub fn plan(&self) -> &Plan {
        &self.0
    }
}

/// Proves that `program` yields exactly `plan` for `reference` and `schema`.
///
/// # Errors
///
/// [`Refusal`]: the first way in which it does not, with the rule that differs and its place in the
/// schema.
pub fn prove(
    program: &Program,
    plan: &Plan,
    reference: &str,
    schema: &Schema,
) -> Result<ProvenPlan, Refusal> {
    if plan.reference() != reference {
        return Err(Refusal::other_ref(plan.reference(), reference));
    }
    if plan.base_schema_digest() != schema.digest() {
        return Err(Refusal::other_digest());
    }
    let profile = profile_of(program, plan)?;
    let expected = reading::rules(&profile, reference, schema)?;
    compare(&profile, plan.rules(), &expected)?;
    let inner = Inner { proof: Proof(plan.clone()), profile, schema: schema.clone(), slot: Slot::default() };
    Ok(ProvenPlan(Arc::new(inner)))
}

/// Whether the checker too finds that `profile` yields no plan for `reference` and `schema`.
pub fn yields_none(profile: &Profile, reference: &str, schema: &Schema) -> bool {
    reading::rules(profile, reference, schema).map_or(true, |rules| rules.is_empty())
}

/// The profile that the plan says it was derived under, where the program still has it as it was.
fn profile_of(program: &Program, plan: &Plan) -> Result<Profile, Refusal> {
    let Some(stamp) = plan.stamp() else {
        return program.fabric().ok_or_else(|| Refusal::rules_changed("fabric"));
    };
    let profile = program.profile(&stamp.profile).ok_or_else(|| Refusal::no_profile(&stamp.profile))?;
    // INVARIANT (one version a profile): the unedited `fabric` yields version 1 only.
    if profile.is_fabric() || profile.rules_digest() != Some(&stamp.rules_digest) {
        return Err(Refusal::rules_changed(&stamp.profile));
    }
    Ok(profile)
}

/// Rule for rule and in order; otherwise the first difference.
fn compare(profile: &Profile, given: &[Rule], expected: &[Rule]) -> Result<(), Refusal> {
    let unequal = given.iter().zip(expected).position(|(given, expected)| given != expected);
    let Some(at) = unequal.or((given.len() != expected.len()).then_some(given.len().min(expected.len())))
    else {
        return Ok(());
    };
    let count = |rules: &[Rule], rule: &Rule| rules.iter().filter(|other| *other == rule).count();
    let (mine, yours) = (expected.get(at), given.get(at));
    match (yours, mine) {
        (Some(extra), _) if count(given, extra) > count(expected, extra) => {
            Err(Refusal::extra_rule(at, extra).reading(extra, profile))
        }
        (_, Some(missing)) if count(expected, missing) > count(given, missing) => {
            Err(Refusal::missing_rule(at, missing).reading(missing, profile))
        }
        (Some(moved), _) => Err(Refusal::out_of_order(at, moved).reading(moved, profile)),
        (None, Some(missing)) => Err(Refusal::missing_rule(at, missing).reading(missing, profile)),
        (None, None) => Ok(()),
    }
}
