//! OpenAI's Chat Completions: a function call, a message with `tool_calls`, or the answer around it.

use super::{Arguments, Call, CallError, Calls, call, is_of_type, member, misplaced, text, text_of};
use crate::json::Node;

pub(super) fn calls(node: &Node) -> Option<Calls<'_>> {
    if let Some(function) = node.get("function") {
        let is_call = is_of_type(node, "function")
            || (node.get("type").is_none() && text_of(function, "name").is_some());
        return is_call.then(|| vec![one(node)]);
    }
    if let Some(calls) = node.get("tool_calls") {
        // All that stands here is meant as a call, its `type` said or not.
        return Some(calls.as_array().unwrap_or_default().iter().map(one).collect());
    }
    let choices = node.get("choices")?.as_array()?.iter();
    Some(choices.filter_map(|choice| calls(choice.get("message")?)).flatten().collect())
}

fn one(node: &Node) -> Call<'_> {
    let function = match member(node, "function") {
        Ok(Some(function)) => function,
        missing => {
            let error = missing.err().unwrap_or(CallError::MissingMember { name: "function" });
            return Call { name: Err(error.clone()), id: node.get("id"), arguments: Err(error) };
        }
    };
    let mut call = call(function, "arguments", text, node.get("id"));
    if call.arguments == Ok(Arguments::Absent) {
        call.arguments = misplaced(node, "function.arguments").map_or(call.arguments, Err);
    }
    call
}
