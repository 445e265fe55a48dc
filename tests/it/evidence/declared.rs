//! What is said about shapes holds for every call that has them.

use fabric_rules::internal::json::{Document, Limits, shape};
use fabric_rules::internal::metric::{Declared, Verdict};
use fabric_rules::internal::schema::Schema;
use proptest::strategy::{Just, Strategy as _, ValueTree as _};
use proptest::test_runner::TestRunner;
use serde_json::{Value, json};

use crate::support::{generate, schema, tools};

fn verdict(schema: &Schema, signature: &str) -> Option<Verdict> {
    Declared::new([("a", schema.root())]).verdict("a", signature)
}

/// What is said about the shape of these arguments, which the validator must agree with.
fn checked(schema: &Schema, args: &Value) -> Option<Verdict> {
    let found = verdict(schema, &shape::signature(args));
    let is_accepted = schema.accepts_arguments(args);
    let wrong = if is_accepted { Verdict::Rejected } else { Verdict::Accepted };
    assert_ne!(found, Some(wrong), "{args}\n{}", schema.root().to_value());
    found
}

#[test]
fn the_validator_agrees_with_every_verdict() {
    let mut runner = TestRunner::deterministic();
    let mut counts = [0_usize; 3];
    let mut count = |found| {
        counts[match found {
            Some(Verdict::Accepted) => 0,
            Some(Verdict::Rejected) => 1,
            None => 2,
        }] += 1
    };
    let generated = generate::schemas().prop_flat_map(|mut value| {
        // What a schema keeps for references says nothing about shapes, but is not looked at.
        if !value.to_string().contains("$ref\":") {
            value.as_object_mut().unwrap().remove("$defs");
        }
        let schema = Schema::parse(value.to_string().as_bytes(), Default::default()).unwrap();
        (Just(schema.clone()), generate::arguments(&schema))
    });
    for _ in 0..600 {
        let (schema, args) = generated.new_tree(&mut runner).unwrap().current();
        count(checked(&schema, &args));
    }
    for tool in tools() {
        let args = generate::arguments(&tool.schema);
        count(checked(&tool.schema, &args.new_tree(&mut runner).unwrap().current()));
    }
    assert!(counts.iter().all(|count| *count > 50), "accepted, rejected, neither: {counts:?}");
}

#[test]
fn a_verdict_is_given_only_where_names_and_kinds_decide() {
    let closed = schema(
        r#"{"type": "object", "additionalProperties": false, "required": ["zone"], "properties": {
            "zone": {"type": "string"}, "count": {"type": "integer"}, "size": {"type": "number"}, "way": {"enum": ["a"]}}}"#,
    );
    for (signature, expected) in [
        ("(zone:str)", Some(Verdict::Accepted)),
        ("(size:num,zone:str)", Some(Verdict::Accepted)),
        ("()", Some(Verdict::Rejected)),
        ("(other:str,zone:str)", Some(Verdict::Rejected)),
        ("(other:{a:str,b:{c:obj}},zone:str)", Some(Verdict::Rejected)),
        ("(zone:num)", Some(Verdict::Rejected)),
        ("(zone:{a:str,b:num})", Some(Verdict::Rejected)),
        // A number may be whole or not, a text may be a member or not.
        ("(count:num,zone:str)", None),
        ("(way:str,zone:str)", None),
        // Not all members are named, or not so that they could be told apart.
        ("(a:str,…+3)", None),
        ("(a:b:str)", None),
        ("str", None),
        ("", None),
    ] {
        assert_eq!(verdict(&closed, signature), expected, "{signature}");
    }
    assert_eq!(Declared::default().verdict("a", "()"), None);
}

#[test]
fn a_keyword_that_is_not_read_leaves_calls_undecided() {
    for (schema, signature, expected) in [
        (json!({"properties": {}, "minProperties": 1}), "()", None),
        (json!({"additionalProperties": false, "patternProperties": {"": {}}}), "(a:str)", None),
        (json!({"properties": {"a": {"$ref": "#/x", "type": "string"}}}), "(a:num)", None),
        (json!({"$ref": "#/x", "required": ["a"]}), "()", None),
        (json!({"properties": {"a": {"type": "array", "items": false}}}), "(a:arr)", None),
        (
            json!({"properties": {"a": {"type": ["string", "null"], "title": "A"}}}),
            "(a:null)",
            Some(Verdict::Accepted),
        ),
        (json!({"type": "object", "properties": {}}), "(a:str)", Some(Verdict::Accepted)),
        (json!({"type": "object", "additionalProperties": {}}), "(a:str)", None),
    ] {
        let document = Document::parse(schema.to_string().as_bytes(), Limits::SURFACE).unwrap();
        let declared = Declared::new([("a", &document.root)]);
        assert_eq!(declared.verdict("a", signature), expected, "{schema}");
    }
}
