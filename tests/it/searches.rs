//! Searches against the tools that they are declared for.

mod reach;

use std::fs;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::cli::{Ran, run};
use crate::support::snapshots;

const RULES: &str = "tests/fixtures/searches/misfits.rules";
const TOOLS: &str = "tests/fixtures/searches/tools.json";

#[test]
fn what_does_not_fit_reads_well_for_people_and_for_machines() {
    let people = run(&["rules", "check", RULES, "--surface", TOOLS, "--server", "shelf"]);
    let machines = run(&["check", TOOLS, "--server", "shelf", "--rules", RULES, "--format", "json"]);
    let report: Value = serde_json::from_str(&machines.stdout).unwrap();
    assert_eq!((people.code, machines.code), (1, 1));
    snapshots("searches").bind(|| {
        insta::assert_snapshot!("people", people.stderr + &people.stdout);
        insta::assert_snapshot!("machines", serde_json::to_string_pretty(&report["searches"]).unwrap());
    });
    assert_eq!(report["counts"]["errors"], 22);
    assert_eq!(report["counts"]["byCode"]["search::unreachable"], 4);
    for format in ["sarif", "github"] {
        let ran = run(&["check", TOOLS, "--server", "shelf", "--rules", RULES, "--format", format]);
        assert!(ran.stdout.contains("/node/nam"), "{format}");
    }
}

/// Checks one search against one tool: what is said of it, a line each, and how it ended.
fn fits(search: &str, arguments: &Value, results: &Value, more: &[&str]) -> (Vec<String>, i32) {
    let folder = tempfile::tempdir().unwrap();
    let [rules, tools] = ["a.rules", "tools.json"].map(|name| folder.path().join(name));
    fs::write(&rules, format!("language 1 search find {{ source \"A\" {search} }}")).unwrap();
    let tool = json!({"name": "find", "inputSchema": arguments, "outputSchema": results});
    fs::write(&tools, json!({"tools": [tool]}).to_string()).unwrap();
    let [rules, tools] = [&rules, &tools].map(|path| path.to_str().unwrap());
    let ran = run(&[&["check", tools, "--rules", rules, "--format", "json"], more].concat());
    (told(&ran), ran.code)
}

fn told(ran: &Ran) -> Vec<String> {
    let report: Value = serde_json::from_str(&ran.stdout).unwrap_or_else(|_| panic!("{}", ran.stderr));
    let findings = report["searches"]["findings"].as_array().unwrap();
    let each = findings
        .iter()
        .map(|found| format!("{}: {}", found["code"].as_str().unwrap(), found["message"].as_str().unwrap()));
    each.collect()
}

#[test]
fn what_fits_is_silent_and_so_is_what_nobody_can_tell() {
    let open = json!({"type": "object"});
    for (search, arguments, results) in [
        ("", open.clone(), Value::Null),
        // No schema of results, and one that cannot be used, deny nothing.
        ("rows at \"/a/b\" by \"/c\"", open.clone(), Value::Null),
        ("rows at \"/a/b\" by \"/c\"", open.clone(), json!({"type": "objekt"})),
        // Nor does an object that lists nothing, or says that there may be more.
        (
            "rows at \"/a/b\" total at \"/t\"",
            open.clone(),
            json!({"properties": {"a": {"type": "object"}, "t": true}}),
        ),
        ("total at \"/t\"", open.clone(), json!({"properties": {"a": {}}, "additionalProperties": true})),
        ("total at \"/t\"", open.clone(), json!({"properties": {"a": {}}, "patternProperties": {"^t": {}}})),
        (
            "total at \"/t\"",
            open.clone(),
            json!({"properties": {"a": {}}, "additionalProperties": {"type": "integer"}}),
        ),
        // One branch is enough.
        (
            "total at \"/t\"",
            open.clone(),
            json!({"anyOf": [{"type": "null"}, {"properties": {"a": {}}}, {"properties": {"t": {}}}]}),
        ),
        (
            "total at \"/t\"",
            open.clone(),
            json!({"properties": {"a": {}}, "allOf": [{"properties": {"t": {"type": "number"}}}]}),
        ),
        // A schema that leads back to itself.
        (
            "next at \"/a/a/a/t\" unless null",
            open.clone(),
            json!({"properties": {"a": {"$ref": "#"}, "t": {"type": ["string", "null"]}}}),
        ),
        // A qualifier need not be an argument, nor what the host fills in.
        (
            "fixed archived false host tenant identity org credential key ignore old",
            json!({"properties": {"a": {}}, "additionalProperties": false}),
            Value::Null,
        ),
        // A default that is null, or one of those that mean any.
        (
            "filter a any when omitted, \"all\" filter b when omitted 1",
            json!({"properties": {"a": {"default": "all"}, "b": {"default": null}}}),
            Value::Null,
        ),
        ("filter a said \"low\" for \"low\"", json!({"properties": {"a": {"enum": ["low"]}}}), Value::Null),
    ] {
        let (found, code) = fits(search, &arguments, &results, &[]);
        let found: Vec<&String> = found.iter().filter(|it| !it.contains("takes `a`")).collect();
        assert!(found.is_empty() && (code == 0 || search.contains("fixed")), "{search}: {found:?}");
    }
}

