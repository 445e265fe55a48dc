//! `apply`: the arguments of calls, normalized, and what the schema makes of them.
//!
//! 1. [`hosts`]: calls as hosts write them; a line of our own names its action as `ref`;
//! 2. [`ruling`]: the schema and the plan that rule over a call;
//! 3. [`told`]: the answer as a line.

mod hosts;
mod live;
mod ruling;
mod stored;
mod told;

use std::path::PathBuf;

use live::Live;
use ruling::Ruling;
use stored::Stored;
use told::told;

use super::Run;
use super::console::Console;
use super::exit::Outcome;
use super::lines::{self, LinesArgs};
use super::request::{Problem, Request};
use super::session::{Session, SessionArgs};
use super::store::existing;
use super::surface;
use crate::apply::ApplyError;
use crate::calls;
use crate::json::Data;

/// Normalize the arguments of calls from JSON Lines
///
/// A line is `{"ref", "args"}` with a surface, or `{"ref", "schema", "args", "plan"?, "profile"?}` by
/// itself. With a surface a line may also be a call as a host has it: MCP `tools/call`, OpenAI
/// `tool_calls` and `function_call`, Anthropic `tool_use`; a message of several calls, or a list, has several answers.
/// A file that is one document over many lines is read as that.
///
/// An answer is `{"changed", "args", "witness", "verdict", "reason"?}`; a host's call adds `ref` and `id`.
/// The verdict is `valid`, `normalized`, `rejected` or `unknown`, and the reason says which refusal, where
/// and in the validator's words, without values. Without a plan the derived one is used; a plan that is
/// not proved changes nothing. With a store that is switched off nothing changes at all.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:
  printf '%s' '{\"ref\":\"render\",\"schema\":{\"type\":\"object\",' \\
    '\"additionalProperties\":false,\"properties\":{\"pageCount\":' \\
    '{\"type\":\"integer\"}}},\"args\":{\"page_count\":\"2\"}}' | fabric-rules apply")]
pub(super) struct Apply {
    #[command(flatten)]
    lines: LinesArgs,
    /// A file of tool schemas, for lines without one of their own
    #[arg(long, value_name = "FILE")]
    surface: Option<PathBuf>,
    /// The name of the surface's server: its tools are `mcp.NAME.<tool>`
    #[arg(long, value_name = "NAME")]
    server: Option<String>,
    /// The folder of a store: its artifact's plans are used, and refused where they are not proved
    #[arg(long, value_name = "DIR", requires = "surface")]
    store: Option<PathBuf>,
    #[command(flatten)]
    session: SessionArgs,
}

impl Run for Apply {
    fn run(self, console: &mut Console) -> Outcome {
        let session = self.session.open()?;
        let loaded = self.surface.as_deref().map(surface::load).transpose()?;
        let mut live = match &loaded {
            Some(loaded) => Some(Live::new(loaded, self.server.as_deref())?),
            None => None,
        };
        if let (Some(live), Some(store)) = (&mut live, &self.store) {
            let stored = Stored::load(existing(store)?, live.loaded, self.server.as_deref(), &session)?;
            console.tell(&stored.remarks(), &[]);
            live.stored = Some(stored);
        }
        lines::transform_each(&self.lines, console, |request| answers(&session, live.as_ref(), request))
    }
}

/// The answers to one line: one, or one for each call of a host's message.
fn answers(session: &Session, live: Option<&Live<'_>>, request: Request<'_>) -> Vec<Result<String, Problem>> {
    match found(session, live, request) {
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
    live: Option<&Live<'_>>,
    request: Request<'_>,
) -> Option<Vec<Result<String, Problem>>> {
    match &request.input.data {
        Data::Array(items) if items.is_empty() => None,
        Data::Array(items) => Some(
            items
                .iter()
                .enumerate()
                .flat_map(|(index, input)| {
                    found(session, live, Request { input, ..request }).unwrap_or_else(|| {
                        let message =
                            format!("item {} of the list is neither a call nor a message", index + 1);
                        vec![Err(Problem::new("no-call", message))]
                    })
                })
                .collect(),
        ),
        _ if request.input.get("ref").is_some() => Some(vec![answer(session, live, request)]),
        _ => hosts::answers(session, live, request),
    }
}

/// What becomes of the arguments of one call.
pub(super) fn answer(
    session: &Session,
    live: Option<&Live<'_>>,
    request: Request<'_>,
) -> Result<String, Problem> {
    let reference = request.text(request.required("ref")?, "ref")?;
    let args = request.optional("args")?;
    if let Some(misplaced) = calls::misplaced(request.input, "args").filter(|_| args.is_none()) {
        return Err(misplaced.into());
    }
    if let Some(args) = args.filter(|args| !matches!(args.data, Data::Object(_))) {
        return Err(unreadable(&ApplyError::NotAnObject { found: args.kind() }));
    }
    let ruling = Ruling::of_line(session, live, request, reference)?;
    // Without arguments a tool is called with none: the schema is asked about an empty object.
    let (raw, args) = args.map_or(("null", "{}"), |args| (request.raw(args), request.raw(args)));
    Ok(told(&ruling.verdict(args).map_err(|error| unreadable(&error))?, raw, ""))
}

fn unreadable(error: &ApplyError) -> Problem {
    match error {
        ApplyError::Json(error) => error.clone().into(),
        ApplyError::NotAnObject { .. } => Problem::new("not-an-object", error.to_string()),
    }
}
