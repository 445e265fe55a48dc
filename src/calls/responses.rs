//! OpenAI's Responses: a `function_call` item, or the answer whose `output` holds some.

use super::{Call, Calls, among, call, is_of_type, text};
use crate::json::Node;

const KIND: &str = "function_call";

pub(super) fn calls(node: &Node) -> Option<Calls<'_>> {
    if is_of_type(node, KIND) {
        return Some(vec![one(node)]);
    }
    let output = node.get("output").filter(|output| output.as_array().is_some())?;
    Some(among(output, KIND, "arguments", one))
}

fn one(node: &Node) -> Call<'_> {
    call(node, "arguments", text, node.get("call_id").or_else(|| node.get("id")))
}
