//! `explain`: guard by guard, with places.

use serde_json::{Value, json};

use super::{run, run_on};
use crate::support::snapshots;

const MIXED: &str = "tests/fixtures/check/mixed.json";

#[test]
fn explanations_read_well() {
    snapshots("cli/explain").bind(|| {
        for (name, arguments) in [
            ("plan", &["render"][..]),
            ("rival", &["list", "orderBy"]),
            ("no_plan", &["open"]),
            ("not_an_object", &["anything"]),
        ] {
            let ran = run(&[&["explain", MIXED], arguments].concat());
            assert_eq!((ran.code, &*ran.stderr), (0, ""), "{name}");
            assert!(ran.stdout.lines().all(|line| line.chars().count() <= 80), "{}", ran.stdout);
            insta::assert_snapshot!(name, ran.stdout);
        }
        let ran = run(&["explain", MIXED, "list", "orderBy", "--format", "json"]);
        insta::assert_snapshot!("json", ran.stdout);
    });
}

/// A tool of so many properties, each with two rules.
fn crowded(properties: usize) -> String {
    let properties: Vec<String> =
        (0..properties).map(|n| format!("\"key{n:02}\":{{\"type\":\"string\"}}")).collect();
    format!(
        "{{\"tools\":[{{\"name\":\"t\",\"inputSchema\":{{\"type\":\"object\",\"additionalProperties\":false,\"properties\":{{{}}}}}}}]}}",
        properties.join(",")
    )
}

#[test]
fn what_a_full_plan_has_no_room_for_is_not_derived() {
    let ran = run_on(&["explain", "-", "t", "--format", "json"], crowded(70));
    let explained: Value = serde_json::from_str(&ran.stdout).unwrap();
    let of_kind = |kind: &str| {
        let keys = explained["keys"].as_array().unwrap().iter();
        let conventions = keys.flat_map(|key| key["conventions"].as_array().unwrap());
        conventions.filter(|convention| convention[kind] == true).count()
    };
    assert_eq!(explained["plan"]["rules"].as_array().unwrap().len(), 128);
    assert_eq!((of_kind("derived"), of_kind("cut")), (128, 12));
    let human = run_on(&["explain", "-", "t", "key69"], crowded(70)).stdout;
    assert!(human.contains("a plan with 128 rules, which is full: 12 rules cut off"), "{human}");
    assert!(human.contains("key-form: cut off"), "{human}");
    assert!(!human.contains("key-form: derived"), "{human}");
}

#[test]
fn check_names_the_properties_that_are_cut() {
    let json = [
        "check",
        "-",
        "--format",
        "json",
        "--allow",
        "check::exposed-surplus",
        "--allow",
        "check::exposed-null",
    ];
    let ran = run_on(&json, crowded(70));
    assert_eq!(ran.code, 0);
    let report: Value = serde_json::from_str(&ran.stdout).unwrap();
    let finding = &report["surfaces"][0]["findings"][0];
    assert_eq!((&finding["code"], &finding["severity"]), (&"check::cut-rules".into(), &"note".into()));
    let message = "the plan of `t` is full at 128 rules; 12 more are cut off, for `key64`, `key65`, `key66`, `key67`, `key68`, `key69`";
    assert_eq!(finding["message"], message);
    assert_eq!(report["surfaces"][0]["actions"][0]["cut"].as_array().unwrap().len(), 12);
    let human = run_on(&["check", "-"], crowded(70)).stdout;
    assert!(human.contains("the plan of `t` is full") && human.contains("`key69`"), "{human}");
    // A plan that is just full has lost nothing.
    let report: Value = serde_json::from_str(&run_on(&json, crowded(64)).stdout).unwrap();
    assert_eq!(report["surfaces"][0]["actions"][0]["plan"]["rules"].as_array().unwrap().len(), 128);
    assert_eq!(report["surfaces"][0]["findings"], serde_json::json!([]));
}

const REPORT: &str = "docs/examples/report.json";

