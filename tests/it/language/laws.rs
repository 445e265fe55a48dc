//! The law of critical pairs, point by point: what a guard rules out, and what it leaves possible.

use fabric_rules::internal::apply::ReasonCode;
use fabric_rules::internal::diagnostic::Source;
use fabric_rules::internal::rules::{compile, embedded};

use crate::support::{proven, rules_of, schema};

const NULL: &str = "match null rewrite to omitted";
const EMPTY: &str = "match empty string rewrite to omitted";
const NUMBER: &str = "match string read as number n rewrite to n";
const MEMBER: &str = "match string read as enum by ascii-form m rewrite to m";

/// What the compiler says about two conventions on value in one profile: the witness of a critical pair,
/// `dead`, or nothing. Each is a guard and what it does.
fn pair(a: (&str, &str), b: (&str, &str), after: &str) -> Option<String> {
    let convention = |name: &str, (guard, does): (&str, &str), after: &str| {
        // What other laws ask of the guard.
        let needed = match does {
            NULL | EMPTY => "not required",
            MEMBER => "some enum has a unique ascii-form",
            _ => "not x is 1",
        };
        format!(
            "convention {name} on value \"A.\" {{ status active derive when {needed} and ({guard}) {after} {does} }}\n"
        )
    };
    let text = format!(
        "language 1\n{}{}profile both \"A.\" {{ plan 2 over closed-object conventions one, other bounds properties 12 }}",
        convention("one", a, ""),
        convention("other", b, after)
    );
    let mut sources = vec![Source::new("pair.rules", text)];
    sources.extend(embedded());
    let mut diagnostics = compile(&sources).diagnostics;
    diagnostics.retain(|diagnostic| diagnostic.code != "rules::bound");
    assert!(diagnostics.len() < 2, "{diagnostics:#?}");
    let found = diagnostics.pop()?;
    Some(match found.code {
        "rules::critical-pair" => found.message.split_once("both take ").unwrap().1.to_owned(),
        "rules::dead" => "dead".to_owned(),
        other => panic!("{other}: {}", found.message),
    })
}

#[test]
fn the_witness_is_the_plainest_there_is() {
    let witness = |a, b| pair(a, b, "").unwrap();
    let any = "not x is 2";
    assert_eq!(witness((any, NULL), (any, NULL)), "`null` at an optional array");
    assert_eq!(witness((any, EMPTY), (any, EMPTY)), "`\"\"` at an optional array");
    assert_eq!(
        witness((any, EMPTY), ("accepts null", EMPTY)),
        "`\"\"` at an optional null that accepts null"
    );
    assert_eq!(
        witness((any, EMPTY), ("not names are closed", EMPTY)),
        "`\"\"` at an optional array of an open object"
    );
    assert_eq!(witness((any, NULL), ("default is 3", NULL)), "`null` at an optional array with a default");
    assert_eq!(witness((any, NUMBER), (any, NUMBER)), "values like `\"42\"` at an optional number");
    assert_eq!(witness((any, NUMBER), ("required", NUMBER)), "values like `\"42\"` at a required number");
    assert_eq!(witness((any, NUMBER), (any, MEMBER)), "values like `\"42\"` at an optional number or string");
    assert_eq!(
        witness((any, NUMBER), ("every enum is a string and accepts \"\"", MEMBER)),
        "values like `\"42\"` at an optional number or string that accepts the empty string whose enum has strings only"
    );
}

#[test]
fn conventions_that_take_other_values_are_no_pair() {
    let any = "not x is 2";
    for (a, b) in [(NULL, EMPTY), (NULL, NUMBER), (NULL, MEMBER), (EMPTY, NUMBER), (EMPTY, MEMBER)] {
        assert_eq!(pair((any, a), (any, b), ""), None, "{a} and {b}");
    }
}

#[test]
fn after_settles_a_pair() {
    let any = "not x is 2";
    for does in [NULL, EMPTY, NUMBER, MEMBER] {
        assert!(pair((any, does), (any, does), "").is_some());
        assert_eq!(pair((any, does), (any, does), "after one"), None);
    }
}

#[test]
fn guards_that_exclude_each_other_are_no_pair() {
    for (a, b) in [
        ("accepts \"\"", "not accepts \"\""),
        ("names are closed", "not names are closed"),
        ("every enum is a string", "not every enum is a string"),
        ("default is 1", "default is absent"),
        ("default is 1", "default is null"),
        ("required or accepts \"\"", "not (required or accepts \"\")"),
        ("not not required", "not required and names are closed"),
        ("type is \"number\"", "type is \"string\""),
        ("type is \"integer\"", "not (not type is \"string\")"),
    ] {
        let found = pair((a, NUMBER), (b, NUMBER), "");
        assert!(found.is_none() || found.as_deref() == Some("dead"), "{a} and {b}: {found:?}");
    }
}

#[test]
fn what_a_point_does_not_decide_is_possible() {
    for (a, b) in [
        ("x is 1", "not x is 1"),
        ("x is 1", "x is 3"),
        ("x is absent", "not x is absent"),
        ("default is 1", "default is 3"),
        ("default is absent", "default is null"),
        ("default is absent", "not default is absent"),
        ("type is \"number\"", "type is \"integer\""),
        ("type is \"number\"", "not type is \"number\""),
        ("some enum has a unique ascii-form", "not some enum has a unique ascii-form"),
    ] {
        assert!(pair((a, NUMBER), (b, NUMBER), "").is_some_and(|found| found != "dead"), "{a} and {b}");
    }
}

