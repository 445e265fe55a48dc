//! Facts: what is read of a reply, and how a model may be asked.

#[cfg(unix)]
mod admit;
mod command;
mod properties;
#[cfg(unix)]
mod propose;
mod ring;
mod values;
mod vectors;

use fabric_rules::internal::diagnostic::Source;
use fabric_rules::internal::rules::compile;
use fabric_rules::{FactsSchema, Program};
use serde_json::Value;

/// A program of vocabularies and facts, without its first line.
pub fn program(text: &str) -> Program {
    let compiled = compile(&[Source::new("test.rules", format!("language 1\n{text}"))]);
    compiled.program.unwrap_or_else(|| panic!("{:#?}", compiled.diagnostics))
}

/// What is read of `reply` by one fact `a` of type `of`, as the members that tell it.
pub fn read(of: &str, reply: &str) -> Value {
    let text = format!(
        "vocabulary severity \"How bad.\" {{ low = \"minor\" medium high = \"severe\" | \"sehr  SCHLIMM\" }} \
         facts f \"One.\" {{ a : {of} }}"
    );
    let schema = FactsSchema::of(&program(&text), "f").unwrap();
    let read = schema.read(reply.as_bytes()).unwrap();
    serde_json::from_str(&format!("{{{}}}", read.members())).unwrap()
}

#[test]
fn numbers_that_are_equal_are_one_member_however_they_are_written() {
    let canon = |members: &str, raw: &str| {
        let line = format!(r#"{{"op": "canon", "input": {{"raw": {raw}, "spec": {{"enum": {members}}}}}}}"#);
        crate::cli::run_on(&["rpc"], line).stdout
    };
    for members in ["[1.0, 1]", "[1, 1.0]", "[100, 1e2]"] {
        assert!(!canon(members, "1").contains("collide"), "{members}");
    }
    assert!(canon("[1.0, \"1\"]", "1").contains("two-members-collide"));
}
