//! What the server made of a call, by its answer.

use super::fields::{Fields, Name, first};
use super::verdict::{Unknown, Verdict};

/// How a call ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// With a result that is no error.
    Succeeded,
    /// With an error, at this stage.
    Failed(Stage),
    /// Without an answer.
    Aborted,
}

/// Where a call failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stage {
    /// There is no such tool.
    Resolve,
    /// The request was refused before anybody looked at the arguments.
    Prepare,
    /// The arguments were refused.
    Validate,
    /// The tool ran, and failed.
    Invoke,
}

impl Outcome {
    /// Its stable name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Succeeded => "succeeded",
            Self::Failed(_) => "failed",
            Self::Aborted => "aborted",
        }
    }

    /// Where it failed, if it did.
    pub fn stage(self) -> Option<Stage> {
        match self {
            Self::Failed(stage) => Some(stage),
            Self::Succeeded | Self::Aborted => None,
        }
    }
}

impl Stage {
    /// Its stable name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Resolve => "resolve",
            Self::Prepare => "prepare",
            Self::Validate => "validate",
            Self::Invoke => "invoke",
        }
    }
}

/// An answer, in the server's words.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Answer {
    /// `result`, `tool-error`, `error` or `none`.
    pub kind: AnswerKind,
    /// The code of an `error`.
    pub code: Option<i64>,
}

/// The kinds of answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum AnswerKind {
    /// A result that is no error.
    Result,
    /// A result with `isError`.
    ToolError,
    /// An error of the protocol.
    Error,
    /// There was none.
    #[default]
    None,
}

impl AnswerKind {
    /// Its stable name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Result => "result",
            Self::ToolError => "tool-error",
            Self::Error => "error",
            Self::None => "none",
        }
    }
}

/// Reads a result.
pub(super) fn of_result(result: Option<&Fields<'_>>, tool: &str, verdict: &Verdict) -> (Outcome, Answer) {
    let is_error = result.is_some_and(|result| result.raw(Name::IsError) == Some("true"));
    if !is_error {
        return (Outcome::Succeeded, Answer { kind: AnswerKind::Result, code: None });
    }
    let text =
        result.and_then(|result| first(result.raw(Name::Content)?)?.text(Name::Text)).unwrap_or_default();
    let stage = if is_absent(verdict) || tells_no_tool(&text, tool) {
        Stage::Resolve
    } else if verdict.sends_invalid() || tells_invalid(&text, tool) {
        Stage::Validate
    } else {
        Stage::Invoke
    };
    (Outcome::Failed(stage), Answer { kind: AnswerKind::ToolError, code: None })
}

/// Reads an error.
pub(super) fn of_error(error: Option<&Fields<'_>>, tool: &str, verdict: &Verdict) -> (Outcome, Answer) {
    let code = error.and_then(|error| error.whole(Name::Code));
    let text = error.and_then(|error| error.text(Name::Message)).unwrap_or_default();
    let stage = match code {
        Some(-32601) => Stage::Resolve,
        _ if is_absent(verdict) || tells_no_tool(&text, tool) => Stage::Resolve,
        Some(-32600 | -32700 | -32020 | -32021 | -32022) => Stage::Prepare,
        Some(-32602) => Stage::Validate,
        _ => Stage::Invoke,
    };
    (Outcome::Failed(stage), Answer { kind: AnswerKind::Error, code })
}

/// Whether a complete list lacks the tool.
fn is_absent(verdict: &Verdict) -> bool {
    *verdict == Verdict::Unknown(Unknown::NoTool)
}

/// Without what some servers put before their words.
fn bare(text: &str) -> &str {
    text.strip_prefix("MCP error -32602: ").unwrap_or(text)
}

/// Whether a server says so that it has no such tool.
fn tells_no_tool(text: &str, tool: &str) -> bool {
    let text = bare(text);
    let is_named = text.strip_prefix("Tool ").and_then(|rest| rest.strip_prefix(tool));
    text == "tool not found"
        || text.starts_with("Unknown tool:")
        || is_named.is_some_and(|rest| rest.starts_with(" not found"))
}

/// Whether a server says so that the arguments are not what the tool takes.
fn tells_invalid(text: &str, tool: &str) -> bool {
    const PREFIXES: [&str; 2] = ["Input validation error:", "failed to deserialize parameters:"];
    let text = bare(text);
    let counted = || {
        let rest = text.strip_prefix("Error executing tool ")?.strip_prefix(tool)?.strip_prefix(": ")?;
        let after = rest.trim_start_matches(|digit: char| digit.is_ascii_digit());
        (after.len() < rest.len()).then(|| after.starts_with(" validation error"))
    };
    PREFIXES.iter().any(|prefix| text.starts_with(prefix)) || counted() == Some(true)
}