#[test]
fn each_contradiction_is_told() {
    let none = Value::Null;
    for (search, arguments, results, expected) in [
        ("filter aa", json!({"properties": {"ab": {}}}), &none, &["unclassified", "undeclared"][..]),
        ("filter a", json!({"additionalProperties": false}), &none, &["undeclared"]),
        // Behind references and in branches.
        (
            "",
            json!({"$ref": "#/$defs/x", "$defs": {"x": {"anyOf": [{"properties": {"deep": {}}}]}}}),
            &none,
            &["unclassified"],
        ),
        ("", json!({"if": {}, "then": {"properties": {"deep": {}}}}), &none, &["unclassified"]),
        ("", json!({"dependentSchemas": {"a": {"properties": {"deep": {}}}}}), &none, &["unclassified"]),
        (
            "filter a when omitted 1",
            json!({"properties": {"a": {"allOf": [{"default": 2}]}}}),
            &none,
            &["other-default"],
        ),
        (
            "filter a any when omitted",
            json!({"properties": {"a": {"default": "all"}}}),
            &none,
            &["other-default"],
        ),
        ("fixed a 1", json!({"properties": {"a": {"default": "1"}}}), &none, &["other-default"]),
        (
            "page a by offset first 0, omitted limit server 1",
            json!({"properties": {"a": {"default": 1}}}),
            &none,
            &["other-default"],
        ),
        ("limit a when omitted 5", json!({"properties": {"a": {"default": 50}}}), &none, &["other-default"]),
        (
            "period a to b when omitted \"1d\"",
            json!({"properties": {"a": {}, "b": {"default": "now"}}}),
            &none,
            &["other-default"],
        ),
        ("fixed a 1 said \"x\"", json!({"properties": {"a": {"enum": [1, "x"]}}}), &none, &["listed-word"]),
        (
            "filter a one of said \"x\" for \"y\"",
            json!({"properties": {"a": {"items": {"enum": ["x", "y"]}}}}),
            &none,
            &["listed-word"],
        ),
        (
            "filter a one of",
            json!({"properties": {"a": {"type": ["string", "null"]}}}),
            &none,
            &["wrong-argument"],
        ),
        ("page a", json!({"properties": {"a": {"type": "boolean"}}}), &none, &["wrong-argument"]),
        ("limit a", json!({"properties": {"a": {"type": "string"}}}), &none, &["wrong-argument"]),
        ("rows at \"/a\"", json!({}), &json!({"properties": {"b": {}}}), &["unreachable"]),
        ("rows at \"/a\"", json!({}), &json!({"type": "array"}), &["unreachable"]),
        ("rows at \"/a\"", json!({}), &json!({"const": {"b": 1}}), &["unreachable"]),
        (
            "rows at \"/a/b\"",
            json!({}),
            &json!({"properties": {"a": {"oneOf": [{"type": "null"}, {"type": "array"}]}}}),
            &["unreachable"],
        ),
        (
            "rows at \"\" by \"/a\"",
            json!({}),
            &json!({"type": "array", "items": {"properties": {"b": {}}}}),
            &["unreachable"],
        ),
        (
            "rows at \"\" by \"/a\"",
            json!({}),
            &json!({"type": "array", "items": {"properties": {"a": {"type": "null"}}}}),
            &["wrong-result"],
        ),
        ("rows at \"\"", json!({}), &json!({"enum": ["a", {}]}), &["wrong-result"]),
        ("rows at \"\" by \"/a\"", json!({}), &json!({"type": "integer"}), &["keyless-rows"]),
        (
            "has more at \"/m\"",
            json!({}),
            &json!({"properties": {"m": {"type": "integer"}}}),
            &["wrong-result"],
        ),
        (
            "next at \"/m\" unless 0",
            json!({}),
            &json!({"properties": {"m": {"type": "string"}}}),
            &["wrong-result"],
        ),
        (
            "partial at \"/m\" unless 1.5",
            json!({}),
            &json!({"properties": {"m": {"type": "integer"}}}),
            &["wrong-result"],
        ),
        (
            "queried from \"/f\" to \"/t\"",
            json!({}),
            &json!({"properties": {"f": {"type": "integer"}, "t": {"type": "object"}}}),
            &["wrong-result", "wrong-result"],
        ),
    ] {
        let (found, code) = fits(search, &arguments, results, &[]);
        let codes: Vec<&str> =
            found.iter().map(|it| it.strip_prefix("search::").unwrap().split(':').next().unwrap()).collect();
        assert_eq!((codes.as_slice(), code), (expected, 1), "{search} {arguments} {results}: {found:?}");
    }
}

