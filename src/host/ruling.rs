//! What rules over one call: the schema, the plan to apply, and why there may be none.

use super::Host;
use super::stored::Answer;
use crate::apply::{ApplyError, Reason, ReasonCode, Told, Verdict, tell};
use crate::json::{Limits, Node};
use crate::program::Profile;
use crate::prove::ProvenPlan;
use crate::schema::{Schema, SchemaError};
use crate::toolset::Toolset;

/// What rules over a call.
#[derive(Debug, Clone)]
pub struct Ruling(Kind);

#[derive(Debug, Clone)]
enum Kind {
    /// A schema, and its plan where there is one.
    Schema { schema: Schema, plan: Option<ProvenPlan>, withheld: Option<Withheld> },
    /// There is no schema that can be used.
    Nobody(Box<Reason>),
}

/// Why there is no plan, where it is not that the rules yield none.
type Withheld = (ReasonCode, &'static str);

const UNPROVED: Withheld =
    (ReasonCode::UnprovedPlan, "the plan given is not proved, and does nothing; `prove` says why");
const REFUSED: Withheld =
    (ReasonCode::UnprovedPlan, "the stored plan is refused; compile again to replace it");
const SWITCHED_OFF: Withheld =
    (ReasonCode::SwitchedOff, "the store is switched off; `activate` switches it on");

impl Ruling {
    /// A schema with its plan, or without one where the rules yield none.
    pub fn new(schema: Schema, plan: Option<ProvenPlan>) -> Self {
        Self(Kind::Schema { schema, plan, withheld: None })
    }

    /// A schema with the plan that a call brings; `None` where that one is not proved.
    pub fn given(schema: Schema, plan: Option<ProvenPlan>) -> Self {
        let withheld = plan.is_none().then_some(UNPROVED);
        Self(Kind::Schema { schema, plan, withheld })
    }

    /// No schema, and so nobody, for this reason.
    pub fn nobody(reason: Reason) -> Self {
        Self(Kind::Nobody(Box::new(reason)))
    }

    /// The same, of a schema that cannot be used.
    pub fn unusable(error: &SchemaError) -> Self {
        let message = format!("the schema cannot be used: {error}");
        Self::nobody(Reason::general(ReasonCode::UnusableSchema, message))
    }

    /// The plan of the store, where there is one that says something of the ref; else the derived one.
    pub(super) fn planned(host: &Host, profile: &Profile, reference: &str) -> Self {
        let (toolset, session) = (&host.toolset, host.toolset.session());
        let schema = match Self::schema(toolset, reference) {
            Ok(schema) => schema,
            Err(ruling) => return ruling,
        };
        let (plan, withheld) = match host.stored.as_ref().map(|stored| stored.plan(reference)) {
            Some(Answer::Plan(proven)) => (Some(proven.clone()), None),
            Some(Answer::Refused) => (None, Some(REFUSED)),
            Some(Answer::SwitchedOff) => (None, Some(SWITCHED_OFF)),
            Some(Answer::NotStored) | None if profile.name() == session.profile().name() => {
                (toolset.plan_of(reference, &schema), None)
            }
            Some(Answer::NotStored) | None => (session.derived(profile, reference, &schema), None),
        };
        Self(Kind::Schema { schema, plan, withheld })
    }

    /// The schema of a tool.
    ///
    /// # Errors
    ///
    /// That nobody rules, where there is none that can be used.
    pub fn schema(toolset: &Toolset, reference: &str) -> Result<Schema, Self> {
        match toolset.schema(reference) {
            Some(schema) => schema.map_err(|error| Self::unusable(&error)),
            None => Err(Self::nobody(Reason::general(ReasonCode::NoSchema, "the tool declares no schema"))),
        }
    }

    /// Whether a rule on call is for these arguments, which are no object, or for none at all.
    pub fn takes(&self, given: Option<&Node>) -> bool {
        matches!(&self.0, Kind::Schema { plan: Some(plan), .. } if plan.takes(given))
    }

    /// What becomes of a call without arguments. Where no rule is for that, a tool is called with none: the
    /// schema is asked about an empty object.
    ///
    /// # Errors
    ///
    /// As [`told`](Self::told).
    pub fn told_without(&self) -> Result<Told, ApplyError> {
        self.told(if self.takes(None) { "" } else { "{}" })
    }

    /// What becomes of `args`.
    ///
    /// # Errors
    ///
    /// [`ApplyError`]: they are no JSON object within the limits.
    pub fn verdict(&self, args: &str) -> Result<Verdict, ApplyError> {
        self.told(args).map(|told| told.verdict)
    }

    /// The same, with what the rules were used for.
    ///
    /// # Errors
    ///
    /// The same.
    pub fn told(&self, args: &str) -> Result<Told, ApplyError> {
        let (schema, plan, withheld) = match &self.0 {
            Kind::Schema { schema, plan, withheld } => (schema, plan, withheld),
            Kind::Nobody(reason) => {
                return Ok(Told { verdict: Verdict::Unknown((**reason).clone()), uses: Vec::new() });
            }
        };
        let told = tell(schema, plan.as_ref(), args.as_bytes(), Limits::ARGUMENTS)?;
        let verdict = match (told.verdict, withheld) {
            (Verdict::Rejected(reason), Some((code, why))) if reason.code == ReasonCode::NoRule => {
                Verdict::Rejected(Reason { code: *code, why: (*why).to_owned(), ..reason })
            }
            (verdict, _) => verdict,
        };
        Ok(Told { verdict, uses: told.uses })
    }
}
