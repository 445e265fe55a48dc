//! Rows, sentences and verdicts of realistic searches, to be read: what a reviewer sees change.

use serde_json::{Value, json};

use super::ask;

fn cases() -> Vec<Value> {
    serde_json::from_str(include_str!("../../fixtures/coverage/searches.json")).unwrap()
}

/// The rows of the calls of a case, and the one that its claims are about: the only one, or their chain.
fn rows(case: &Value) -> (Vec<Value>, Value) {
    let compose = |call: &Value| {
        let mut call = call.clone();
        call["rules"] = json!(include_str!("../../fixtures/coverage/searches.rules"));
        ask("compose", &call).unwrap()
    };
    let rows: Vec<Value> = case["calls"].as_array().unwrap().iter().map(compose).collect();
    let row = match rows.as_slice() {
        [only] => only.clone(),
        pages => ask("chain", &json!({"rows": pages})).unwrap(),
    };
    (rows, row)
}

/// All that is said on the strength of a case.
fn told(case: &Value) -> String {
    let (pages, row) = rows(case);
    let mut out = format!("{}\n\n", case["about"].as_str().unwrap());
    for (call, page) in case["calls"].as_array().unwrap().iter().zip(&pages) {
        out.push_str(&format!("call {}\n", call["args"]));
        if pages.len() > 1 {
            let gaps = page["gaps"].as_array().unwrap().iter().map(|gap| gap["kind"].as_str().unwrap());
            let gaps: Vec<&str> = gaps.collect();
            out.push_str(&format!("  {} rows, gaps: {}\n", page["rows"], gaps.join(", ")));
        }
    }
    out.push_str(&format!("\n{}\n", serde_json::to_string_pretty(&shown(row.clone())).unwrap()));
    for sentence in say(&row, None) {
        out.push_str(&format!("\n- {sentence}"));
    }
    for claim in case["claims"].as_array().unwrap() {
        let verdict = ask("judge", &json!({"row": row, "claim": claim})).unwrap();
        out.push_str(&format!("\n\nclaim {claim}\n"));
        for reason in verdict["because"].as_array().into_iter().flatten() {
            out.push_str(&format!(
                "  no: {}: {}\n",
                reason["code"].as_str().unwrap(),
                reason["what"].as_str().unwrap()
            ));
        }
        out.push_str(&format!("  {}", say(&row, Some(claim))[0]));
    }
    out.push('\n');
    out
}

fn say(row: &Value, claim: Option<&Value>) -> Vec<String> {
    let said = ask("say", &json!({"row": row, "claim": claim})).unwrap();
    said["sentences"].as_array().unwrap().iter().map(|it| it.as_str().unwrap().to_owned()).collect()
}

/// The row without digests, which nobody can read, and without what stands among its gaps.
fn shown(mut row: Value) -> Value {
    row["asked"] = json!("…");
    if let Some(keys) = row["keys"].as_array().map(Vec::len) {
        row["keys"] = json!(format!("{keys} digests"));
    }
    let members = row.as_object_mut().unwrap();
    for name in ["notChecked", "cannotCover", "iteration"] {
        members.remove(name);
    }
    row
}

#[test]
fn rows_sentences_and_verdicts_read_well() {
    let cases = cases();
    assert!(cases.len() >= 12);
    insta::with_settings!({snapshot_path => concat!(env!("CARGO_MANIFEST_DIR"), "/snapshots/coverage/searches"), prepend_module_to_snapshot => false, omit_expression => true}, {
        for case in &cases {
            insta::assert_snapshot!(case["name"].as_str().unwrap(), told(case));
        }
    });
}

#[test]
fn nothing_secret_is_told_of_them() {
    for case in cases() {
        let (pages, row) = rows(&case);
        let said = format!("{pages:?} {row} {:?}", say(&row, None));
        for secret in ["s3cret", "-secret", "c-end"] {
            assert!(!said.contains(secret), "{secret} in {said}");
        }
    }
}
