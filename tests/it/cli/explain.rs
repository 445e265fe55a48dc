//! `explain`: guard by guard, with places.

use serde_json::Value;

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
