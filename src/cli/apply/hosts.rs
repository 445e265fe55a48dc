//! Calls as hosts have them, answered by the surface: each on a line of its own.

use super::live::Live;
use super::ruling::Ruling;
use super::told::{tied, told};
use super::unreadable;
use crate::calls::{self, Arguments, Call, CallError};
use crate::cli::request::{Problem, Request};
use crate::cli::session::Session;

/// The answers to a message of a host; `None` where the line is none.
pub(super) fn answers(
    session: &Session,
    live: Option<&Live<'_>>,
    request: Request<'_>,
) -> Option<Vec<Result<String, Problem>>> {
    let found = calls::find(request.input)?;
    if found.is_empty() {
        let message = "the message holds no call of a tool";
        return Some(vec![Err(Problem::new("no-call", message))]);
    }
    Some(found.into_iter().map(|call| answer(session, live, request, call?)).collect())
}

fn answer(
    session: &Session,
    live: Option<&Live<'_>>,
    request: Request<'_>,
    call: Call<'_>,
) -> Result<String, Problem> {
    let Some(live) = live else {
        let message = format!("`{}` has no schema here: give the tools with `--surface FILE`", call.name);
        return Err(Problem::new("missing-member", message));
    };
    let resolved = live.names.resolve(call.name);
    let reference = resolved.map_err(|error| Problem::new("unknown-ref", error.to_string()))?;
    let more = tied(reference, call.id.map(|id| request.raw(id)));
    let ruling = Ruling::of_surface(session, live, reference)?;
    let (raw, args) = match call.arguments {
        Arguments::Absent => ("null", "{}"),
        Arguments::Value(node) => (request.raw(node), request.raw(node)),
        Arguments::Text(text) => (text, text),
    };
    let verdict = ruling.verdict(args).map_err(|error| unreadable(&error))?;
    // What nobody looked at may be no JSON, and would break the line.
    if matches!(call.arguments, Arguments::Text(_)) {
        crate::cli::request::parse(raw)?;
    }
    Ok(told(&verdict, raw, &more))
}

impl From<CallError> for Problem {
    fn from(error: CallError) -> Self {
        let code = match error {
            CallError::DuplicateMember { .. } => "duplicate-member",
            CallError::MissingMember { .. } => "missing-member",
            CallError::WrongKind { .. } => "wrong-kind",
        };
        Self::new(code, error.to_string())
    }
}
