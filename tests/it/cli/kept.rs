//! What a long process keeps never answers another question: each answer is that of a process of its own.

use serde_json::{Value, json};

use super::run_on;

const EXACT: &str = r#"{"type":"object","additionalProperties":false,"properties":{"n":{"type":"integer","maximum":9007199254740993},"a":{"type":"integer"}}}"#;

/// An edited `fabric` and another profile, so that all parts of a question can be told apart.
const RULES: &str = "language 1\n\
    profile spelled \"Keys only.\" { status active plan 2 over closed-object conventions key-form }\n";

/// Requests of which any two differ in one thing that the answer depends on.
fn requests() -> Vec<String> {
    let apply = |schema: &str, more: Value| {
        let mut input = json!({"ref": "a.ref"});
        for (name, value) in more.as_object().unwrap() {
            input[name] = value.clone();
        }
        let input = input.to_string();
        let args = r#"{"n":9007199254740993,"A":"5"}"#;
        format!(r#"{{"op":"apply","input":{{"schema":{schema},"args":{args},{}}}"#, input.get(1..).unwrap())
    };
    let other_maximum = EXACT.replace("740993", "740992");
    let digest = fabric_rules::internal::digest::Digest::of_node(&crate::support::parse(EXACT).root);
    let plan = |reference: &str, rules: Value| json!({"plan": {"version": 1, "ref": reference, "baseSchemaDigest": digest, "rules": rules}});
    let rules = json!([{"kind": "key-form", "key": "a"}, {"kind": "optional-null", "key": "a"},
        {"kind": "numeric-string", "key": "a"}, {"kind": "key-form", "key": "n"},
        {"kind": "optional-null", "key": "n"}, {"kind": "numeric-string", "key": "n"}]);
    let fewer = json!([{"kind": "key-form", "key": "a"}]);
    vec![
        apply(EXACT, json!({})),
        apply(&other_maximum, json!({})),
        apply(
            &EXACT.replace(r#""a":{"type":"integer"}"#, r#""a":{"type":"integer","nullable":true}"#),
            json!({}),
        ),
        apply(EXACT, json!({"ref": "another.ref"})),
        apply(EXACT, json!({"profile": "spelled"})),
        apply(EXACT, json!({"profile": "fabric"})),
        apply(EXACT, plan("a.ref", rules.clone())),
        apply(EXACT, plan("a.ref", fewer)),
        apply(EXACT, plan("another.ref", rules.clone())),
        apply(&other_maximum, plan("a.ref", rules)),
    ]
}

#[test]
fn a_long_process_answers_each_request_like_a_process_of_its_own() {
    let folder = tempfile::tempdir().unwrap();
    for source in fabric_rules::internal::rules::embedded() {
        let name = std::path::Path::new(&source.name).file_name().unwrap();
        std::fs::write(folder.path().join(name), &source.text).unwrap();
    }
    std::fs::write(folder.path().join("more.rules"), RULES).unwrap();
    let command = ["rpc", "--rules", folder.path().to_str().unwrap(), "--jobs", "1"];

    let requests = requests();
    let alone: Vec<String> =
        requests.iter().map(|request| run_on(&command, format!("{request}\n")).stdout).collect();
    assert!(alone.iter().filter(|answer| answer.contains("\"changed\":true")).count() >= 5, "{alone:?}");
    // The greater maximum takes the number, the smaller one does not.
    assert!(alone[0].contains("\"changed\":true") && alone[1].contains("\"changed\":false"), "{alone:?}");

    // Each request behind each other one.
    let pairs = (0..requests.len()).flat_map(|first| (0..requests.len()).map(move |then| [first, then]));
    for order in [pairs.clone().flatten().collect::<Vec<_>>(), pairs.flatten().rev().collect()] {
        let lines: String = order.iter().map(|index| format!("{}\n", requests[*index])).collect();
        let together = run_on(&command, lines).stdout;
        for (line, index) in together.lines().zip(&order) {
            assert_eq!(line, alone[*index].trim_end(), "{}", requests[*index]);
        }
        assert_eq!(together.lines().count(), order.len());
    }
}
