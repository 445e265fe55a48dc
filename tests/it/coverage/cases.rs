//! Cases with the verdict that is expected of each.

use serde_json::{Value, json};

use super::{ask, reasons};

fn texts(value: &Value) -> Vec<&str> {
    value.as_array().into_iter().flatten().filter_map(Value::as_str).collect()
}

/// What is wrong with a case.
fn wrong(case: &Value) -> Option<String> {
    let inputs = case["compose"].as_array().unwrap();
    let rows: Vec<Value> = inputs.iter().map(|input| ask("compose", input).unwrap()).collect();
    for text in texts(&case["never"]) {
        if rows.iter().any(|row| row.to_string().contains(text)) {
            return Some(format!("`{text}` is told"));
        }
    }
    let expected = &case["expected"];
    let row = match rows.as_slice() {
        [only] => Ok(only.clone()),
        rows => ask("chain", &json!({"rows": rows})),
    };
    let row = match (row, expected["chain"].as_str()) {
        (Err(error), Some(code)) if error["code"] == code => return None,
        (Ok(row), None) => row,
        (other, _) => return Some(format!("{other:?}")),
    };
    let verdict = ask("judge", &json!({"row": row, "claim": case["claim"]})).unwrap();
    let (codes, gaps) = reasons(&verdict);
    let is_in =
        |list: &[String], wanted: &Value| texts(wanted).iter().all(|it| list.iter().any(|had| had == it));
    let good = verdict["supported"] == expected["supported"]
        && is_in(&codes, &expected["codes"])
        && is_in(&gaps, &expected["gaps"]);
    (!good).then(|| format!("{verdict}\n{row}"))
}

#[test]
fn every_case_has_its_verdict() {
    let file = include_str!("../../fixtures/coverage/cases.json");
    let file: Value = serde_json::from_str(file).unwrap();
    let cases = file["cases"].as_array().unwrap();
    assert!(cases.len() >= 20);
    let wrong: Vec<String> =
        cases.iter().filter_map(|case| Some(format!("{}: {}", case["name"], wrong(case)?))).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
