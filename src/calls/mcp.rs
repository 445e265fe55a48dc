//! MCP: a `tools/call` request, or its `params` alone.

use super::{Arguments, Call, Calls, call, misplaced, value};
use crate::json::Node;

pub(super) fn calls(node: &Node) -> Option<Calls<'_>> {
    if let Some(method) = node.get("method") {
        let params = node.get("params").filter(|_| method.as_str() == Some("tools/call"));
        return Some(params.map(|params| request(node, params)).into_iter().collect());
    }
    // A `type` or a `role` is the mark of somebody else's message.
    let is_params = node.get("name").is_some_and(|name| name.as_str().is_some())
        && ["type", "role", "ref"].into_iter().all(|mark| node.get(mark).is_none());
    is_params.then(|| vec![call(node, "arguments", value, None)])
}

fn request<'n>(node: &'n Node, params: &'n Node) -> Call<'n> {
    let mut call = call(params, "arguments", value, node.get("id"));
    if call.arguments == Ok(Arguments::Absent) {
        call.arguments = misplaced(node, "params.arguments").map_or(call.arguments, Err);
    }
    call
}
