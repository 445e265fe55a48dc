//! `apply`: a surface's schemas or a line's own, and bytes that stay as they are.

use std::fs;

use serde_json::Value;

use super::{run, run_on, values};

const SCHEMA: &str = r#"{"type":"object","additionalProperties":false,"properties":{"pageCount":{"type":"integer"},"big":{},"note":{"type":"string"}}}"#;

/// Applies to one line with a schema of its own.
fn apply(args: &str) -> String {
    run_on(&["apply"], format!("{{\"ref\":\"a\",\"schema\":{SCHEMA},\"args\":{args}}}")).stdout
}

#[test]
fn bytes_that_no_rule_touches_stay() {
    let big = r#"{"big": [123456789012345678901, 1.0, 1e2 ,"\u0041"], "pageCount": 2}"#;
    assert_eq!(
        apply(big),
        format!("{{\"changed\":false,\"args\":{big},\"witness\":null,\"verdict\":\"valid\"}}\n")
    );
    let changed = apply(r#"{"page_count" : "2", "big": [123456789012345678901, 1.0, 1e2 ,"\u0041"]}"#);
    let expected =
        r#"{"changed":true,"args":{"pageCount" : 2, "big": [123456789012345678901, 1.0, 1e2 ,"\u0041"]},"#;
    assert!(changed.starts_with(expected), "{changed}");
}

#[test]
fn what_parsers_disagree_about_changes_nothing() {
    for (args, code, at) in [
        (r#"{"page_count": "2", "page_count": "3"}"#, "duplicate-member", "/page_count"),
        (r#"{"page_count": "2", "big": {"a": 1, "a": 2}}"#, "duplicate-member", "/big/a"),
        (r#"{"page_count": "2", "big": [0, 1e400]}"#, "unreadable-number", "/big/1"),
        (r#"{"page_count": "2", "big": "\ud800"}"#, "lone-surrogate", "/big"),
    ] {
        let answer = apply(args);
        // Only of a member given twice is it known that nobody may accept it.
        let verdict = if code == "duplicate-member" { "rejected" } else { "unknown" };
        let expected =
            format!("{{\"changed\":false,\"args\":{args},\"witness\":null,\"verdict\":\"{verdict}\",");
        assert!(answer.starts_with(&expected), "{answer}");
        let (_, reason) = answer.trim_end().rsplit_once("\"reason\":").unwrap();
        let reason: Value = serde_json::from_str(&reason[..reason.len() - 1]).unwrap();
        assert_eq!((&reason["code"], &reason["at"]), (&code.into(), &at.into()), "{answer}");
    }
}

#[test]
fn arguments_that_cannot_be_read_are_bad_lines() {
    for (args, code) in [
        ("[]".to_owned(), "not-an-object"),
        ("\"{}\"".to_owned(), "not-an-object"),
        (format!("{{\"pageCount\":{}{}}}", "[".repeat(200), "]".repeat(200)), "too-deep"),
    ] {
        assert_eq!(values(&apply(&args))[0]["error"]["code"], code, "{args}");
    }
}

#[test]
fn a_surface_gives_the_schemas_of_lines_without_one() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("tools.json");
    let tools = format!(r#"{{"tools":[{{"name":"render","inputSchema":{SCHEMA}}},{{"name":"ping"}}]}}"#);
    fs::write(&path, tools).unwrap();
    let surface = path.to_str().unwrap();
    let lines = [
        r#"{"ref":"render","args":{"page_count":"2"}}"#.to_owned(),
        r#"{"ref":"rendr","args":{"page_count":"2"}}"#.to_owned(),
        r#"{"ref":"ping","args":{"page_count":"2"}}"#.to_owned(),
        r#"{"ref":"render","schema":{"type":"object"},"args":{"page_count":"2"}}"#.to_owned(),
        r#"{"ref":"render","plan":null,"args":{"page_count":"2"}}"#.to_owned(),
        r#"{"ref":"render","profile":"nothing","args":{"page_count":"2"}}"#.to_owned(),
    ];
    let ran = run_on(&["apply", "--surface", surface], lines.join("\n"));
    assert_eq!(ran.code, 1);
    let answers = values(&ran.stdout);
    assert_eq!(answers[0]["args"]["pageCount"], 2);
    assert_eq!(answers[1]["error"]["code"], "unknown-ref");
    for (index, why) in [(2, "no schema"), (3, "its own schema"), (4, "no plan, as asked")] {
        assert_eq!(answers[index]["changed"], false, "{why}");
    }
    assert_eq!(answers[5]["error"]["code"], "unknown-profile");

    let named = run_on(
        &["apply", "--surface", surface, "--server", "docs"],
        lines[0].replace("render", "mcp.docs.render"),
    );
    assert_eq!(values(&named.stdout)[0]["changed"], true);
    assert_eq!(values(&run_on(&["apply"], &lines[0]).stdout)[0]["error"]["code"], "missing-member");
}

#[test]
fn the_same_schema_in_other_bytes_is_the_same_schema() {
    // What is kept between lines is kept by bytes: neither a near miss nor another profile may be served.
    let line = |schema: &str, more: &str| {
        format!("{{\"ref\":\"a\",\"schema\":{schema},\"args\":{{\"page_count\":\"2\"}}{more}}}")
    };
    let integer =
        r#"{"type":"object","additionalProperties":false,"properties":{"pageCount":{"type":"integer"}}}"#;
    let string = integer.replace("integer", "string");
    let lines: Vec<String> = (0..60)
        .map(|n| {
            line(
                if n % 3 == 0 { &string } else { integer },
                if n % 5 == 0 { ",\"profile\":\"nulls\"" } else { "" },
            )
        })
        .collect();
    let ran = run_on(&["apply", "--rules", "tests/fixtures/cli/two-profiles.rules"], lines.join("\n"));
    assert_eq!((ran.code, &*ran.stderr), (0, ""));
    for (n, answer) in values(&ran.stdout).iter().enumerate() {
        let expected = match (n % 5 == 0, n % 3 == 0) {
            (true, _) => r#"{"page_count":"2"}"#,
            (false, true) => r#"{"pageCount":"2"}"#,
            (false, false) => r#"{"pageCount":2}"#,
        };
        assert_eq!(answer["args"], serde_json::from_str::<Value>(expected).unwrap(), "line {n}");
    }
}

#[test]
fn a_plan_given_is_a_plan_proved() {
    let derived = run_on(&["derive"], format!("{{\"ref\":\"a\",\"schema\":{SCHEMA}}}"));
    let plan = derived.stdout.trim();
    let with = |plan: &str| {
        let line = format!(
            "{{\"ref\":\"a\",\"schema\":{SCHEMA},\"args\":{{\"page_count\":\"2\"}},\"plan\":{plan}}}"
        );
        values(&run_on(&["apply"], line).stdout)[0]["changed"].clone()
    };
    assert_eq!(with(plan), true);
    assert_eq!(with(&plan.replace("\"ref\":\"a\"", "\"ref\":\"b\"")), false);
    assert_eq!(with(&plan.replace("optional-null", "key-form")), false);
    assert_eq!(with("{}"), false);
    assert_eq!(run(&["apply", "--surface", "nowhere.json"]).code, 2);
}
