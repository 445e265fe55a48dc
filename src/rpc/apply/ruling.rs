//! What rules over a line of our own: what it brings itself, or else the tools of the host.

use crate::host::{Host, Ruling};
use crate::request::{Problem, Request};
use crate::rpc::profile;
use crate::session::Session;

pub(super) fn ruling(
    session: &Session,
    host: Option<&Host>,
    request: Request<'_>,
    reference: &str,
) -> Result<Ruling, Problem> {
    let profile = profile(session, request)?;
    // `null` is a plan that is none, and not an absent one: it asks for no plan.
    let given = request.member("plan")?;
    // With a surface an absent schema may be written as `null`; without one it is a schema like any.
    let own = if host.is_some() { request.optional("schema")? } else { request.member("schema")? };
    let schema = match host {
        Some(host) if own.is_none() => {
            let ruling = host.ruling_under(&profile, reference).ok_or_else(|| unknown(reference))?;
            if given.is_none() {
                return Ok(ruling);
            }
            Ruling::schema(&host.toolset, reference)
        }
        _ => {
            let node = request.required("schema")?;
            session.schema(request.line, request.document, node).map_err(|error| Ruling::unusable(&error))
        }
    };
    let schema = match schema {
        Ok(schema) => schema,
        Err(nobody) => return Ok(nobody),
    };
    Ok(match given {
        None => {
            let plan = session.derived(&profile, reference, &schema);
            Ruling::new(schema, plan)
        }
        Some(plan) => {
            let plan = session.given((request.line, request.document, plan), reference, &schema);
            Ruling::given(schema, plan)
        }
    })
}

pub(super) fn unknown(reference: &str) -> Problem {
    Problem::new("unknown-ref", format!("the surface has no action `{reference}`"))
}
