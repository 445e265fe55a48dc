//! OpenAI's Chat Completions: a function call, a message with `tool_calls`, or the answer around it.

use super::{Call, CallError, Calls, among, call, is_of_type, member, text};
use crate::json::Node;

pub(super) fn calls(node: &Node) -> Option<Calls<'_>> {
    if is_of_type(node, "function") && node.get("function").is_some() {
        return Some(vec![one(node)]);
    }
    if let Some(calls) = node.get("tool_calls") {
        return Some(among(calls, "function", one));
    }
    let choices = node.get("choices")?.as_array()?.iter();
    Some(choices.filter_map(|choice| calls(choice.get("message")?)).flatten().collect())
}

fn one(node: &Node) -> Result<Call<'_>, CallError> {
    let function = member(node, "function")?.ok_or(CallError::MissingMember { name: "function" })?;
    call(function, "arguments", text, node.get("id"))
}