#[test]
fn whoever_knows_better_may_allow_it() {
    let results = json!({"properties": {"b": {}}});
    let search = "rows at \"/a\"";
    assert_eq!(fits(search, &json!({}), &results, &["--allow", "search::unreachable"]), (Vec::new(), 0));
    let (found, code) = fits(search, &json!({}), &results, &["--allow", "search::wrong-result"]);
    assert_eq!((found.len(), code), (1, 1));
}

#[test]
fn a_search_without_its_tool_is_a_note_and_other_rules_are_no_searches() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let tools = write("tools.json", r#"{"tools": [{"name": "find", "inputSchema": {}}]}"#);
    let search = "search mcp.a.find { source \"A\" }";
    for (rules, expected) in [
        (format!("language 1 {search}"), Some(1)),
        (format!("language 1 extends built-in {search}"), Some(1)),
        ("language 1 extends built-in".to_owned(), None),
    ] {
        let rules = write("a.rules", &rules);
        let ran = run(&["check", &tools, "--rules", &rules, "--format", "json"]);
        let report: Value = serde_json::from_str(&ran.stdout).unwrap_or_else(|_| panic!("{}", ran.stderr));
        assert_eq!((ran.code, report["searches"]["counts"]["absent"].as_i64()), (0, expected));
        assert_eq!(report["surfaces"][0]["profile"], "fabric");
        if expected.is_some() {
            assert_eq!(told(&ran), ["search::absent: no tool `mcp.a.find` is declared here"]);
            let named = run(&["check", &tools, "--rules", &rules, "--format", "json", "--server", "a"]);
            assert_eq!(told(&named), Vec::<String>::new());
        }
    }
    let plain: Value = serde_json::from_str(&run(&["check", &tools, "--format", "json"]).stdout).unwrap();
    assert!(plain.get("searches").is_none() && plain.get("surfaces").is_some());
}

