//! What rules over one call: the schema, the plan to apply, and why there may be none.

use super::live::Live;
use super::stored::Answer;
use crate::apply::{ApplyError, Reason, ReasonCode, Verdict, judge};
use crate::cli::request::{Problem, Request};
use crate::cli::session::Session;
use crate::json::Limits;
use crate::program::Profile;
use crate::prove::ProvenPlan;
use crate::schema::{Schema, SchemaError};

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
        let profile = session.profile(request)?;
        // `null` is a plan that is none, and not an absent one: it asks for no plan.
        let given = request.member("plan")?;
        // With a surface an absent schema may be written as `null`; without one it is a schema like any.
        let own = if live.is_some() { request.optional("schema")? } else { request.member("schema")? };
        let schema = match live {
            Some(live) if own.is_none() => of_surface(session, live, reference)?,
            _ => {
                let node = request.required("schema")?;
                session.schema(request.line, request.document, node).map_err(unusable)
            }
        };
        let schema = match schema {
            Ok(schema) => schema,
            Err(reason) => return Ok(Self::Nobody(reason)),
        };
        Ok(match (given, live) {
            (Some(plan), _) => {
                let plan = session.given(request, plan, reference, &schema);
                let withheld = plan.is_none().then_some(UNPROVED);
                Self::Schema { schema, plan, withheld }
            }
            (None, Some(live)) if own.is_none() => Self::planned(session, live, &profile, reference, schema),
            (None, _) => Self::derived(session, &profile, reference, schema),
        })
    }

    /// What rules over a host's call of `reference`: the surface alone.
    pub(super) fn of_surface(session: &Session, live: &Live<'_>, reference: &str) -> Result<Self, Problem> {
        Ok(match of_surface(session, live, reference)? {
            Ok(schema) => Self::planned(session, live, session.in_force(), reference, schema),
            Err(reason) => Self::Nobody(reason),
        })
    }

    /// The plan of the store, where there is one that says something of the ref.
    fn planned(
        session: &Session,
        live: &Live<'_>,
        profile: &Profile,
        reference: &str,
        schema: Schema,
    ) -> Self {
        let (plan, withheld) = match live.stored.as_ref().map(|stored| stored.plan(reference)) {
            Some(Answer::Plan(proven)) => (Some(proven.clone()), None),
            Some(Answer::Refused) => (None, Some(REFUSED)),
            Some(Answer::SwitchedOff) => (None, Some(SWITCHED_OFF)),
            Some(Answer::NotStored) | None => return Self::derived(session, profile, reference, schema),
        };
        Self::Schema { schema, plan, withheld }
    }

    fn derived(session: &Session, profile: &Profile, reference: &str, schema: Schema) -> Self {
        Self::Schema { plan: session.derived(profile, reference, &schema), schema, withheld: None }
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

/// The schema that the surface declares for `reference`; a reason where it cannot be used.
fn of_surface(
    session: &Session,
    live: &Live<'_>,
    reference: &str,
) -> Result<Result<Schema, Reason>, Problem> {
    let unknown = || Problem::new("unknown-ref", format!("the surface has no action `{reference}`"));
    let Some(node) = live.actions.get(reference).ok_or_else(unknown)?.schema else {
        return Ok(Err(Reason::general(ReasonCode::NoSchema, "the tool declares no schema")));
    };
    let schema = session.schema(&live.loaded.source.text, &live.loaded.document, node);
    Ok(schema.map_err(unusable))
}

fn unusable(error: SchemaError) -> Reason {
    Reason::general(ReasonCode::UnusableSchema, format!("the schema cannot be used: {error}"))
}