#[test]
fn a_call_is_told_step_by_step() {
    snapshots("cli/explain").bind(|| {
        for (name, call) in [
            ("call_normalized", r#"{"output-format": "PDF", "page_count": "2", "note": null}"#),
            ("call_unread", r#"{"type": "tool_use", "name": "report.render", "input": {"OUTPUT_FORMAT": "pdf", "page_count": "two", "outputFormt": 1}}"#),
            ("call_ambiguous", r#"{"name": "report.render", "arguments": {"output-format": "pdf", "output_format": "html"}}"#),
            ("call_valid", r#"{"ref": "report.render", "args": {"outputFormat": "pdf"}}"#),
        ] {
            let ran = run_on(&["explain", REPORT, "report.render", "--call", "-"], call);
            assert_eq!((ran.code, &*ran.stderr), (0, ""), "{name}");
            assert!(ran.stdout.lines().all(|line| line.chars().count() <= 80), "{}", ran.stdout);
            insta::assert_snapshot!(name, ran.stdout);
        }
        let call = r#"{"output-format": "PDF", "page_count": "two"}"#;
        let ran = run_on(&["explain", REPORT, "report.render", "--call", "-", "--format", "json"], call);
        insta::assert_snapshot!("call_json", ran.stdout);
    });
}

#[test]
fn the_verdict_explained_is_the_verdict_given() {
    for args in [
        r#"{"outputFormat": "pdf"}"#,
        r#"{"output-format": "PDF"}"#,
        r#"{"outputFormat": "word"}"#,
        r#"{"outputFormat": "pdf", "OUTPUT_FORMAT": "pdf"}"#,
        r#"{"pageCount": 1, "pageCount": 2}"#,
        "{}",
    ] {
        let line = format!("{{\"ref\":\"report.render\",\"args\":{args}}}");
        let given: Value =
            serde_json::from_str(&run_on(&["apply", "--surface", REPORT], &line).stdout).unwrap();
        let ran = run_on(&["explain", REPORT, "report.render", "--call", "-", "--format", "json"], args);
        let told: Value =
            serde_json::from_str(&ran.stdout).unwrap_or_else(|_| panic!("{args}: {}", ran.stderr));
        assert_eq!((&told["verdict"], &told["reason"]), (&given["verdict"], &given["reason"]), "{args}");
        assert_eq!(told["witness"].is_null(), given["witness"].is_null(), "{args}");
    }
}

#[test]
fn a_call_that_is_not_there_is_said() {
    let explain = |call: &str| run_on(&["explain", REPORT, "report.render", "--call", "-"], call);
    let twice = r#"[{"name": "report.render"}, {"name": "report.render"}]"#;
    for (call, said) in [
        ("{", "this is no call"),
        ("[1]", "holds no call of `report.render`"),
        (twice, "holds several calls of `report.render`"),
        (r#"{"ref": "other", "args": {}}"#, "holds no call of `report.render`"),
    ] {
        let ran = explain(call);
        assert_eq!((ran.code, &*ran.stdout), (2, ""), "{call}");
        assert!(ran.stderr.contains(said), "{call}: {}", ran.stderr);
    }
    // Arguments often have a `name`: they are no call for it.
    assert!(
        explain(r#"{"name": "a report", "outputFormat": "pdf"}"#).stdout.contains("'name' was unexpected")
    );
    let both = run_on(&["explain", "-", "report.render", "--call", "-"], "{}");
    assert_eq!(both.code, 2);
    assert!(both.stderr.contains("named twice"), "{}", both.stderr);
}

#[test]
fn what_parsers_disagree_about_says_what_is_needed() {
    for (call, at, hint) in [
        (r#"{"pageCount": 1, "pageCount": 2}"#, "/pageCount", "only once"),
        (r#"{"outputFormat": "\ud800"}"#, "/outputFormat", "whole character"),
        (r#"{"pageCount": 1e999}"#, "/pageCount", "a double holds"),
    ] {
        let ran = run_on(&["explain", REPORT, "report.render", "--call", "-", "--format", "json"], call);
        // The arguments stand in it as given, and not every reader takes a lone surrogate.
        let needed = ran.stdout.split("\"needed\"").nth(1).unwrap();
        assert!(needed.contains(&format!("\"at\": \"{at}\"")), "{call}: {needed}");
        assert!(needed.contains(hint), "{call}: {needed}");
    }
}

#[test]
fn a_spelling_that_leads_to_no_key_says_why() {
    let many: serde_json::Map<String, Value> =
        (10..70).map(|index| (format!("prop{index}"), json!({"type": "integer"}))).collect();
    let closed = |properties: Value| json!({"type": "object", "additionalProperties": false, "properties": properties});
    for (schema, call, said) in [
        (closed(json!(many)), r#"{"PROP69": "1"}"#, "a spelling of `prop69`, whose rule"),
        (closed(json!({"ab": {}, "a-b": {}})), r#"{"a_b": 1}"#, "a spelling of `a-b` and of `ab`"),
        (
            json!({"type": "object", "properties": {"m": {}}, "required": ["m"]}),
            r#"{"M": 1}"#,
            "of `m`, but there is no plan",
        ),
    ] {
        let surface = tempfile::NamedTempFile::new().unwrap();
        let tools = json!({"tools": [{"name": "t", "inputSchema": schema}]});
        std::fs::write(surface.path(), tools.to_string()).unwrap();
        let ran = run_on(&["explain", surface.path().to_str().unwrap(), "t", "--call", "-"], call);
        let text = ran.stdout.split_whitespace().collect::<Vec<&str>>().join(" ");
        assert!(text.contains(said), "{call}: {text}");
        assert!(!text.contains("no spelling") && !text.contains("leads to no key"), "{text}");
    }
}

#[test]
fn ordinary_arguments_called_ref_are_no_call() {
    let surface = tempfile::NamedTempFile::new().unwrap();
    let tool = |name: &str, properties: Value| json!({"name": name, "inputSchema": {"type": "object", "additionalProperties": false, "properties": properties}});
    let tools = [
        tool("blame", json!({"ref": {}, "path": {}, "args": {}})),
        tool("plain", json!({"path": {}})),
        tool("main", json!({})),
    ];
    std::fs::write(surface.path(), json!({"tools": tools}).to_string()).unwrap();
    let file = surface.path().to_str().unwrap();
    let explain =
        |name: &str, call: &str| run_on(&["explain", file, name, "--call", "-", "--format", "json"], call);
    for (name, call, args) in [
        ("blame", r#"{"path": "a.c", "ref": "dev"}"#, r#"{"path": "a.c", "ref": "dev"}"#),
        ("blame", r#"{"path": "a.c", "ref": "main"}"#, r#"{"path": "a.c", "ref": "main"}"#),
        ("blame", r#"{"ref": "dev"}"#, r#"{"ref": "dev"}"#),
        ("blame", r#"{"ref": "dev", "args": {}}"#, r#"{"ref": "dev", "args": {}}"#),
        ("plain", r#"{"path": "a.c", "ref": "dev"}"#, r#"{"path": "a.c", "ref": "dev"}"#),
        ("plain", r#"{"ref": "plain", "args": {"path": 1}, "id": 5}"#, r#"{"path": 1}"#),
        ("plain", r#"{"ref": "plain", "args": null}"#, "{}"),
        ("plain", r#"{"ref": "plain"}"#, "{}"),
        ("plain", "null", "{}"),
    ] {
        let ran = explain(name, call);
        let told: Value =
            serde_json::from_str(&ran.stdout).unwrap_or_else(|_| panic!("{call}: {}", ran.stderr));
        assert_eq!(told["args"], serde_json::from_str::<Value>(args).unwrap(), "{name} {call}");
    }
    for (call, said) in [
        (r#"{"ref": "blame"}"#, "holds no call of `plain`"),
        (r#"{"ref": "plain", "arguments": {}}"#, "belong into `args`, not `arguments`"),
        (r#"{"ref": "plain", "args": 5}"#, "arguments are an object"),
        (r#"{"type": "tool_use", "name": "plain", "args": {}}"#, "belong into `input`, not `args`"),
    ] {
        let ran = explain("plain", call);
        assert_eq!(ran.code, 2, "{call}");
        assert!(ran.stdout.contains(said), "{call}: {}", ran.stdout);
    }
}

#[test]
fn what_is_derived_is_what_the_plan_has() {
    let surface = "tests/fixtures/surfaces/npm__modelcontextprotocol__server-github.tools.json";
    for action in ["create_issue", "list_issues", "search_code"] {
        let ran = run(&["explain", surface, action, "--format", "json"]);
        let explained: Value = serde_json::from_str(&ran.stdout).unwrap();
        let derived: Vec<(String, String)> = explained["keys"]
            .as_array()
            .unwrap()
            .iter()
            .flat_map(|key| {
                let conventions = key["conventions"].as_array().unwrap().iter();
                let derived = conventions.filter(|convention| convention["derived"] == true);
                derived.map(|convention| (convention["name"].to_string(), key["key"].to_string()))
            })
            .collect();
        let rules = explained["plan"]["rules"].as_array().unwrap().iter();
        let planned: Vec<(String, String)> =
            rules.map(|rule| (rule["kind"].to_string(), rule["key"].to_string())).collect();
        assert!(!planned.is_empty());
        assert_eq!(derived, planned, "{action}");
    }
}

#[test]
fn what_is_not_there_is_said() {
    let faults = [
        (&["rendr"][..], 2, "did you mean `render`?"),
        (&["nothing-like-it"], 2, "`fabric-rules check tests/fixtures/check/mixed.json` lists its actions"),
        (&["render", "pageCont"], 2, "did you mean `pageCount`?"),
        (&["ping"], 1, "`ping` declares no `inputSchema`"),
        (&["misspelled"], 1, "the schema of `misspelled` cannot be used"),
    ];
    for (arguments, code, said) in faults {
        let ran = run(&[&["explain", MIXED], arguments].concat());
        assert_eq!((ran.code, &*ran.stdout), (code, ""), "{arguments:?}");
        assert!(ran.stderr.contains(said), "{}", ran.stderr);
    }
}

#[test]
fn a_server_and_other_rules_count_here_too() {
    let tool = r#"{"tools": [{"name": "t", "inputSchema": {"type": "object", "additionalProperties": false, "properties": {"page_count": {"type": "integer"}}}}]}"#;
    let ran =
        run_on(&["explain", "-", "mcp.docs.t", "--server", "docs", "--rules", "docs/examples/dashes"], tool);
    assert_eq!((ran.code, &*ran.stderr), (0, ""));
    assert!(ran.stdout.contains("key-form: not derived"), "{}", ran.stdout);
}
