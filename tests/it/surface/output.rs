//! What tools declare of their results: kept, bounded, and never the cost of a tool.

use fabric_rules::internal::json::{Document, Limits};
use fabric_rules::internal::surface::Surface;
use serde_json::{Value, json};

use crate::cli::{run, run_on};

/// A list of one tool of each format that knows such a schema.
fn lists(output: &str) -> [String; 4] {
    let tool = format!(r#"{{"name": "t", "inputSchema": {{"type": "object"}}, "outputSchema": {output}}}"#);
    let tools = format!(r#"{{"tools": [{tool}]}}"#);
    [
        format!("[{tool}]"),
        format!(r#"{{"jsonrpc": "2.0", "id": 1, "result": {tools}}}"#),
        tools,
        format!(
            r#"{{"version": 1, "actions": [{{"ref": "t", "inputSchema": {{"type": "object"}}, "outputSchema": {output}}}]}}"#
        ),
    ]
}

fn with<T>(text: &str, then: impl FnOnce(Surface<'_>) -> T) -> T {
    let document = Document::parse_past_deep(text.as_bytes(), Limits::SURFACE).unwrap();
    then(Surface::read(&document, None).unwrap())
}

/// What `check` finds in a list beside advice, its plan, its digest and how it ended.
fn checked(list: &str) -> (Vec<String>, Value, Value, i32) {
    let ran = run_on(&["check", "-", "--format", "json"], list);
    let report: Value = serde_json::from_str(&ran.stdout).unwrap();
    let surface = &report["surfaces"][0];
    let findings = surface["findings"].as_array().unwrap().iter().filter(|it| it["severity"] != "note");
    let told = findings.map(|it| format!("{}: {}", it["code"].as_str().unwrap(), it["message"]));
    (told.collect(), surface["actions"][0]["plan"].clone(), surface["surfaceDigest"].clone(), ran.code)
}

#[test]
fn every_format_that_has_it_keeps_it_and_the_digest_does_not() {
    let output = r#"{"type": "object", "properties": {"items": {"type": "array"}}}"#;
    let bare = r#"{"tools": [{"name": "t", "inputSchema": {"type": "object"}}]}"#;
    let digest = with(bare, |surface| surface.digest().unwrap());
    for list in lists(output) {
        with(&list, |surface| {
            let kept = surface.actions[0].output.schema().unwrap();
            assert_eq!(kept.span.of(&list), output, "{list}");
            assert_eq!(surface.digest().unwrap(), digest, "{list}");
        });
    }
    // Servers write null for nothing.
    for list in lists("null") {
        with(&list, |surface| assert!(surface.actions[0].output.schema().is_none(), "{list}"));
    }
    with(r#"[{"name": "t", "input_schema": {}, "outputSchema": {}}]"#, |surface| {
        assert!(surface.actions[0].output.schema().is_none(), "this format has no such member");
    });
}

/// A tool that is mended, whose results are declared like this.
fn mended(output: &str) -> String {
    let arguments = json!({"type": "object", "additionalProperties": false, "properties": {"pageCount": {"type": "integer"}}});
    format!(r#"{{"tools": [{{"name": "t", "inputSchema": {arguments}, {output}}}]}}"#)
}

#[test]
fn what_is_wrong_with_it_is_a_finding_and_costs_no_plan() {
    let (none, plan, digest, code) = checked(&mended(r#""title": "T""#));
    assert_eq!((none.as_slice(), code), (&[][..], 0));
    assert!(plan.is_object());
    let deep = format!("{}{}", "[".repeat(300), "]".repeat(300));
    let many: Vec<String> = (0..120_000).map(|at| format!(r##""p{at}": {{"$ref": "#"}}"##)).collect();
    for (output, why) in [
        (r#""outputSchema": {"type": "objekt"}"#.to_owned(), "objekt"),
        (r#""outputSchema": 7"#.to_owned(), "a number"),
        (r#""outputSchema": {"$ref": "https://example.org/other"}"#.to_owned(), "example.org"),
        (r#""outputSchema": {"type": "object", "type": "array"}"#.to_owned(), "given twice"),
        (r#""outputSchema": {"title": "\ud800"}"#.to_owned(), "surrogate"),
        (r#""outputSchema": {}, "outputSchema": {}"#.to_owned(), "declares its results twice"),
        (format!(r#""outputSchema": {{"enum": {deep}}}"#), "nest deeper"),
        (format!(r#""outputSchema": {{"properties": {{{}}}}}"#, many.join(",")), "when compiled"),
    ] {
        let (found, same_plan, same_digest, code) = checked(&mended(&output));
        let [one] = found.as_slice() else { panic!("{found:?} of {why}") };
        assert!(one.starts_with("check::unusable-output-schema: ") && one.contains(why), "{one}");
        assert_eq!((code, &same_plan, &same_digest), (0, &plan, &digest), "{why}");
    }
}

#[test]
fn what_is_exported_is_checked_alike() {
    for output in [
        r#""outputSchema": {"type": "object", "maximum": 1e400, "properties": {"é": {}}}"#,
        r#""outputSchema": {"type": "objekt"}, "title": "T""#,
        r#""outputSchema": {"a": 1}, "outputSchema": {"b": 1}"#,
        r#""outputSchema": null"#,
    ] {
        let list = mended(output);
        let exported = run_on(&["export", "-"], &list);
        assert_eq!(exported.code, 0, "{}", exported.stderr);
        let (there, back) = (checked(&list), checked(&exported.stdout));
        assert_eq!(there.0.len(), back.0.len(), "{} {}", there.0.concat(), back.0.concat());
        assert_eq!((there.1, there.2, there.3), (back.1, back.2, back.3), "{output}");
        assert_eq!(run_on(&["export", "-"], &exported.stdout).stdout, exported.stdout, "{output}");
    }
}

#[test]
fn the_report_says_that_it_was_not_derived_from() {
    let ran = run_on(&["check", "-"], mended(r#""outputSchema": {}"#));
    assert!(ran.stdout.contains("1 result schema"), "{}", ran.stdout);
    assert!(run(&["explain", "--code", "check::unusable-output-schema"]).stdout.contains("results"));
}
