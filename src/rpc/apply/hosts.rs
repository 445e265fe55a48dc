//! Calls as hosts have them, answered by the surface: each on a line of its own.

use super::ruling::unknown;
use super::told::{line, tied};
use super::unreadable;
use crate::calls::{self, Arguments, Call, CallError};
use crate::host::Host;
use crate::request::{Problem, Request};

/// The answers to a message of a host, none where it holds no call; `None` where the line is none.
pub(super) fn answers(host: Option<&Host>, request: Request<'_>) -> Option<Vec<Result<String, Problem>>> {
    let found = calls::find(request.input)?;
    Some(found.into_iter().map(|call| answer(host, request, call)).collect())
}

fn answer(host: Option<&Host>, request: Request<'_>, call: Call<'_>) -> Result<String, Problem> {
    let id = call.id.map(|id| request.raw(id));
    let (host, reference) = action(host, &call).map_err(|problem| problem.of(&tied(None, id)))?;
    let more = tied(Some(reference), id);
    settled(host, request, reference, call, &more).map_err(|problem| problem.of(&more))
}

/// The action that the call means.
fn action<'h>(host: Option<&'h Host>, call: &Call<'_>) -> Result<(&'h Host, &'h str), Problem> {
    let name = call.name.clone()?;
    let Some(host) = host else {
        let message = format!("`{name}` has no schema here: give the tools with `--surface FILE`");
        return Err(Problem::new("missing-member", message));
    };
    let resolved = host.toolset.resolve(name);
    Ok((host, resolved.map_err(|error| Problem::new("unknown-ref", error.to_string()))?))
}

fn settled(
    host: &Host,
    request: Request<'_>,
    reference: &str,
    call: Call<'_>,
    more: &str,
) -> Result<String, Problem> {
    let ruling = host.ruling(reference).ok_or_else(|| unknown(reference))?;
    let (raw, told, is_text) = match call.arguments? {
        Arguments::Absent => ("null", ruling.told_without(), false),
        Arguments::Value(node) => (request.raw(node), ruling.told(request.raw(node)), false),
        Arguments::Text(text) => (text, ruling.told(text), true),
    };
    let told = told.map_err(|error| unreadable(&error))?;
    // What nobody looked at may be no JSON, and would break the line.
    if is_text {
        crate::request::parse(raw)?;
    }
    Ok(line(&told, raw, more))
}

impl From<CallError> for Problem {
    fn from(error: CallError) -> Self {
        let code = match error {
            CallError::DuplicateMember { .. } => "duplicate-member",
            CallError::MissingMember { .. } => "missing-member",
            CallError::Misplaced { .. } => "misplaced-member",
            CallError::WrongKind { .. } => "wrong-kind",
        };
        Self::new(code, error.to_string())
    }
}
