//! Advice for the owner of a tool, one kind after the other, and what it weighs.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use fabric_rules::internal::diagnostic::{Diagnostic, Severity, Source};
use fabric_rules::internal::report::{Level, Levels, SurfaceReport, advice, collisions, look};
use fabric_rules::internal::rules;
use fabric_rules::internal::surface::Surface;
use serde_json::json;

use crate::support::{edited, fabric, fixture, parse, schema, snapshots, wide};

#[test]
fn each_kind_is_found_where_it_is_and_nowhere_else() {
    let text = std::fs::read_to_string(fixture("advice/tools.json")).unwrap();
    let document = parse(&text);
    let surface = Surface::read(&document, None).unwrap();
    let mut by_code: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for action in &surface.actions {
        for found in look(&surface, action, &fabric(), Default::default(), None).findings {
            assert_eq!(found.severity, Severity::Note, "{found:?}");
            assert!(found.help.is_some(), "{found:?}");
            let labels =
                found.labels.iter().map(|label| format!("\n    {} {}", label.text, label.span.of(&text)));
            by_code.entry(found.code).or_default().push(format!(
                "  {}{}",
                found.message,
                labels.collect::<String>()
            ));
        }
    }
    let missing: Vec<&str> = advice::codes().filter(|code| !by_code.contains_key(code)).collect();
    assert!(missing.is_empty(), "the fixture shows nothing of {missing:?}");
    let told: String =
        by_code.iter().map(|(code, found)| format!("{code}\n{}\n", found.join("\n"))).collect();
    snapshots("advice").bind(|| insta::assert_snapshot!("kinds", told));
}

#[test]
fn real_tools_are_not_flooded() {
    let mut files: Vec<_> =
        std::fs::read_dir(fixture("surfaces")).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let mut told = String::new();
    for path in files {
        let document = parse(&std::fs::read_to_string(&path).unwrap());
        let surface = Surface::read(&document, None).unwrap();
        let actions =
            surface.actions.iter().map(|action| look(&surface, action, &fabric(), Default::default(), None));
        let report = SurfaceReport::new(&surface, &fabric(), &Levels::default(), actions.collect());
        let advice =
            report.counts.by_code.iter().filter(|(code, _)| advice::codes().any(|one| one == **code));
        told.push_str(&format!("{}, {} tools\n", path.file_stem().unwrap().display(), report.counts.actions));
        for (code, number) in advice {
            told.push_str(&format!("  {number} {code}\n"));
        }
    }
    snapshots("advice").bind(|| insta::assert_snapshot!("surfaces", told));
}

#[test]
fn a_rule_that_covers_nulls_silences_their_advice() {
    let schema_text =
        json!({"type": "object", "additionalProperties": false, "properties": {"zone": {"type": "string"}}});
    let schema = schema(&schema_text.to_string());
    let codes = |profile: &fabric_rules::internal::program::Profile| {
        let planned = profile.plan("tool", &schema).ok();
        let plan = planned.as_ref().map(|planned| planned.proof().plan());
        let found = advice::advise("tool", &schema, profile, plan);
        found.iter().map(|found| found.code).collect::<Vec<_>>()
    };
    assert_eq!(codes(&fabric()), ["check::exposed-surplus"]);
    let without = edited(|ir| ir.profiles[0].conventions.retain(|name| name != "optional-null"));
    assert_eq!(codes(&without), ["check::exposed-null", "check::exposed-surplus"]);
}

/// An object inside others, in which each name and value is as it is at the top of the fixture.
const INSIDE: &str = r##"{"type": "object", "additionalProperties": false, "required": ["list"], "properties": {
    "list": {"type": "array", "items": {"anyOf": [{"$ref": "#/$defs/one"}, {"type": "null"}]}}},
    "$defs": {"one": {"type": "object", "additionalProperties": false, "required": ["v1_2"], "properties": {
        "v1_2": {"type": "string", "enum": ["A-", "Beta"]}, "note": {"type": "string"}, "free": {"type": ["string", "null"]},
        "user_id": {"type": "string"}, "userId": {"enum": ["x_y", "x-y"]}}}}}"##;

