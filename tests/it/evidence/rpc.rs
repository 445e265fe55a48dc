//! The vectors of every operation on evidence, through the binary.

use serde_json::{Value, json};

use crate::cli::{run_on, values};

#[test]
fn every_vector_holds_through_rpc() {
    let mut requests = Vec::new();
    let mut cases = Vec::new();
    for name in ["distance", "entropy", "freedom", "trend", "measure", "ingest", "signals", "pool"] {
        let path = crate::support::fixture("vectors").join(format!("{name}.json"));
        let file: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
        for case in file["cases"].as_array().unwrap() {
            requests.push(json!({"op": name, "input": case["input"]}).to_string());
            cases.push((name, case.clone()));
        }
    }
    let answers = values(&run_on(&["rpc"], requests.join("\n")).stdout);
    assert_eq!(answers.len(), cases.len());
    assert!(cases.len() > 500);
    for ((name, case), answer) in cases.iter().zip(&answers) {
        assert_eq!(answer["output"], case["expected"], "{name}: {} {answer}", case["name"]);
    }
}

/// The code and the message of the answer to a bad request.
fn error(op: &str, input: &Value) -> (String, String) {
    let answer = &values(&run_on(&["rpc"], json!({"op": op, "input": input}).to_string()).stdout)[0];
    let text = |name: &str| answer["error"][name].as_str().unwrap_or_else(|| panic!("{answer}")).to_owned();
    (text("code"), text("message"))
}

#[test]
fn a_bad_request_is_told_what_and_where() {
    let operation = json!({"ref": "a", "args": {}, "outcome": "failed", "failureStage": 3});
    for (op, input, code, message) in [
        ("entropy", json!({"counts": [1, -1]}), "out-of-range", "below zero"),
        ("entropy", json!({"counts": ["1"]}), "wrong-kind", "finite numbers"),
        ("trend", json!({"scores": 1}), "wrong-kind", "`scores` must be an array"),
        ("distance", json!({"left": "a"}), "missing-member", "`right`"),
        (
            "measure",
            json!({"traces": [{"operations": [operation]}]}),
            "wrong-kind",
            "/traces/0/operations/0/failureStage",
        ),
        (
            "measure",
            json!({"traces": [], "surface": {"version": 1, "actions": [{"ref": "a", "inputSchema": 1}, {"ref": "a", "inputSchema": 1}]}}),
            "no-surface",
            "a",
        ),
        ("measure", json!({"traces": [], "repairs": [{"kind": "x"}]}), "wrong-kind", "/repairs/0/kind"),
        (
            "signals",
            json!({"traces": [], "valueObservations": [{"ref": "a", "key": "k", "value": null}]}),
            "wrong-kind",
            "/valueObservations/0/value",
        ),
        ("ingest", json!({"lines": [1]}), "wrong-kind", "a line must be"),
        (
            "ingest",
            json!({"lines": [{"before": "", "repeat": "x", "times": 1e15, "after": ""}]}),
            "too-large",
            "64 MiB",
        ),
        ("pool", json!({"start": {"version": 2}, "steps": []}), "damaged-pool", "damaged"),
        (
            "pool",
            json!({"steps": [[{"file": "s", "observations": [{"ref": "a", "key": "k", "value": 1, "count": 0}]}]]}),
            "wrong-kind",
            "an integer from 1",
        ),
    ] {
        let (found, said) = error(op, &input);
        assert_eq!(found, code, "{op} {input}: {said}");
        assert!(said.contains(message), "{op} {input}: {said}");
    }
}

