//! Anthropic's tools: `[{"name", "input_schema"}]`.

use super::{Format, Importer, tool};

pub(super) const IMPORTER: Importer = Importer {
    format: Format::Anthropic,
    looks_like: "Anthropic tools `[{\"name\", \"input_schema\"}]`",
    marks: |entry| entry.get("input_schema").is_some(),
    entry: |node| tool(node, "input_schema"),
};
