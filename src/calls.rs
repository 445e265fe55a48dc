//! Calls of tools as hosts have them, told by their content.
//!
//! | format | looks like |
//! | --- | --- |
//! | [MCP](mcp) | `{"method": "tools/call", "params": {"name", "arguments"}}`, or the `params` alone |
//! | [Chat Completions](chat) | `{"type": "function", "function": {"name", "arguments": "JSON text"}}`, or a message with `tool_calls` |
//! | [Responses](responses) | `{"type": "function_call", "name", "arguments": "JSON text"}` |
//! | [Anthropic](anthropic) | `{"type": "tool_use", "name", "input"}`, or a message whose `content` holds some |
//!
//! A list of any of these holds all their calls. What has a `type` or a `role` is a host's message too, of
//! another kind and without calls. [`names`] finds the action that a host's name means.

mod anthropic;
mod chat;
mod mcp;
pub mod names;
mod responses;

use crate::json::{Data, Node};

/// One call of a tool.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Call<'n> {
    /// What the host calls the tool.
    pub name: Result<&'n str, CallError>,
    /// What the host calls this call: told even of a call that cannot be read.
    pub id: Option<&'n Node>,
    /// The arguments.
    pub arguments: Result<Arguments<'n>, CallError>,
}

/// The arguments of a call.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Arguments<'n> {
    /// None are given: the member is not there, `null` or a blank text.
    Absent,
    /// A value, where it stands.
    Value(&'n Node),
    /// JSON text inside a string.
    Text(&'n str),
}

/// Why a value that looks like a call is none.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CallError {
    /// Parsers disagree about which one counts.
    #[error("`{name}` is given twice in one call")]
    DuplicateMember {
        /// The member.
        name: &'static str,
    },
    /// A member is missing.
    #[error("a call has a `{name}`, this one has none")]
    MissingMember {
        /// The member.
        name: &'static str,
    },
    /// The arguments stand under a name of another format, and would not be read.
    #[error("the arguments of this call belong into `{expected}`, not `{given}`")]
    Misplaced {
        /// The member that they stand in.
        given: &'static str,
        /// The one that is read.
        expected: &'static str,
    },
    /// A member is not what it must be.
    #[error("`{name}` of a call must be {expected}, not {found}")]
    WrongKind {
        /// The member.
        name: &'static str,
        /// What it must be.
        expected: &'static str,
        /// What it is.
        found: &'static str,
    },
}

/// The calls of one message, each by itself: a bad one does not silence the others.
pub type Calls<'n> = Vec<Call<'n>>;

/// Reads a message of one format; `None` where it is of another.
type Format = fn(&Node) -> Option<Calls<'_>>;

/// What the formats, ours among them, call the arguments.
const ARGUMENTS: [&str; 4] = ["args", "arguments", "input", "parameters"];

const FORMATS: [Format; 4] = [mcp::calls, chat::calls, responses::calls, anthropic::calls];

/// The calls in `node`: `None` where it is nothing that a host calls a message, and none in a message
/// without calls.
pub fn find(node: &Node) -> Option<Calls<'_>> {
    let Data::Array(items) = &node.data else {
        let is_marked = || ["type", "role"].into_iter().any(|mark| text_of(node, mark).is_some());
        let found = FORMATS.iter().find_map(|format| format(node));
        return found.or_else(|| is_marked().then(Vec::new));
    };
    let found: Vec<Calls<'_>> = items.iter().filter_map(find).collect();
    (!found.is_empty()).then(|| found.into_iter().flatten().collect())
}

/// The calls among the items of a message: what is of the `kind`, or has no type and the members of a call.
fn among<'n>(
    items: &'n Node,
    kind: &str,
    arguments: &'static str,
    one: impl Fn(&'n Node) -> Call<'n>,
) -> Calls<'n> {
    let is_call = |item: &&Node| match item.get("type") {
        Some(_) => is_of_type(item, kind),
        None => text_of(item, "name").is_some() && item.get(arguments).is_some(),
    };
    items.as_array().unwrap_or_default().iter().filter(is_call).map(one).collect()
}

fn is_of_type(node: &Node, kind: &str) -> bool {
    text_of(node, "type") == Some(kind)
}

fn text_of<'n>(node: &'n Node, name: &str) -> Option<&'n str> {
    node.get(name).and_then(Node::as_str)
}

/// A call whose parts are members of `node`.
fn call<'n>(
    node: &'n Node,
    arguments: &'static str,
    read: impl Fn(&'n Node, &'static str) -> Result<Arguments<'n>, CallError>,
    id: Option<&'n Node>,
) -> Call<'n> {
    Call {
        name: name(node),
        id: id.filter(|id| id.data != Data::Null),
        arguments: arguments_of(node, arguments, read),
    }
}

fn name(node: &Node) -> Result<&str, CallError> {
    let name = member(node, "name")?.ok_or(CallError::MissingMember { name: "name" })?;
    let wrong = CallError::WrongKind { name: "name", expected: "a string", found: name.kind() };
    name.as_str().ok_or(wrong)
}

fn arguments_of<'n>(
    node: &'n Node,
    arguments: &'static str,
    read: impl Fn(&'n Node, &'static str) -> Result<Arguments<'n>, CallError>,
) -> Result<Arguments<'n>, CallError> {
    match member(node, arguments)?.filter(|given| given.data != Data::Null) {
        Some(given) => read(given, arguments),
        None => misplaced(node, arguments).map_or(Ok(Arguments::Absent), Err),
    }
}

/// The error of a call whose arguments are not in the member `expected`, but in one of another format:
/// a call judged without them would be judged wrongly.
pub fn misplaced(node: &Node, expected: &'static str) -> Option<CallError> {
    let is_given =
        |name: &str| name != expected && node.get(name).is_some_and(|given| given.data != Data::Null);
    let given = ARGUMENTS.into_iter().find(|name| is_given(name))?;
    Some(CallError::Misplaced { given, expected })
}

/// Arguments that are a value.
fn value<'n>(node: &'n Node, _: &'static str) -> Result<Arguments<'n>, CallError> {
    Ok(Arguments::Value(node))
}

/// Arguments that are JSON text, or the value itself, as some hosts log it.
fn text<'n>(node: &'n Node, name: &'static str) -> Result<Arguments<'n>, CallError> {
    match &node.data {
        Data::String(text) if text.trim_ascii().is_empty() || text.trim_ascii() == "null" => {
            Ok(Arguments::Absent)
        }
        Data::String(text) => Ok(Arguments::Text(text)),
        Data::Object(_) => Ok(Arguments::Value(node)),
        _ => Err(CallError::WrongKind { name, expected: "JSON text", found: node.kind() }),
    }
}

/// The member called `name`. Twice the same is an error: which one counts, parsers disagree about.
fn member<'n>(node: &'n Node, name: &'static str) -> Result<Option<&'n Node>, CallError> {
    let mut found = node.as_object().unwrap_or_default().iter().filter(|member| &*member.name == name);
    match (found.next(), found.next()) {
        (_, Some(_)) => Err(CallError::DuplicateMember { name }),
        (first, None) => Ok(first.map(|member| &member.value)),
    }
}
