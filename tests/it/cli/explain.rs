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
    assert!(human.contains("key-form, key by ascii-form: cut off"), "{human}");
    assert!(!human.contains("key-form, key by ascii-form: derived"), "{human}");
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
    assert!(ran.stdout.contains("key-form, key by ascii-form: not derived"), "{}", ran.stdout);
}

const UNIONS: &str = "tests/fixtures/explain/unions.json";
const WIDE: [&str; 2] = ["--profile", "wide"];

/// Members misspelled at the top, in branches, behind references and in a text, all of which are mended.
const NESTED: &str = r#"{"limit": "FALSE", "size": "12", "filter": {"and": [{"Field": "a", "maxCount": "2"}]},
    "tie": {"mAx": "true"}, "sort": "[{\"By\": \"createdAt\", \"descending\": \"True\"}]"}"#;

fn explained(call: &str) -> Value {
    let arguments = [&["explain", UNIONS, "find", "--call", "-", "--format", "json"], &WIDE[..]].concat();
    let ran = run_on(&arguments, call);
    assert_eq!((ran.code, &*ran.stderr), (0, ""));
    serde_json::from_str(&ran.stdout).unwrap()
}

#[test]
fn branches_pointers_and_decoders_are_told_for_people() {
    snapshots("cli/explain").bind(|| {
        let place = "/properties/tie/oneOf/1/properties/Max";
        let ran = run(&[&["explain", UNIONS, "find", place], &WIDE[..]].concat());
        insta::assert_snapshot!("wide_place", ran.stdout);
        let ran = run(&[&["explain", UNIONS, "find", "limit"], &WIDE[..]].concat());
        insta::assert_snapshot!("wide_union", ran.stdout);
        for (name, call) in [
            ("wide_call_normalized", NESTED),
            ("wide_call_rejected", r#"{"limit": "maybe", "sort": [{"by": "createdAt"}, {"by": "size"}]}"#),
            ("wide_call_two_outcomes", r#"{"either": {"Low": "1"}}"#),
            ("wide_call_two_names", r#"{"sort": [{"By": "name", "BY": "name"}]}"#),
        ] {
            let ran = run_on(&[&["explain", UNIONS, "find", "--call", "-"], &WIDE[..]].concat(), call);
            assert_eq!((ran.code, &*ran.stderr), (0, ""), "{name}");
            assert!(ran.stdout.lines().all(|line| line.chars().count() <= 80), "{}", ran.stdout);
            insta::assert_snapshot!(name, ran.stdout);
        }
    });
}

#[test]
fn a_witness_is_told_with_branch_pointer_and_decoder() {
    let told = explained(NESTED);
    assert_eq!(told["verdict"], "normalized");
    let uses = |told: &Value| -> Vec<[String; 5]> {
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let one = |one: &Value| ["kind", "decoder", "schema", "branch", "given"].map(|name| text(&one[name]));
        told["uses"].as_array().unwrap().iter().map(one).collect()
    };
    let item = "/$defs/And/properties/and/items/anyOf/1";
    let tie = "/properties/tie/oneOf/1";
    let by = "/properties/sort/items/properties/by";
    let expected = [
        ["key-word", "key by word-form", "/$defs/Term/properties/field", item, "/filter/and/0/Field"],
        ["key-word", "key by word-form", "/$defs/Term/properties/max_count", item, "/filter/and/0/maxCount"],
        ["key-word", "key by word-form", "/properties/tie/oneOf/1/properties/Max", tie, "/tie/mAx"],
        ["key-word", "key by word-form", by, "", "/sort/0/By"],
        [
            "boolean-string",
            "boolean by letter-case",
            "/properties/limit",
            "/properties/limit/anyOf/1",
            "/limit",
        ],
        ["numeral", "number", "/properties/size", "/properties/size/oneOf/1", "/size"],
        ["json-string", "json", "/properties/sort", "", "/sort"],
        ["numeral", "number", "/$defs/Term/properties/max_count", item, "/filter/and/0/maxCount"],
        ["enum-word", "enum by word-form", by, "", "/sort/0/By"],
        [
            "boolean-string",
            "boolean by letter-case",
            "/properties/sort/items/properties/descending",
            "",
            "/sort/0/descending",
        ],
        [
            "boolean-string",
            "boolean by letter-case",
            "/properties/tie/oneOf/1/properties/Max",
            tie,
            "/tie/mAx",
        ],
    ];
    assert_eq!(uses(&told), expected.map(|one| one.map(str::to_owned)));
    // The rules of the witness are the same, in the same order.
    let rule = |one: &Value| (one["kind"].clone(), one["key"].clone(), one["at"].clone());
    let of = |list: &Value| list.as_array().unwrap().iter().map(rule).collect::<Vec<_>>();
    assert_eq!(of(&told["uses"]), of(&told["witness"]["rules"]));
    let members = told["witness"]["rules"].as_array().unwrap().iter().map(|rule| rule.as_object().unwrap());
    members.for_each(|rule| assert_eq!(rule.len(), 2, "{rule:?}"));
    // `apply` tells the same.
    let line = format!("{{\"ref\":\"find\",\"args\":{}}}", NESTED.replace('\n', " "));
    let ran = run_on(&[&["apply", "--surface", UNIONS], &WIDE[..]].concat(), line);
    let applied: Value = serde_json::from_str(&ran.stdout).unwrap();
    assert_eq!(applied["uses"], told["uses"]);
}

#[test]
fn a_refusal_is_told_with_branch_pointer_and_decoder() {
    let two = explained(r#"{"either": {"Low": "1"}}"#)["reason"].take();
    assert_eq!((&two["code"], &two["at"]), (&json!("two-outcomes"), &json!("/either")));
    let branches: Vec<&Value> = two["uses"].as_array().unwrap().iter().map(|one| &one["branch"]).collect();
    assert_eq!(branches, ["/properties/either/anyOf/0", "/properties/either/anyOf/1"]);
    let names = explained(r#"{"sort": [{"By": "name", "BY": "name"}]}"#)["reason"].take();
    let one = &names["uses"][0];
    assert_eq!((&names["code"], &names["at"]), (&json!("ambiguous-name"), &json!("/sort/0/By")));
    assert_eq!(one["schema"], "/properties/sort/items/properties/by");
    assert_eq!((&one["decoder"], &one["given"]), (&json!("key by word-form"), &json!("/sort/0/By")));
    assert_eq!(names["schema"], "/properties/sort/items/additionalProperties");
    let rejected = explained(r#"{"sort": "[{\"BY\": \"Name\"}]", "limit": "4", "tie": {"max": "x"}}"#);
    let reason = &rejected["reason"];
    assert_eq!(
        (&reason["code"], &reason["schema"]),
        (&json!("still-rejected"), &json!("/properties/tie/oneOf"))
    );
    let kinds: Vec<&Value> = reason["uses"].as_array().unwrap().iter().map(|one| &one["kind"]).collect();
    assert_eq!(kinds, ["key-word", "numeral", "json-string", "enum-word"]);
    assert_eq!(reason["uses"][1]["branch"], "/properties/limit/anyOf/0");
    let branches = rejected["needed"][0]["branches"].as_array().unwrap();
    assert_eq!(branches[0]["branch"], "/properties/tie/oneOf/0");
    assert_eq!((&branches[0]["at"], branches.len()), (&json!("/tie/max"), 2));
    // What is inside a branch is refused there.
    let inside = explained(r#"{"filter": {"and": [], "x": 1}}"#);
    assert_eq!(inside["needed"][0]["branches"][1]["branch"], "/properties/filter/oneOf/1");
}

#[test]
fn a_refused_proof_names_branch_and_decoder() {
    let surface: Value = serde_json::from_str(&std::fs::read_to_string(UNIONS).unwrap()).unwrap();
    let schema = &surface["tools"][0]["inputSchema"];
    let line = json!({"ref": "find", "schema": schema}).to_string();
    let mut plan: Value =
        serde_json::from_str(&run_on(&[&["derive"], &WIDE[..]].concat(), line).stdout).unwrap();
    let rules = plan["rules"].as_array_mut().unwrap();
    rules.retain(|rule| rule["kind"] != "boolean-string");
    let line = json!({"ref": "find", "schema": schema, "plan": plan}).to_string();
    let refused = |line: String| -> Value {
        let ran = run_on(&[&["prove"], &WIDE[..]].concat(), line);
        serde_json::from_str::<Value>(&ran.stdout).unwrap()["refusal"].take()
    };
    let refusal = refused(line);
    assert_eq!((&refusal["code"], &refusal["at"]), (&json!("missing-rule"), &json!("/properties/limit")));
    assert_eq!((&refusal["decoder"], refusal.get("branch")), (&json!("boolean by letter-case"), None));
    let last = "/properties/tie/oneOf/1/properties/Max";
    let rules = plan["rules"].as_array_mut().unwrap();
    *rules = vec![json!({"kind": "numeral", "at": last})];
    let whole = json!({"ref": "find", "schema": schema, "plan": plan}).to_string();
    let refusal = refused(whole);
    assert_eq!((&refusal["code"], &refusal["at"]), (&json!("extra-rule"), &json!(last)));
    assert_eq!(
        (&refusal["decoder"], &refusal["branch"]),
        (&json!("number"), &json!("/properties/tie/oneOf/1"))
    );
}

/// What is said of objects, and of the call, as a whole.
fn wholes(more: &[&str]) -> Value {
    let surface = json!({"tools": [{"name": "t", "inputSchema": {
        "type": "object", "additionalProperties": false,
        "properties": {"input": {"type": "object", "properties": {"a": {}}}}}}]});
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("surface.json");
    std::fs::write(&path, surface.to_string()).unwrap();
    let arguments = [&["explain", path.to_str().unwrap(), "t", "--format", "json"], more].concat();
    let told: Value = serde_json::from_str(&run(&arguments).stdout).unwrap();
    told["wholes"].clone()
}

#[test]
fn conventions_about_objects_and_about_the_call_are_told() {
    assert_eq!(wholes(&[]), Value::Null);
    let told = wholes(&["--rules", "tests/fixtures/programs/call.rules", "--profile", "called"]);
    let each: Vec<String> = told
        .as_array()
        .unwrap()
        .iter()
        .flat_map(|whole| {
            whole["conventions"].as_array().unwrap().iter().map(move |convention| {
                let facts = convention["facts"].as_array().unwrap();
                let because: Vec<&str> = facts.iter().map(|fact| fact["because"].as_str().unwrap()).collect();
                let (of, name) = (whole["of"].as_str().unwrap(), convention["name"].as_str().unwrap());
                format!("{of} {name} {} {}", convention["derived"], because.join("; "))
            })
        })
        .collect();
    assert_eq!(
        each,
        [
            "object surplus-empty true `additionalProperties` is `false`",
            "call no-arguments true ",
            "call json-arguments true ",
            "call unwrap false `input` is declared",
        ]
    );
}

#[test]
fn what_the_profile_excepts_is_told_as_that_and_not_as_derived() {
    let schema =
        json!({"type": "object", "additionalProperties": false, "properties": {"a": {"type": "string"}}});
    let surface = json!({"tools": [{"name": "mcp.jira.update_issue", "inputSchema": schema}]});
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), surface.to_string()).unwrap();
    let words = ["explain", file.path().to_str().unwrap(), "mcp.jira.update_issue", "--profile", "wide"];
    let told: Value =
        serde_json::from_str(&run(&[&words[..], &["--format", "json"]].concat()).stdout).unwrap();
    let derived = |of: &str| {
        let conventions = told["keys"][0]["conventions"].as_array().unwrap();
        let found = conventions.iter().find(|convention| convention["name"] == of).unwrap();
        (found["derived"].as_bool().unwrap(), found["excepted"].as_bool().unwrap_or(false))
    };
    assert_eq!(derived("optional-null-plain"), (false, true));
    assert_eq!(derived("text-of-number"), (true, false));
    let rules = told["plan"]["rules"].as_array().unwrap();
    assert!(rules.iter().all(|rule| rule["kind"] != "optional-null-plain"), "{rules:?}");
    assert!(run(&words).stdout.contains("the profile excepts it"));
}