/// What is told of each code: the messages and the places of the labels.
fn told(
    profile: &fabric_rules::internal::program::Profile,
    text: &str,
) -> BTreeMap<&'static str, Vec<String>> {
    let schema = schema(text);
    let planned = profile.plan("tool", &schema).ok();
    let plan = planned.as_ref().map(|planned| planned.proof().plan());
    let mut by_code: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    let advice = advice::advise("tool", &schema, profile, plan);
    for found in advice.into_iter().chain(collisions::find(profile, &schema)) {
        let labels = found.labels.iter().map(|label| label.span.of(text));
        by_code.entry(found.code).or_default().push(format!(
            "{} | {}",
            found.message,
            labels.collect::<Vec<_>>().join(" ")
        ));
    }
    by_code
}

#[test]
fn what_is_inside_is_advised_on_by_its_pointer() {
    let inside = "/$defs/one/properties";
    // Rules reach the top alone: a null inside is nobody's, and what a spelling sees there does not matter.
    let top = told(&fabric(), INSIDE);
    assert_eq!(
        top["check::exposed-null"],
        [format!(
            "3 optional members inside arguments of `tool` refuse null, and no rule leaves one out: \
             `{inside}/note`, `{inside}/user_id`, `{inside}/userId` | \"note\" \"user_id\" \"userId\""
        )]
    );
    assert!(!top.contains_key("check::colliding-keys") && !top.contains_key("check::colliding-members"));
    assert!(!top.contains_key("check::loose-spelling"));
    // They reach everything.
    let deep = edited(|ir| {
        ir.spellings.push(wide().program().ir().spelling("word-form").unwrap().clone());
        ir.profiles[0].reach = fabric_rules::internal::ir::Reach { properties: true, items: true };
    });
    let all = told(&deep, INSIDE);
    assert!(!all.contains_key("check::exposed-null"), "{all:?}");
    let collision = "cannot be told apart by `ascii-form`";
    assert_eq!(
        all["check::colliding-keys"],
        [format!("the keys `user_id` and `userId` of `/$defs/one` {collision} | \"user_id\" \"userId\"")]
    );
    assert_eq!(
        all["check::colliding-members"],
        [format!("the members `x_y` and `x-y` of `{inside}/userId` {collision} | \"x_y\" \"x-y\"")]
    );
    assert_eq!(
        all["check::loose-spelling"],
        [
            format!(
                "`key-form` holds for `{inside}/v1_2` of `tool`, and under `word-form` would not | \"v1_2\""
            ),
            format!(
                "`enum-form` holds for `A-` of `{inside}/v1_2` of `tool`, and under `word-form` would not | \"v1_2\""
            ),
        ]
    );
    let surplus = "a name too many in a call of `tool` is refused, and so it is in 1 object inside";
    assert!(all["check::exposed-surplus"][0].starts_with(surplus), "{all:?}");
}

#[test]
fn the_stricter_spelling_is_that_of_the_program() {
    let grades =
        r#"{"type": "object", "additionalProperties": false, "properties": {"q": {"type": "string"}}}"#;
    assert!(told(&fabric(), grades).contains_key("check::loose-spelling"));
    let lenient = edited(|ir| {
        let mut spelling = ir.spellings[0].clone();
        spelling.name = "word-form".to_owned();
        ir.spellings.push(spelling);
    });
    assert!(!told(&lenient, grades).contains_key("check::loose-spelling"));
    assert!(!told(&edited(|_| ()), grades).contains_key("check::loose-spelling"));
}

#[test]
fn a_rule_that_leaves_surplus_out_covers_its_object_alone() {
    let text = std::fs::read_to_string(fixture("programs/call.rules")).unwrap();
    let compiled = rules::compile(&[Source::new("call.rules", text)]);
    let called = compiled.program.unwrap().profile("called").unwrap();
    let surplus = told(&called, INSIDE)["check::exposed-surplus"].clone();
    let message = "a name too many in a call of `tool` is refused in 1 object inside, and no rule drops it";
    assert_eq!(surplus, [format!("{message} | \"additionalProperties\"")]);
    let closed =
        r#"{"type": "object", "additionalProperties": false, "properties": {"note": {"type": "string"}}}"#;
    assert!(!told(&called, closed).contains_key("check::exposed-surplus"));
}

