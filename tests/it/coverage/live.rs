//! What the live schemas of a tool have to say of a row, whoever brings them.

use std::fs;
use std::time::Instant;

use fabric_rules::internal::schema::Schema;
use serde_json::{Value, json};

use super::ask;
use super::compose::{call, kinds};
use crate::cli::{run, run_on, values};

const RULES: &str = "language 1
search find { source \"A\" filter kind any when omitted page p by offset first 0, omitted
  limit server 9 rows at \"/items\" by \"/id\" complete within arguments ranking exact }";

/// One call of `find` that came to one row.
fn found(ordinal: usize) -> Value {
    json!({"ref": "find", "args": {"p": 0}, "result": {"value": {"items": [{"id": 1}]}, "outcome": "complete", "total": 1},
           "turn": {"now": "2026-03-01T12:00:00Z", "namespace": "n", "runId": "r", "ordinal": ordinal}})
}

/// The rows of these calls, composed with a surface that declares the tool with this member.
fn composed(tool: &Value, calls: &[Value]) -> Vec<Value> {
    let folder = tempfile::tempdir().unwrap();
    let [rules, surface] = ["a.rules", "tools.json"].map(|name| folder.path().join(name));
    fs::write(&rules, RULES).unwrap();
    let mut named = json!({"name": "find", "inputSchema": {}});
    named.as_object_mut().unwrap().extend(tool.as_object().unwrap().clone());
    fs::write(&surface, json!({"tools": [named, {"name": "other", "outputSchema": false}]}).to_string())
        .unwrap();
    let [rules, surface] = [&rules, &surface].map(|path| path.to_str().unwrap());
    let lines: String = calls.iter().map(|call| format!("{call}\n")).collect();
    let ran = run_on(&["coverage", "compose", rules, "-", "--surface", surface], lines);
    assert_eq!(ran.code, 0, "{}{}", ran.stdout, ran.stderr);
    values(&ran.stdout)
}

#[test]
fn a_surface_says_what_a_call_does_not_bring() {
    let one = |tool: Value, call: Value| composed(&tool, &[call]).remove(0);
    let row = one(json!({}), found(1));
    assert_eq!((&row["complete"], &row["rows"]), (&json!(true), &json!(1)), "{row}");
    // A default that says otherwise than the search.
    let arguments = json!({"properties": {"kind": {"default": "open"}}});
    let row = one(json!({"inputSchema": arguments}), found(1));
    assert_eq!((kinds(&row), &row["complete"]), (vec!["argument-unsent"], &json!(false)), "{row}");
    // A result that the tool itself would refuse, and a schema that nobody can ask.
    let results = json!({"required": ["page"]});
    for refusing in [results.clone(), json!({"type": "objekt"}), json!(7), json!(false)] {
        let row = one(json!({"outputSchema": refusing}), found(1));
        assert_eq!((&row["complete"], &row["rows"]), (&json!(false), &Value::Null), "{refusing} {row}");
    }
    // What the call brings comes first.
    let mut call = found(1);
    call["schema"] = json!({});
    call["outputSchema"] = json!({"required": ["items"]});
    let row = one(json!({"inputSchema": arguments, "outputSchema": results}), call.clone());
    assert_eq!(row["complete"], true, "{row}");
    call["outputSchema"] = Value::Null;
    let row = one(json!({"inputSchema": arguments, "outputSchema": results}), call);
    assert_eq!(row["complete"], false, "{row}");
}

#[test]
fn a_surface_that_cannot_be_read_is_told_before_any_call() {
    let ran = run_on(&["coverage", "compose", "docs/examples/coverage/searches.rules", "--surface", "-"], "");
    assert!(ran.code == 2 && ran.stderr.contains("cli::stdin-twice"), "{}", ran.stderr);
    let ran =
        run(&["coverage", "compose", "docs/examples/coverage/searches.rules", "--surface", "docs/none.json"]);
    assert!(ran.code == 2 && ran.stderr.contains("input::missing"), "{}", ran.stderr);
}

#[test]
fn schemas_are_compiled_once_for_many_calls() {
    // Short as a text, and long to compile.
    let pattern = |at: usize| (format!("p{at}"), json!({"pattern": format!("^a{at}[\\p{{L}}x]{{3}}$")}));
    let properties: serde_json::Map<String, Value> = (0..20).map(pattern).collect();
    let results = json!({"type": "object", "properties": properties});
    let began = Instant::now();
    Schema::parse(results.to_string().as_bytes(), Default::default()).unwrap();
    let once = began.elapsed();
    // Where each call brings it.
    let began = Instant::now();
    for ordinal in 0..60 {
        let mut call = found(ordinal);
        call["rules"] = json!(RULES);
        call["outputSchema"] = results.clone();
        assert_eq!(ask("compose", &call).unwrap()["complete"], true);
    }
    assert!(began.elapsed() < 20 * once, "{:?} of {once:?}", began.elapsed());
    // And where a surface has it; the process takes its own time to begin.
    let timed = |many: usize| {
        let began = Instant::now();
        let rows = composed(&json!({"outputSchema": results}), &(0..many).map(found).collect::<Vec<_>>());
        assert!(rows.len() == many && rows.iter().all(|row| row["complete"] == true));
        began.elapsed()
    };
    let (one, many) = (timed(1), timed(100));
    assert!(many < one + 30 * once, "{many:?} after {one:?}, of {once:?}");
}

#[test]
fn a_default_that_nobody_can_tell_holds_nothing() {
    let unsent = |schema: Value| {
        let mut call = call();
        call["args"] = json!({"query": "disk full", "since": "7d"});
        call["schema"] = schema;
        kinds(&ask("compose", &call).unwrap()).contains(&"argument-unsent")
    };
    let team = |schema: Value| unsent(json!({"properties": {"team": schema}}));
    assert!(!unsent(Value::Null) && !team(json!({})));
    let branches = |first: Value, last: Value| {
        let same = (0..1_500).map(|_| json!({}));
        let all: Vec<Value> = [first].into_iter().chain(same).chain([last]).collect();
        json!({"anyOf": all})
    };
    for schema in [
        json!({"default": "core"}),
        json!({"$ref": "https://example.org/team"}),
        json!({"$ref": "#team"}),
        json!({"$dynamicRef": "#team"}),
        branches(json!({"default": "core"}), json!({})),
        branches(json!({}), json!({"default": "core"})),
        json!({"if": {}, "else": {"default": "core"}}),
    ] {
        assert!(team(schema.clone()), "{schema}");
    }
    assert!(unsent(json!({"dependentSchemas": {"query": {"properties": {"team": {"default": "core"}}}}})));
    // One that leads back to itself has no default.
    assert!(!unsent(
        json!({"$ref": "#", "properties": {"team": {"allOf": [{"$ref": "#/properties/team"}]}}})
    ));
}
