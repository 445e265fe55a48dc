//! Anthropic's Messages: a `tool_use` block, or the message whose `content` holds some.

use super::{Call, CallError, Calls, among, call, is_of_type, value};
use crate::json::Node;

const KIND: &str = "tool_use";

pub(super) fn calls(node: &Node) -> Option<Calls<'_>> {
    if is_of_type(node, KIND) {
        return Some(vec![one(node)]);
    }
    let content = node.get("content").filter(|_| node.get("role").is_some())?;
    Some(among(content, KIND, one))
}

fn one(node: &Node) -> Result<Call<'_>, CallError> {
    call(node, "input", value, node.get("id"))
}
