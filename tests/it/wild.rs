//! Failing calls from real life, scored with four numbers. The last three must be zero.

use fabric_rules::json::{Data, Node, canonical};
use fabric_rules::schema::{Schema, SchemaOptions};

use crate::support::{canonical_of, fabric, fixture, normalized, parse, proven};

/// What `fabric` makes of a case.
fn repaired(case: &Node, line: &str) -> Option<String> {
    let document = parse(line);
    let schema = Schema::new(&document, case.get("schema")?, SchemaOptions::default()).ok()?;
    let proven = proven(&fabric(), "wild", &schema)?;
    let args = case.get("args")?;
    args.as_object()?;
    normalized(&proven, args.span.of(line))
}

#[test]
fn score() {
    let text = std::fs::read_to_string(fixture("wild/cases.jsonl")).unwrap();
    let (mut right, mut wrong, mut accepted, mut changed) = (0, 0, 0, 0);
    for line in text.lines() {
        let case = parse(line).root;
        let want = case.get("want").and_then(Node::as_str).unwrap();
        let result = repaired(&case, line);
        let expected = canonical::text(case.get("expected").unwrap());
        let reachable = case.get("four").unwrap().data == Data::Bool(true) && is_closed(&case);
        match (want, result.map(|text| canonical_of(&text))) {
            ("normalize", Some(text)) if text == expected => right += 1,
            ("normalize", Some(_)) => wrong += 1,
            ("normalize", None) => assert!(!reachable, "missed: {line}"),
            ("refuse", Some(_)) => accepted += 1,
            ("lexeme", _) => {}
            (_, Some(_)) => changed += 1,
            _ => {}
        }
    }
    println!(
        "right fixes {right}, wrong values {wrong}, must-refuse accepted {accepted}, valid changed {changed}"
    );
    assert_eq!((wrong, accepted, changed), (0, 0, 0));
    assert_eq!(right, 20);
}

fn is_closed(case: &Node) -> bool {
    let additional = case.get("schema").and_then(|schema| schema.get("additionalProperties"));
    additional.is_some_and(|value| value.data == Data::Bool(false))
}
