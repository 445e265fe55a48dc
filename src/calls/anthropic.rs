//! Anthropic's Messages: a `tool_use` block, or the message whose `content` holds some.

use super::{Call, Calls, among, call, is_of_type, value};
use crate::json::Node;

const KIND: &str = "tool_use";

pub(super) fn calls(node: &Node) -> Option<Calls<'_>> {
    if is_of_type(node, KIND) {
        return Some(vec![one(node)]);
    }
    let calls = among(node.get("content")?, KIND, "input", one);
    // A block says by itself whose it is; without one only the `role` does.
    (!calls.is_empty() || node.get("role").is_some()).then_some(calls)
}

fn one(node: &Node) -> Call<'_> {
    call(node, "input", value, node.get("id"))
}