#[test]
fn of_a_member_given_twice_the_last_counts() {
    let freedom = |schema: &str| {
        let request = format!(r#"{{"op":"freedom","input":{{"schema":{schema}}}}}"#);
        values(&run_on(&["rpc"], request).stdout)[0]["output"].clone()
    };
    for (twice, once) in [
        (r#"{"type":"string","type":"boolean"}"#, r#"{"type":"boolean"}"#),
        (r#"{"enum":[1],"enum":[1,2,3]}"#, r#"{"enum":[1,2,3]}"#),
        (
            r#"{"type":"object","properties":{"a":{"type":"string"},"b":{},"a":{"type":"boolean"}},"required":[],"required":["a"]}"#,
            r#"{"type":"object","properties":{"a":{"type":"boolean"},"b":{}},"required":["a"]}"#,
        ),
        (
            r#"{"const":1,"anyOf":[],"anyOf":[{"const":1},{"const":2}]}"#,
            r#"{"anyOf":[{"const":1},{"const":2}]}"#,
        ),
    ] {
        assert_eq!(freedom(twice), freedom(once), "{twice}");
    }
}

#[test]
fn half_a_surrogate_pair_is_not_taken_for_the_text_of_its_spelling() {
    let request = |input: &str| {
        let request = format!(r#"{{"op":"pool","input":{input}}}"#);
        values(&run_on(&["rpc"], request).stdout).remove(0)
    };
    let observed = |value: &str| {
        format!(r#"{{"steps":[[{{"file":"s","observations":[{{"ref":"a","key":"k","value":{value}}}]}}]]}}"#)
    };
    let answer = request(&observed(r#""\\ud800""#));
    assert_eq!(answer["output"]["observations"][0]["value"], "\\ud800");
    let answer = request(&observed(r#""\ud800""#));
    assert_eq!(answer["error"]["code"], "wrong-kind", "{answer}");
    assert!(answer["error"]["message"].as_str().unwrap().contains("/observations/0/value"), "{answer}");
    let answer =
        request(r#"{"start":{"version":1,"entries":[],"tracked":[],"baked":["\ud800"]},"steps":[]}"#);
    assert_eq!(answer["error"]["code"], "not-canonical", "{answer}");
}

#[test]
fn a_stage_that_nobody_heard_of_is_a_stage() {
    let operation = |stage: &str| json!({"ref": "a", "args": {}, "outcome": "failed", "failureStage": stage});
    let operations = ["elsewhere", "elsewhere", "nowhere", "validate"].map(operation);
    let input = json!({"traces": [{"operations": operations}]});
    let request = json!({"op": "measure", "input": input}).to_string();
    let report = &values(&run_on(&["rpc"], request).stdout)[0]["output"];
    // Two, one and one of four: one bit and a half. Only `validate` rejects the invocation.
    assert_eq!(report["refs"][0]["failureStageEntropyBits"], 1.5, "{report}");
    assert_eq!(
        (&report["totals"]["failed"], &report["totals"]["invocationRejections"]),
        (&json!(4), &json!(1))
    );
}

#[test]
fn half_a_surrogate_pair_is_one_unit_and_never_its_spelling() {
    let churn = |first: &str, then: &str| {
        let operation = |name: &str| format!(r#"{{"ref":"a","args":{{"{name}":1}},"outcome":"failed"}}"#);
        let operations = format!("{},{}", operation(first), operation(then));
        let request = format!(r#"{{"op":"measure","input":{{"traces":[{{"operations":[{operations}]}}]}}}}"#);
        let report = values(&run_on(&["rpc"], request).stdout)[0]["output"].clone();
        (report["refs"][0]["shapeSignatures"].as_array().unwrap().len(), report["churnRate"].clone())
    };
    let ud800 = r"\ud800";
    // One of seven units of the signature `(x:num)`, and six for one of twelve.
    assert_eq!(churn(r"\ud800", "x"), (2, json!(0.142857)));
    assert_eq!(churn(ud800, r"\\ud800"), (2, json!(0.5)));
    assert_eq!(churn(ud800, r"\udbff"), (2, json!(0.142857)));
    assert_eq!(churn(ud800, r"\uD800"), (1, json!(0)));
    // Beside other escapes, and with a half that follows a whole pair.
    assert_eq!(churn(r"\n\ud83d\ude00\ude00", r"\u000a😀\uDE00"), (1, json!(0)));
}

#[test]
fn half_a_surrogate_pair_is_no_other_character() {
    let distance = |left: &str, right: &str| {
        let request = format!(r#"{{"op":"distance","input":{{"left":"{left}","right":"{right}"}}}}"#);
        values(&run_on(&["rpc"], request).stdout)[0]["output"].clone()
    };
    for (left, right, expected) in [
        (r"\ud800", r"\udbfe\udc00", json!(1)),
        (r"\ud800", "\u{10f800}", json!(1)),
        (r"\udbfe\udc00", "\u{10f800}", json!(0)),
        (r"\udbfe\udc00", r"\udbfe", json!(0.5)),
        (r"\udbfe\udc00\ud800", "\u{10f800}\\uD800", json!(0)),
        (r"\udbff\udfff\ud800", r"\udfff\ud800", json!(0.333333)),
        (r"a\n\u0041", r"a\u000aA", json!(0)),
    ] {
        assert_eq!(distance(left, right), expected, "{left} {right}");
    }
}
