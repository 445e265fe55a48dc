//! OpenAI's tools: `[{"type": "function", "function": {"name", "parameters"}}]`, or the flat form
//! `[{"type": "function", "name", "parameters"}]`.
//!
//! Beside functions such a list may name the provider's own tools, such as `{"type": "web_search"}`.
//! They have no name and take no arguments that a schema describes; their type stands for the name.

use super::{Entry, Format, Importer, member, object_only, text, tool};
use crate::json::Node;
use crate::surface::{Output, SurfaceError};

pub(super) const IMPORTER: Importer = Importer {
    format: Format::OpenAi,
    looks_like: "OpenAI tools `[{\"type\": \"function\", \"function\": {\"name\", \"parameters\"}}]` or \
                 `[{\"type\": \"function\", \"name\", \"parameters\"}]`",
    marks: |entry| is_function(entry) || entry.get("function").is_some() || entry.get("parameters").is_some(),
    entry,
};

fn is_function(entry: &Node) -> bool {
    entry.get("type").and_then(Node::as_str) == Some("function")
}

fn entry(node: &Node) -> Result<Entry<'_>, SurfaceError> {
    object_only(node, "a tool")?;
    if let Some(function) = member(node, "function")? {
        return tool(&function.value, "parameters");
    }
    match member(node, "type")? {
        Some(of) if !is_function(node) && node.get("name").is_none() => {
            let name = text(&of.value, "a tool's `type`")?;
            Ok(Entry { name, schema: None, output: Output::Undeclared })
        }
        _ => tool(node, "parameters"),
    }
}