#[test]
fn type_is_decided_by_the_kinds_alone() {
    let dead = |guard, does| pair((guard, does), ("accepts \"\" and not accepts \"\"", NULL), "");
    // The other one is dead for certain, so a second error would fail the assertion above.
    for (guard, does) in
        [("type is \"integer\"", NUMBER), ("type is \"number\"", NUMBER), ("type is \"string\"", MEMBER)]
    {
        assert_eq!(dead(guard, does).as_deref(), Some("dead"), "{guard}");
    }
    let both_dead = |guard: &str, does: &str| {
        let text = format!(
            "language 1\nconvention one on value \"A.\" {{ status active derive when not required and some enum has a \
             unique ascii-form and {guard} {does} }}"
        );
        let mut sources = embedded();
        sources.insert(0, Source::new("one.rules", text));
        compile(&sources).diagnostics.iter().any(|diagnostic| diagnostic.code == "rules::dead")
    };
    for (guard, does) in [
        ("type is \"string\"", NUMBER),
        ("type is \"null\"", NUMBER),
        ("type is \"boolean\" or type is \"array\"", NUMBER),
        ("type is \"number\"", MEMBER),
        ("accepts null", NULL),
        ("accepts \"\"", EMPTY),
        ("type is \"array\" and accepts null", EMPTY),
    ] {
        assert!(both_dead(guard, does), "{guard} with {does}");
    }
    for (guard, does) in [
        ("not type is \"string\"", MEMBER),
        ("not type is \"number\"", NUMBER),
        ("type is \"null\"", NULL),
        ("type is \"string\"", EMPTY),
        ("accepts null", EMPTY),
    ] {
        assert!(!both_dead(guard, does), "{guard} with {does}");
    }
}

#[test]
fn a_program_shows_each_pair_once() {
    let text = "language 1\n\
        convention one on value \"A.\" { status active derive when not required match null rewrite to omitted }\n\
        profile a \"A.\" { plan 1 over closed-object conventions one, optional-null bounds properties 9 }\n\
        profile b \"A.\" { plan 2 over closed-object conventions optional-null, one bounds properties 9 }\n";
    let mut sources = embedded();
    sources.push(Source::new("more.rules", text));
    let compiled = compile(&sources);
    let pairs: Vec<_> =
        compiled.diagnostics.iter().filter(|found| found.code == "rules::critical-pair").collect();
    assert_eq!(pairs.len(), 1);
    // The other party stands in another file.
    let files: Vec<&str> = pairs[0].labels.iter().map(|label| sources[label.source].name.as_str()).collect();
    assert_eq!(files, ["rules/optional-null.rules", "more.rules", "more.rules"]);
    let rendered =
        fabric_rules::internal::diagnostic::human::render(&[pairs[0].clone()], &sources, 100, false);
    super::snapshots("diagnostics", || insta::assert_snapshot!("two-files", rendered));
    assert!(compiled.program.is_none());
}

#[test]
fn a_type_that_does_not_bind_makes_no_pair_of_two_that_the_model_keeps_apart() {
    // One gives integers where `type` is "integer", the other members of an enum of texts: the model has
    // no property for both, since it takes a `type` that a guard reads for one that binds.
    let (integer, texts) = ((r#"type is "integer""#, NUMBER), ("every enum is a string", MEMBER));
    assert_eq!(pair(integer, texts, ""), None);
    let text = "language 1
        spelling digits \"A.\" { first digit then digit | \"_\" drop \"_\" }
        convention number on value \"A.\" { status active derive when type is \"integer\"
          match string read as number n rewrite to n }
        convention member on value \"A.\" { status active
          derive when every enum is a string and some enum has a unique digits
          match string read as enum by digits m rewrite to m }
        profile both \"A.\" { plan 2 over closed-object conventions number, member, key-form bounds properties 12 }";
    let mut sources = vec![Source::new("both.rules", text)];
    sources.extend(embedded());
    let compiled = compile(&sources);
    let program = compiled.program.unwrap_or_else(|| panic!("{:#?}", compiled.diagnostics));
    let both = program.profile("both").unwrap();
    // Beside the reference stands what both guards ask for. Where it binds, nothing is both; where it does
    // not, `"5"` is short for a text, and both 5 and "5_" would do.
    let given = |dialect: &str| {
        schema(&format!(
            r##"{{"$schema": "{dialect}", "type": "object", "additionalProperties": false, "properties": {{
                "a": {{"$ref": "#/definitions/n", "type": "integer", "enum": ["5_", "17"]}}}},
                "definitions": {{"n": {{"type": ["integer", "string"], "minLength": 2}}}}}}"##
        ))
    };
    let reason = |dialect: &str| {
        let proven = proven(&both, "a.ref", &given(dialect)).unwrap();
        proven.judge(br#"{"a": "5"}"#).unwrap().reason().unwrap().code
    };
    for draft in ["draft-04", "draft-06", "draft-07"] {
        let dialect = format!("http://json-schema.org/{draft}/schema#");
        assert_eq!(rules_of(&both, &given(&dialect)), ["key-form a"], "{draft}");
        assert_eq!(reason(&dialect), ReasonCode::NoRule, "{draft}");
    }
    let dialect = "https://json-schema.org/draft/2020-12/schema";
    assert_eq!(rules_of(&both, &given(dialect)), ["number a", "member a", "key-form a"]);
    assert_eq!(reason(dialect), ReasonCode::NoRule);
}