#[test]
fn hostile_schemas_are_bounded() {
    let nested = |number: usize| {
        let inside = (0..number).map(|n| (format!("p{n}"), json!({"enum": ["x"], "default": "y"})));
        json!({"type": "object", "properties": {"a": {"type": "object", "properties": inside.collect::<serde_json::Map<_, _>>()}}})
    };
    let long = "k".repeat(1 << 18);
    let items = vec![json!({"properties": {"p": {}}}); 400];
    let deep = (0..100).fold(json!({}), |inside, _| json!({"properties": {"p": inside}}));
    let many = (0..20_000).map(|n| (format!("p{n}"), json!({})));
    let ids = (0..20_000).map(|n| (format!("p{n}_id"), json!({"type": "integer", "default": 1.0})));
    let cases = [
        json!({"type": "object", "properties": ids.collect::<serde_json::Map<_, _>>()}),
        nested(5_000),
        json!({"type": "object", "properties": {long: {"prefixItems": items, "default": 1}}}),
        json!({"type": "object", "properties": {"p": deep}}),
        json!({"type": "object", "properties": many.collect::<serde_json::Map<_, _>>()}),
        json!({"type": "object", "properties": {"p": {"$ref": "#/$defs/d"}},
            "$defs": {"d": {"type": "object", "default": 1, "properties": {"id": {"type": "integer"}, "p": {"$ref": "#/$defs/d"}, "q": {"$ref": "#"}}}}}),
    ];
    for (case, text) in cases.iter().enumerate() {
        let schema = schema(&text.to_string());
        let start = Instant::now();
        let found = advice::advise("tool", &schema, &fabric(), None);
        assert!(!found.is_empty(), "case {case}");
        let size: usize = found
            .iter()
            .map(|found| {
                found.message.len() + found.labels.iter().map(|label| label.text.len()).sum::<usize>()
            })
            .sum();
        assert!(size < 400_000, "case {case} tells {size} bytes in {} findings", found.len());
        assert!(found.len() <= 3 * 257, "case {case} has {} findings", found.len());
        assert!(start.elapsed() < Duration::from_secs(2), "case {case} took {:?}", start.elapsed());
    }
}

fn notes() -> Vec<Diagnostic> {
    ["check::wrapper", "check::no-schema", "check::unproved"]
        .map(|code| Diagnostic::new(Severity::Note, code, "something"))
        .into()
}

fn weighed(levels: &Levels) -> Vec<(&'static str, Severity)> {
    let mut findings = notes();
    levels.apply(&mut findings);
    findings.iter().map(|finding| (finding.code, finding.severity)).collect()
}

#[test]
fn levels_silence_and_deny() {
    let mut levels = Levels::default();
    assert_eq!(weighed(&levels).len(), 3);
    assert!(!levels.fail(0, 1) && levels.fail(1, 0));
    levels.set("check::wrapper", Level::Deny).unwrap();
    levels.set("check::no-schema", Level::Allow).unwrap();
    levels.set("warnings", Level::Deny).unwrap();
    assert_eq!(weighed(&levels), [("check::wrapper", Severity::Error), ("check::unproved", Severity::Note)]);
    assert!(levels.fail(0, 1) && !levels.fail(0, 0));
    // What is asked first counts.
    let mut file = Levels::default();
    file.set("check::wrapper", Level::Allow).unwrap();
    file.set("check::silent-union", Level::Allow).unwrap();
    let both = levels.clone().or(file);
    assert_eq!(both.allowed().collect::<Vec<_>>(), ["check::no-schema", "check::silent-union"]);
    assert_eq!(weighed(&both)[0], ("check::wrapper", Severity::Error));
}

#[test]
fn levels_know_their_codes() {
    let refused = |what: &str, level| {
        let mut levels = Levels::default();
        levels.set("check::wrapper", Level::Deny).unwrap();
        let error = levels.set(what, level).unwrap_err();
        (error.code, error.help.unwrap_or_default())
    };
    let unknown = |help: &str| ("levels::unknown-code", help.to_owned());
    assert_eq!(refused("check::wraper", Level::Allow), unknown("did you mean `check::wrapper`?"));
    assert_eq!(refused("warning", Level::Deny), unknown("did you mean `warnings`?"));
    assert_eq!(refused("artifact::drift", Level::Allow).0, "levels::not-allowed");
    assert_eq!(refused("check::wrapper", Level::Allow).0, "levels::both");
    assert!(refused("warnings", Level::Allow).1.starts_with("one of `check::exposed-null`"));
    let mut levels = Levels::default();
    for code in ["artifact::drift", "check::unusable-schema"] {
        levels.set(code, Level::Deny).unwrap();
    }
    assert_eq!(levels, Levels::default());
}
