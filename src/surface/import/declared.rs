//! Surface version 1, our own format: `{"version": 1, "actions": [{"ref", "inputSchema", "outputSchema"?}]}`.
//!
//! The only one in which a schema is never left out: `inputSchema` may be any value, but it must be there.

use super::{Entry, Format, Importer, List, array, member, output, required, text};
use crate::json::{Data, Node, number};
use crate::surface::SurfaceError;

pub(super) const IMPORTER: Importer = Importer {
    format: Format::Declared,
    looks_like: "a surface `{\"version\": 1, \"actions\": [{\"ref\", \"inputSchema\"}]}`",
    // Told by the document around its entries, so a bare list of them is nothing.
    marks: |_| false,
    entry,
};

/// The list of a document that has `actions`, or a `version` and nothing that another format has.
pub(super) fn list(root: &Node) -> Result<Option<List<'_>>, SurfaceError> {
    let actions = member(root, "actions")?;
    if actions.is_none() && (root.get("version").is_none() || root.get("tools").is_some()) {
        return Ok(None);
    }
    if let Some(plans) = root.member("normalizations").or(root.member("quarantined")) {
        return Err(SurfaceError::Artifact { at: plans.name_span });
    }
    let version = required(root, "version", "a surface")?;
    let found = match &version.data {
        Data::Number(lexeme) if number::double(lexeme) == 1.0 => None,
        Data::Number(lexeme) => Some(lexeme.to_string()),
        _ => Some(version.kind().to_owned()),
    };
    if let Some(found) = found {
        return Err(SurfaceError::OtherVersion { found, at: version.span });
    }
    let entries = array(required(root, "actions", "a surface")?, "`actions`")?;
    Ok(Some(List { importer: &IMPORTER, entries, more: None }))
}

fn entry(node: &Node) -> Result<Entry<'_>, SurfaceError> {
    let name = text(required(node, "ref", "an action")?, "an action's `ref`")?;
    let schema = required(node, "inputSchema", "an action")?;
    Ok(Entry { name, schema: Some(schema), output: output(node) })
}
