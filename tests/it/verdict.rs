//! What became of a call: the verdict, which refusal, where, and never a value.

use fabric_rules::internal::apply::{Outcome, ReasonCode, Verdict, judge};
use fabric_rules::internal::json::Limits;
use fabric_rules::internal::schema::Schema;
use proptest::strategy::{Strategy, ValueTree as _};
use proptest::test_runner::TestRunner;
use serde_json::{Value, json};

use crate::apply::two_minded;
use crate::support::{Tool, fabric, generate, proven, schema, tools};

const CALL: &str = r#"{"type": "object", "additionalProperties": false, "required": ["count"], "properties": {
    "count": {"type": "integer", "minimum": 1}, "outputFormat": {"type": "string", "enum": ["pdf", "html"]},
    "note": {"type": "string"}, "list": {"type": "array", "items": {"type": "string"}}}}"#;

/// The verdict on a call under the derived plan, if there is one.
fn verdict(schema: &Schema, args: &str) -> Verdict {
    let plan = proven(&fabric(), "a.ref", schema);
    judge(schema, plan.as_ref(), args.as_bytes(), Limits::ARGUMENTS).unwrap()
}

/// Name of the verdict, code, pointer and message.
fn told(verdict: &Verdict) -> (&str, &str, &str, &str) {
    let reason = verdict.reason();
    let parts = reason.map(|reason| (reason.code.name(), &*reason.at, &*reason.message));
    let (code, at, message) = parts.unwrap_or_default();
    (verdict.name(), code, at, message)
}

