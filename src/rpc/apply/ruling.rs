//! What rules over one call: the schema, the plan to apply, and why there may be none.

use super::live::{Live, Tool};
use super::stored::Answer;
use crate::apply::{ApplyError, Reason, ReasonCode, Verdict, judge};
use crate::json::Limits;
use crate::program::Profile;
use crate::prove::ProvenPlan;
use crate::request::{Problem, Request};
use crate::rpc::profile;
use crate::schema::{Schema, SchemaError};
use crate::session::Session;

/// What rules over a call.
pub(super) enum Ruling {
    /// A schema, and its plan where there is one.
    Schema {
        schema: Schema,
        plan: Option<ProvenPlan>,
        /// Why there is no plan, where it is not that the rules yield none.
        withheld: Option<(ReasonCode, &'static str)>,
    },
    /// There is no schema that can be used.
    Nobody(Reason),
}

const UNPROVED: (ReasonCode, &str) =
    (ReasonCode::UnprovedPlan, "the plan given is not proved, and does nothing; `prove` says why");
const REFUSED: (ReasonCode, &str) =
    (ReasonCode::UnprovedPlan, "the stored plan is refused; compile again to replace it");
const SWITCHED_OFF: (ReasonCode, &str) =
    (ReasonCode::SwitchedOff, "the store is switched off; `activate` switches it on");

impl Ruling {
    /// What rules over a line of our own: what it brings itself, or else the surface.
    pub(super) fn of_line(
        session: &Session,
        live: Option<&Live<'_>>,
        request: Request<'_>,
        reference: &str,
    ) -> Result<Self, Problem> {
        let profile = profile(session, request)?;
        // `null` is a plan that is none, and not an absent one: it asks for no plan.
        let given = request.member("plan")?;
        // With a surface an absent schema may be written as `null`; without one it is a schema like any.
        let own = if live.is_some() { request.optional("schema")? } else { request.member("schema")? };
        let schema = match live {
            Some(live) if own.is_none() => {
                let tool = live.tool(reference)?;
                if given.is_none() {
                    return Ok(Self::planned(session, live, tool, &profile, reference));
                }
                live.schema(session, tool).map_err(|reason| *reason)
            }
            _ => {
                let node = request.required("schema")?;
                session.schema(request.line, request.document, node).map_err(unusable)
            }
        };
        let schema = match schema {
            Ok(schema) => schema,
            Err(reason) => return Ok(Self::Nobody(reason)),
        };
        let Some(plan) = given else {
            let plan = session.derived(&profile, reference, &schema);
            return Ok(Self::Schema { plan, schema, withheld: None });
        };
        let plan = session.given((request.line, request.document, plan), reference, &schema);
        let withheld = plan.is_none().then_some(UNPROVED);
        Ok(Self::Schema { schema, plan, withheld })
    }

    /// What rules over a host's call of `reference`: the surface alone.
    pub(super) fn of_surface(session: &Session, live: &Live<'_>, reference: &str) -> Result<Self, Problem> {
        let tool = live.tool(reference)?;
        Ok(Self::planned(session, live, tool, session.profile(), reference))
    }

    /// The plan of the store, where there is one that says something of the ref; else the derived one.
    fn planned(
        session: &Session,
        live: &Live<'_>,
        tool: &Tool<'_>,
        profile: &Profile,
        reference: &str,
    ) -> Self {
        let schema = match live.schema(session, tool) {
            Ok(schema) => schema,
            Err(reason) => return Self::Nobody(*reason),
        };
        let (plan, withheld) = match live.stored.as_ref().map(|stored| stored.plan(reference)) {
            Some(Answer::Plan(proven)) => (Some(proven.clone()), None),
            Some(Answer::Refused) => (None, Some(REFUSED)),
            Some(Answer::SwitchedOff) => (None, Some(SWITCHED_OFF)),
            Some(Answer::NotStored) | None if profile.name() == session.profile().name() => {
                (live.plan(session, tool, &schema), None)
            }
            Some(Answer::NotStored) | None => (session.derived(profile, reference, &schema), None),
        };
        Self::Schema { schema, plan, withheld }
    }

    /// What becomes of `args`.
    pub(super) fn verdict(&self, args: &str) -> Result<Verdict, ApplyError> {
        let (schema, plan, withheld) = match self {
            Self::Schema { schema, plan, withheld } => (schema, plan, withheld),
            Self::Nobody(reason) => return Ok(Verdict::Unknown(reason.clone())),
        };
        let verdict = judge(schema, plan.as_ref(), args.as_bytes(), Limits::ARGUMENTS)?;
        Ok(match (verdict, withheld) {
            (Verdict::Rejected(reason), Some((code, why))) if reason.code == ReasonCode::NoRule => {
                Verdict::Rejected(Reason { code: *code, why: (*why).to_owned(), ..reason })
            }
            (verdict, _) => verdict,
        })
    }
}

pub(super) fn unusable(error: SchemaError) -> Reason {
    Reason::general(ReasonCode::UnusableSchema, format!("the schema cannot be used: {error}"))
}