#[test]
fn compiling_says_how_many_errors_there_are_and_compiles() {
    let store = tempfile::tempdir().unwrap();
    let store = store.path().to_str().unwrap();
    let ran = run(&["compile", TOOLS, "--server", "shelf", "--rules", RULES, "--store", store]);
    assert_eq!(ran.code, 0);
    assert!(ran.stderr.contains("search::misfits") && ran.stderr.contains("22 errors"), "{}", ran.stderr);
}

#[test]
fn hostile_tools_cost_bounded_time_and_words() {
    let began = Instant::now();
    let many: serde_json::Map<String, Value> =
        (0..20_000).map(|at| (format!("p{at}"), json!({"type": "string"}))).collect();
    let (found, _) = fits("filter a", &json!({"properties": many}), &json!({"properties": many}), &[]);
    assert_eq!(found.len(), 101, "{:?}", found.last());
    assert!(found.last().unwrap().starts_with("search::more: 19901 more"), "{:?}", found.last());
    // Each step has two ways into the same again.
    let again = json!({"$ref": "#/$defs/x"});
    let twice = json!({"properties": {"a": {"anyOf": [again, again], "allOf": [again, again]}}});
    let deep =
        json!({"$defs": {"x": {"allOf": [twice, twice], "oneOf": [again, again]}}, "$ref": "#/$defs/x"});
    let way = "/a".repeat(60);
    fits(&format!("rows at \"{way}\" by \"{way}\" total at \"{way}\""), &json!({}), &deep, &[]);
    assert!(began.elapsed() < Duration::from_secs(30), "{:?}", began.elapsed());
}

#[test]
fn searches_are_listed_compared_and_laid_out() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| {
        fs::write(folder.path().join(name), text).unwrap();
        folder.path().join(name).to_str().unwrap().to_owned()
    };
    let old = fs::read_to_string("tests/fixtures/searches/paged.rules").unwrap();
    let new = old
        .replace("any when omitted said", "when omitted \"open\" said")
        .replace("limit      size when omitted 3 server 3", "limit size server 30")
        .replace("mcp.log.lines", "mcp.log.entries");
    let paths = [write("old.rules", &old), write("new.rules", &new)];
    let [old_path, new_path] = [&*paths[0], &*paths[1]];
    let place = folder.path().to_str().unwrap();
    snapshots("searches").bind(|| {
        for (name, format) in [("diff", "human"), ("diff-json", "json"), ("diff-markdown", "markdown")] {
            let ran = run(&["rules", "diff", old_path, new_path, "--format", format]);
            assert_eq!(ran.code, 1, "{}", ran.stderr);
            insta::assert_snapshot!(name, ran.stdout.replace(place, "FOLDER"));
        }
    });
    let ran = run(&["rules", "list", old_path, "--format", "json"]);
    let listed: Vec<Value> = serde_json::from_str(&ran.stdout).unwrap();
    let told: Vec<[&str; 3]> =
        listed.iter().map(|item| ["kind", "name", "doc"].map(|part| item[part].as_str().unwrap())).collect();
    assert_eq!(
        told,
        [
            ["search", "mcp.log.lines", "Lines of a log, by a cursor that keeps what the first page read."],
            ["search", "mcp.shop.orders", "Orders of a shop, by numbered pages."],
        ]
    );
    // Layout is no change, and comments stay.
    let loose = old.replace("  limit ", "// how many\nlimit\t").replace("page       ", "page ");
    let loose_path = write("loose.rules", &loose);
    assert_eq!(run(&["rules", "diff", old_path, &loose_path]).code, 0);
    assert_eq!(run(&["rules", "fmt", "--check", &loose_path]).code, 1);
    assert_eq!(run(&["rules", "fmt", &loose_path]).code, 0);
    let laid_out = fs::read_to_string(&loose_path).unwrap();
    assert_eq!(laid_out.matches("// how many").count(), 2, "{laid_out}");
    assert_eq!(run(&["rules", "diff", old_path, &loose_path]).code, 0);
    assert_eq!(run(&["rules", "fmt", "--check", &loose_path]).code, 0);
}
