//! `apply`: the arguments of calls, normalized, and what the schema makes of them.
//!
//! 1. [`hosts`]: calls as hosts write them; a line of our own names its action as `ref`;
//! 2. [`mod@ruling`]: the schema and the plan that rule over a call;
//! 3. [`mod@told`]: the answer as a line.

mod hosts;
mod ruling;
mod told;

use ruling::ruling;
use told::line;

use super::{Operation, Problem, Request, Session};
use crate::apply::ApplyError;
use crate::calls;
use crate::host::Host;
use crate::json::{Data, Node};

pub(super) const OPERATION: Operation = Operation {
    name: "apply",
    about: "{ref, schema, args?, plan?, profile?} -> {changed, args, witness, verdict, ...}",
    run: |session, request| answer(session, None, request),
};

/// The answers to one line: one, or one for each call of a host's message. `host` has the tools that it
/// does not bring itself.
pub fn answers(session: &Session, host: Option<&Host>, request: Request<'_>) -> Vec<Result<String, Problem>> {
    match found(session, host, request) {
        Some(found) if found.is_empty() => {
            vec![Err(Problem::new("no-call", "the message holds no call of a tool"))]
        }
        Some(found) => found,
        None => {
            let message = "`ref` is missing: a line is `{\"ref\", \"args\"}`, or a call as a host has it";
            vec![Err(Problem::new("missing-member", message))]
        }
    }
}

/// The answers to what stands in `request`; `None` where it is neither a call nor a message.
fn found(
    session: &Session,
    host: Option<&Host>,
    request: Request<'_>,
) -> Option<Vec<Result<String, Problem>>> {
    match &request.input.data {
        Data::Array(items) if items.is_empty() => None,
        Data::Array(items) => Some(
            items
                .iter()
                .enumerate()
                .flat_map(|(index, input)| {
                    found(session, host, Request { input, ..request }).unwrap_or_else(|| {
                        let message =
                            format!("item {} of the list is neither a call nor a message", index + 1);
                        vec![Err(Problem::new("no-call", message))]
                    })
                })
                .collect(),
        ),
        _ if request.input.get("ref").is_some() => Some(vec![answer(session, host, request)]),
        _ => hosts::answers(host, request),
    }
}

/// What becomes of the arguments of one call.
fn answer(session: &Session, host: Option<&Host>, request: Request<'_>) -> Result<String, Problem> {
    let reference = request.text(request.required("ref")?, "ref")?;
    let given = request.member("args")?;
    let args = given.filter(|args| args.data != Data::Null);
    if let Some(misplaced) = calls::misplaced(request.input, "args").filter(|_| args.is_none()) {
        return Err(misplaced.into());
    }
    let ruling = ruling(session, host, request, reference)?;
    let is_object = |args: &Node| matches!(args.data, Data::Object(_));
    if let Some(args) = args.filter(|args| !is_object(args) && !ruling.takes(Some(args))) {
        return Err(unreadable(&ApplyError::NotAnObject { found: args.kind() }));
    }
    let told = match given {
        // `null` is nothing, but where a rule is for that.
        Some(given) if args.is_some() || ruling.takes(Some(given)) => ruling.told(request.raw(given)),
        _ => ruling.told_without(),
    };
    let raw = given.map_or("null", |given| request.raw(given));
    Ok(line(&told.map_err(|error| unreadable(&error))?, raw, ""))
}

fn unreadable(error: &ApplyError) -> Problem {
    match error {
        ApplyError::Json(error) => error.clone().into(),
        ApplyError::NotAnObject { .. } => Problem::new("not-an-object", error.to_string()),
    }
}
