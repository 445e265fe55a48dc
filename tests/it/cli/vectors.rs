//! The vectors, through the binary: each through `rpc`, and those of a command through it too.

use serde_json::{Value, json};

use super::{run_on, values};

fn cases(name: &str) -> Vec<Value> {
    let path = crate::support::fixture("vectors").join(format!("{name}.json"));
    let file: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    file["cases"].as_array().unwrap().clone()
}

fn check(cases: &[Value], answers: &[Value]) {
    assert!(cases.len() > 10);
    assert_eq!(answers.len(), cases.len());
    for (case, answer) in cases.iter().zip(answers) {
        assert_eq!(*answer, case["expected"], "{}", case["name"]);
    }
}

/// Takes off what an answer of `apply` says beyond the vectors, and checks that it fits the rest.
fn without_verdict(mut answer: Value) -> Value {
    let members = answer.as_object_mut().unwrap();
    let verdict = members.remove("verdict").unwrap();
    let reason = members.remove("reason");
    assert_eq!(members.remove("uses").is_some(), verdict == "normalized", "{verdict}");
    assert_eq!(members["changed"] == true, verdict == "normalized", "{verdict}");
    assert_eq!(reason.is_some(), verdict == "rejected" || verdict == "unknown", "{verdict}");
    answer
}

fn through_rpc(name: &str) {
    let cases = cases(name);
    let request =
        |(id, case): (usize, &Value)| json!({"id": id, "op": name, "input": case["input"]}).to_string();
    let requests: Vec<String> = cases.iter().enumerate().map(request).collect();
    let mut answers = values(&run_on(&["rpc"], requests.join("\n")).stdout);
    for (id, answer) in answers.iter_mut().enumerate() {
        assert_eq!(answer["id"], id);
        *answer = answer["output"].take();
        if name == "apply" {
            *answer = without_verdict(answer.take());
        }
    }
    check(&cases, &answers);
}

fn through_its_command(name: &str) {
    let cases = cases(name);
    let lines: Vec<String> = cases.iter().map(|case| case["input"].to_string()).collect();
    let ran = run_on(&[name], lines.join("\n"));
    assert_eq!((ran.code, &*ran.stderr), (0, ""));
    let answers = values(&ran.stdout).into_iter();
    let answers = answers.map(|answer| if name == "apply" { without_verdict(answer) } else { answer });
    check(&cases, &answers.collect::<Vec<Value>>());
}

#[test]
fn jcs() {
    through_rpc("jcs");
}

#[test]
fn shape() {
    through_rpc("shape");
}

#[test]
fn derive() {
    through_rpc("derive");
    through_its_command("derive");
}

#[test]
fn apply() {
    through_rpc("apply");
    through_its_command("apply");
}

#[test]
fn digest_agrees_with_jcs() {
    let cases = cases("jcs");
    let input: Vec<String> = cases
        .iter()
        .map(|case| {
            format!(
                "{{\"op\":\"digest\",\"input\":{}}}",
                case["input"]["text"].as_str().unwrap().replace('\n', " ")
            )
        })
        .collect();
    for (case, answer) in cases.iter().zip(values(&run_on(&["rpc"], input.join("\n")).stdout)) {
        assert_eq!(answer["output"], case["expected"]["hash"], "{}", case["name"]);
    }
}

#[test]
fn every_derived_plan_is_proved_and_every_other_is_not() {
    let cases = cases("derive");
    let planned: Vec<&Value> = cases.iter().filter(|case| !case["expected"].is_null()).collect();
    let line = |case: &Value, reference: &Value, plan: &Value| {
        json!({"ref": reference, "schema": case["input"]["schema"], "plan": plan}).to_string()
    };
    let mut lines = Vec::new();
    for case in &planned {
        lines.push(line(case, &case["input"]["ref"], &case["expected"]));
        lines.push(line(case, &json!("another.ref"), &case["expected"]));
        let mut cut = case["expected"].clone();
        cut["rules"].as_array_mut().unwrap().pop();
        lines.push(line(case, &case["input"]["ref"], &cut));
    }
    let ran = run_on(&["prove"], lines.join("\n"));
    assert_eq!(ran.code, 0, "a refusal is an answer");
    let requests: Vec<String> =
        lines.iter().map(|line| format!("{{\"op\":\"prove\",\"input\":{line}}}")).collect();
    let rpc = values(&run_on(&["rpc"], requests.join("\n")).stdout);
    let verdicts = values(&ran.stdout);
    assert_eq!(verdicts.len(), planned.len() * 3);
    for (verdict, same) in verdicts.iter().zip(&rpc) {
        assert_eq!(*verdict, same["output"]);
    }
    for verdict in verdicts.chunks(3) {
        assert_eq!(verdict[0], json!({"proved": true}));
        assert_eq!(verdict[1]["refusal"]["code"], "other-ref");
        let code = verdict[2]["refusal"]["code"].as_str().unwrap();
        assert!(code == "missing-rule" || code == "malformed", "{}", verdict[2]);
        assert_eq!(verdict[2]["proved"], false);
    }
}

#[test]
fn cache() {
    through_rpc("cache");
}