#[test]
fn each_refusal_says_which_where_and_why() {
    let schema = schema(CALL);
    let cases = [
        (r#"{"count": 1}"#, ("valid", "", "", "")),
        (r#"{"COUNT": "1", "note": null}"#, ("normalized", "", "", "")),
        (
            r#"{"count": 1, "Note": "a", "NOTE": "b"}"#,
            (
                "rejected",
                "ambiguous-name",
                "/Note",
                "Additional properties are not allowed ('NOTE', 'Note' were unexpected)",
            ),
        ),
        (
            r#"{"count": 1, "note": "a", "NOTE": "b"}"#,
            (
                "rejected",
                "key-given-too",
                "/NOTE",
                "Additional properties are not allowed ('NOTE' was unexpected)",
            ),
        ),
        (r#"{"note": "a"}"#, ("rejected", "no-rule", "", "\"count\" is a required property")),
        (r#"{"count": 0}"#, ("rejected", "no-rule", "/count", "value is less than the minimum of 1")),
        (
            // A pointer into the result has the given name of a member that was moved.
            r#"{"COUNT": "1", "LI-ST": ["a", 7]}"#,
            ("rejected", "still-rejected", "/LI-ST/1", "value is not of type \"string\""),
        ),
        (
            r#"{"count": "1", "a/b~c": 1}"#,
            (
                "rejected",
                "still-rejected",
                "/a~1b~0c",
                "Additional properties are not allowed ('a/b~c' was unexpected)",
            ),
        ),
        (
            r#"{"count": "1", "list": [{"a~/b": 1, "a~/b": 2}]}"#,
            ("rejected", "duplicate-member", "/list/0/a~0~1b", "a member name is given twice"),
        ),
        (
            r#"{"count": "1", "list": ["\ud800"]}"#,
            ("unknown", "lone-surrogate", "/list/0", "a string holds a lone surrogate"),
        ),
        (
            r#"{"count": "1", "\ud800": {"\udbfe\udc00": "\udfff"}}"#,
            ("unknown", "lone-surrogate", r"/\ud800", "a string holds a lone surrogate"),
        ),
        (
            r#"{"count": 1e400}"#,
            ("unknown", "unreadable-number", "/count", "a number is too large for a double"),
        ),
    ];
    for (args, expected) in cases {
        assert_eq!(told(&verdict(&schema, args)), expected, "{args}");
    }
}

#[test]
fn what_two_rules_disagree_about_names_them_both() {
    let by_keys = schema(
        r#"{"type": "object", "additionalProperties": false, "properties": {"a_bc": {"type": "string"}, "ab-c": {"type": "string"}}}"#,
    );
    let by_values = schema(
        r#"{"type": "object", "additionalProperties": false, "properties": {"mode": {"enum": ["a_bc", "ab-c", "same"]}}}"#,
    );
    for (schema, args, code, at) in [
        (by_keys, r#"{"a_b-c": "x"}"#, ReasonCode::TwoTargets, "/a_b-c"),
        (by_values, r#"{"mode": "a_b-c"}"#, ReasonCode::TwoOutcomes, "/mode"),
    ] {
        let plan = proven(&two_minded(&[]), "a.ref", &schema).unwrap();
        let Verdict::Rejected(reason) = plan.judge(args.as_bytes()).unwrap() else { panic!("{args}") };
        assert_eq!((reason.code, &*reason.at), (code, at));
        assert_eq!(reason.rules.len(), 2);
    }
}

#[test]
fn a_tool_without_a_plan_is_judged_too() {
    let open = schema(r#"{"type": "object", "properties": {"n": {"type": "integer"}}}"#);
    assert_eq!(verdict(&open, r#"{"n": 1, "x": 2}"#), Verdict::Valid);
    assert_eq!(
        told(&verdict(&open, r#"{"n": "1"}"#)),
        ("rejected", "no-rule", "/n", "value is not of type \"integer\"")
    );
}

#[test]
fn what_nobody_could_ask_is_unknown() {
    let branches = |depth: usize| {
        let mut node = json!({"type": "integer"});
        for _ in 0..depth {
            node = json!({"anyOf": [node.clone(), node]});
        }
        node
    };
    let wide = json!({"type": "object", "properties": {"list": {"items": branches(13)}}});
    let wide = schema(&wide.to_string());
    let call = |items: usize| format!(r#"{{"list": [{}]}}"#, vec!["1"; items].join(","));
    assert_eq!(verdict(&wide, &call(10)), Verdict::Valid);
    let costly = verdict(&wide, &call(20_000));
    let (name, code, ..) = told(&costly);
    assert_eq!((name, code), ("unknown", "too-costly"));
}

#[test]
fn a_pattern_that_the_validator_gives_up_on_is_unknown() {
    let schema = schema(
        r#"{"type": "object", "properties": {"p": {"type": "string", "pattern": "^(a|b|ab)*(?=c)c$"}}}"#,
    );
    let call = |text: String| json!({"p": text}).to_string();
    assert_eq!(verdict(&schema, &call("ab".repeat(9) + "c")), Verdict::Valid);
    assert_eq!(told(&verdict(&schema, &call("z".to_owned()))).1, "no-rule");
    let given_up = verdict(&schema, &call("ab".repeat(40)));
    let (name, code, at, _) = told(&given_up);
    assert_eq!((name, code, at), ("unknown", "undecided", "/p"));
    let boundary = fabric_rules::internal::boundary::Boundary::without_plan(
        fabric_rules::internal::boundary::AsGiven,
        schema,
    );
    let refused = boundary.call(call("ab".repeat(40)).into_bytes());
    assert!(matches!(refused, Err(fabric_rules::internal::boundary::BoundaryError::Undecided { .. })));
}

#[test]
fn no_message_holds_a_value() {
    let secret = "hunter2";
    let property = |schema: Value| json!({"type": "object", "properties": {"p": schema}}).to_string();
    let text = json!(secret);
    let list = json!([secret, secret]);
    let object = json!({"k": secret, "l": secret});
    let cases = [
        (json!({"type": "integer"}), &text),
        (json!({"type": ["integer", "null"]}), &text),
        (json!({"enum": ["a", 1]}), &text),
        (json!({"const": {"a": 1}}), &text),
        (json!({"minLength": 99}), &text),
        (json!({"maxLength": 1}), &text),
        (json!({"pattern": "^[0-9]+$"}), &text),
        (json!({"not": {"type": "string"}}), &text),
        (json!({"anyOf": [{"type": "null"}, {"maxLength": 1}]}), &text),
        (json!({"oneOf": [{"type": "null"}, {"maxLength": 1}]}), &text),
        (json!({"oneOf": [{"type": "string"}, {"minLength": 1}]}), &text),
        (json!({"allOf": [{"maxLength": 1}]}), &text),
        (json!({"if": {"type": "string"}, "then": {"maxLength": 1}}), &text),
        (json!(false), &text),
        (json!({"maxItems": 1}), &list),
        (json!({"minItems": 9}), &list),
        (json!({"uniqueItems": true}), &list),
        (json!({"contains": {"type": "null"}}), &list),
        (json!({"prefixItems": [true], "items": false}), &list),
        (json!({"prefixItems": [true], "unevaluatedItems": false}), &list),
        (json!({"maxProperties": 1}), &object),
        (json!({"minProperties": 9}), &object),
        (json!({"additionalProperties": {"type": "null"}}), &object),
        (json!({"unevaluatedProperties": false}), &object),
        (json!({"propertyNames": {"maxLength": 0}}), &object),
        (json!({"dependentRequired": {"k": ["z"]}}), &object),
        (json!({"required": ["z"]}), &object),
    ];
    for (keywords, value) in cases {
        let schema = schema(&property(keywords.clone()));
        let verdict = verdict(&schema, &json!({"p": value}).to_string());
        let Verdict::Rejected(reason) = verdict else { panic!("{keywords} accepts {value}") };
        let reason = serde_json::to_string(&reason).unwrap();
        assert!(!reason.contains(secret), "{keywords}: {reason}");
    }
    // Nor a long list of names.
    let names: Vec<String> = (0..5000).map(|n| format!("\"stranger-{n}\": 1")).collect();
    let reason = verdict(&schema(CALL), &format!("{{{}}}", names.join(","))).reason().unwrap().clone();
    assert!(reason.message.chars().count() <= 301, "{}", reason.message);
}

#[test]
fn a_verdict_agrees_with_apply_and_with_the_validator() {
    let mut runner = TestRunner::deterministic();
    let mut names = std::collections::BTreeMap::<&str, usize>::new();
    for Tool { name, schema, file } in tools() {
        let plan = proven(&fabric(), &name, &schema);
        for _ in 0..4 {
            let args = generate::arguments(&schema).new_tree(&mut runner).unwrap().current().to_string();
            let verdict = judge(&schema, plan.as_ref(), args.as_bytes(), Limits::ARGUMENTS).unwrap();
            let outcome = plan.as_ref().map(|plan| plan.apply(args.as_bytes()).unwrap());
            let accepted = schema.accepts_arguments(&serde_json::from_str(&args).unwrap());
            assert_eq!(accepted, verdict == Verdict::Valid, "{file} {name}: {args}");
            match (&verdict, outcome) {
                (Verdict::Normalized { args: after, .. }, Some(Outcome::Normalized { args, .. })) => {
                    assert_eq!(*after, args);
                }
                (Verdict::Normalized { .. }, _) | (_, Some(Outcome::Normalized { .. })) => {
                    panic!("{file} {name}: {args}");
                }
                _ => {}
            }
            *names.entry(verdict.name()).or_default() += 1;
        }
    }
    assert!(["valid", "normalized", "rejected"].iter().all(|name| names[name] > 50), "{names:?}");
}

#[test]
fn codes_have_the_names_that_they_are_written_with() {
    for code in ReasonCode::ALL {
        assert_eq!(serde_json::to_value(code).unwrap(), code.name());
        let page = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/plans.md")).unwrap();
        assert!(page.contains(&format!("| `{}` |", code.name())), "docs/plans.md has no row for {code:?}");
    }
}
