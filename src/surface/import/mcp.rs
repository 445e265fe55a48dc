//! The answer to MCP's `tools/list`: a whole JSON-RPC message or its result.
//!
//! Also finds the `tools` of any other document that has them, such as the body of a request to a
//! model provider; the entries then say whose they are.

use super::{Entry, Format, Importer, array, member, opening, output, tool};
use crate::json::{Data, Node};
use crate::surface::SurfaceError;

pub(super) const IMPORTER: Importer = Importer {
    format: Format::Mcp,
    looks_like: "an MCP `tools/list` result `{\"tools\": [{\"name\", \"inputSchema\"}]}` or the message around it",
    marks: |entry| entry.get("inputSchema").is_some(),
    entry: |node| Ok(Entry { output: output(node), ..tool(node, "inputSchema")? }),
};

/// The list called `tools` and the object that it stands in, if the document has one.
pub(super) fn list(root: &Node) -> Result<Option<(&Node, &[Node])>, SurfaceError> {
    let result = member(root, "result")?.map(|result| &result.value);
    if let (None, Some(error)) = (result, member(root, "error")?.map(|error| &error.value)) {
        let message = match error.get("message").and_then(Node::as_str) {
            Some(message) => format!("`{message}`"),
            None => "it gives no message".to_owned(),
        };
        return Err(SurfaceError::ErrorReply { at: opening(error), message });
    }
    let holder = match result {
        Some(result) if matches!(result.data, Data::Object(_)) => result,
        _ => root,
    };
    match member(holder, "tools")? {
        Some(tools) => Ok(Some((holder, array(&tools.value, "`tools`")?))),
        None => Ok(None),
    }
}
