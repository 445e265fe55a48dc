//! The rules and the real schemas that are measured.

use std::path::Path;

use fabric_rules::internal::json::{Document, Limits, Node};
use fabric_rules::internal::program::Profile;

/// The built-in profile.
pub fn fabric() -> Profile {
    fabric_rules::internal::rules::built_in().unwrap().default_profile().unwrap()
}

/// The texts of all argument schemas of the fixture surfaces.
pub fn schemas() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/surfaces");
    let mut schemas = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let text = std::fs::read_to_string(entry.unwrap().path()).unwrap();
        let document = Document::parse(text.as_bytes(), Limits::SURFACE).unwrap();
        let tools = document.root.get("tools").and_then(Node::as_array).unwrap();
        schemas.extend(tools.iter().map(|tool| tool.get("inputSchema").unwrap().span.of(&text).to_owned()));
    }
    schemas
}

/// Failing calls from real life, a line each.
pub fn wild() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/wild/cases.jsonl");
    std::fs::read_to_string(path).unwrap()
}

/// A surface of this many actions, made from the real schemas in turn.
pub fn of(actions: usize) -> String {
    cycle(&schemas(), actions)
}

/// A surface of this many actions, made from `schemas` in turn.
pub fn cycle(schemas: &[String], actions: usize) -> String {
    let action = |index: usize| {
        let schema = &schemas[index % schemas.len()];
        format!(r#"{{"ref": "bench.{index}", "inputSchema": {schema}}}"#)
    };
    let actions: Vec<String> = (0..actions).map(action).collect();
    format!(r#"{{"version": 1, "actions": [{}]}}"#, actions.join(",\n"))
}
