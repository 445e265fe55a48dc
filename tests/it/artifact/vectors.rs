//! The vectors of every operation on artifacts, through the binary.

use serde_json::{Value, json};

use crate::cli::{run_on, values};
use crate::support::fixture;

#[test]
fn every_vector_holds_through_rpc() {
    let (mut requests, mut cases) = (Vec::new(), Vec::new());
    for name in ["compile", "merge", "parse-artifact", "trial", "constat"] {
        let text = std::fs::read_to_string(fixture("vectors").join(format!("{name}.json"))).unwrap();
        let file: Value = serde_json::from_str(&text).unwrap();
        for case in file["cases"].as_array().unwrap() {
            requests.push(json!({"op": name, "input": case["input"]}).to_string());
            cases.push((name, case.clone()));
        }
    }
    let answers = values(&run_on(&["rpc"], requests.join("\n")).stdout);
    assert_eq!(answers.len(), cases.len());
    assert!(cases.len() > 240);
    for ((name, case), answer) in cases.iter().zip(&answers) {
        assert_eq!(answer["output"], case["expected"], "{name}: {} {answer}", case["name"]);
    }
}

/// The answer of one operation.
fn answer(op: &str, input: &Value) -> Value {
    values(&run_on(&["rpc"], json!({"op": op, "input": input}).to_string()).stdout)[0].clone()
}

#[test]
fn a_converged_artifact_comes_back_as_the_bytes_that_it_was() {
    let surface: Value = serde_json::from_str(super::SURFACE).unwrap();
    let first = answer("compile", &json!({"traces": [], "surface": surface}))["output"].clone();
    let text = first["artifact"].to_string().replacen("\"version\":2", "\"surplus\": 1.0, \"version\":2", 1);
    assert!(text.contains("surplus"));
    let line = format!(
        "{{\"op\":\"compile\",\"input\":{{\"traces\":[],\"surface\":{surface},\"artifact\":{text}}}}}"
    );
    let stdout = run_on(&["rpc"], line).stdout;
    assert!(stdout.contains("\"status\":\"converged\"") && stdout.contains(&text), "{stdout}");
}

#[test]
fn a_damaged_artifact_is_an_error_and_never_replaced() {
    let surface: Value = serde_json::from_str(super::SURFACE).unwrap();
    let input = json!({"traces": [], "surface": surface, "artifact": {"version": 2}});
    let answer = answer("compile", &input);
    assert_eq!(answer["error"]["code"], "damaged-artifact");
    assert!(answer["error"]["message"].as_str().unwrap().contains("`metricVersion` is missing"));
}

#[test]
fn a_retraction_takes_bands_by_name_only_and_keeps_its_own_members() {
    let record = |facts: Value, config: Value| {
        answer("constat", &json!({"concept": "C", "facts": facts, "revision": 1, "config": config}))["output"]
            .clone()
    };
    for raw in [json!(0.73), json!("sure"), json!(0), json!(false), json!(["low"])] {
        assert_eq!(record(json!({"certaintyBand": raw}), json!({}))["certaintyBand"], Value::Null);
        assert_eq!(
            record(json!({"certaintyBand": raw, "confBand": "low"}), json!({}))["certaintyBand"],
            "low"
        );
    }
    let forged = json!({"extra": {"kind": "Other", "atRev": 99, "more": 1}});
    assert_eq!(
        record(json!({}), forged),
        json!({"kind": "C", "claim": null, "retractedBecause": null, "certaintyBand": null, "atRev": 1, "more": 1})
    );
    assert_eq!(record(json!({}), json!({"extra": "ab"})).as_object().unwrap().len(), 5);
}

#[test]
fn what_is_no_artifact_is_no_empty_one() {
    let surface: Value = serde_json::from_str(super::SURFACE).unwrap();
    for odd in [json!(5), json!({}), json!({"version": 3}), json!([]), json!("x")] {
        for (op, input) in [
            ("merge", json!({"incoming": odd, "live": surface})),
            ("trial", json!({"traces": [], "artifact": odd, "live": surface})),
        ] {
            assert_eq!(answer(op, &input)["error"]["code"], "damaged-artifact", "{op} {odd}");
        }
    }
    let revision = |revision: Value| {
        answer("constat", &json!({"concept": "C", "facts": {}, "revision": revision, "config": {}}))
    };
    assert_eq!(revision(json!(7))["output"]["atRev"], 7);
    for odd in [json!("3"), json!(1.5), json!(-1)] {
        assert_eq!(revision(odd)["error"]["code"], "wrong-kind");
    }
}
