//! The rule text decides: each edit of a built-in rule file changes what is derived or what a call becomes.

use fabric_rules::internal::program::Profile;
use fabric_rules::internal::rules;

use crate::support::{active_files, fabric, normalized, proven, rules_of, schema};

/// The built-in program with one text in its files replaced.
fn edited(from: &str, to: &str) -> Profile {
    let mut sources = active_files();
    let mut edits = 0;
    for source in &mut sources {
        edits += source.text.matches(from).count();
        source.text = source.text.replace(from, to);
    }
    assert_eq!(edits, 1, "`{from}` stands {edits} times in the rule files");
    let compiled = rules::compile(&sources);
    let program = compiled.program.unwrap_or_else(|| panic!("`{from}` → `{to}`: {:?}", compiled.diagnostics));
    program.profile("fabric").unwrap()
}

const SCHEMA: &str = r#"{"type": "object", "additionalProperties": false, "required": ["outputFormat"],
    "properties": {"outputFormat": {"type": "string", "enum": ["pdf", "plain text", "A-"]},
    "pageCount": {"type": "integer"}, "ratio": {"type": "number"}, "note": {"type": "string"},
    "zip": {"type": "string"}, "ZIP<": {"type": "string"}}}"#;

/// What each of some calls becomes under `profile`.
fn becomes(profile: &Profile) -> Vec<Option<String>> {
    let calls = [
        r#"{"output_format": "pdf"}"#,
        r#"{"output-format": "pdf"}"#,
        r#"{"OutputFormat": "pdf"}"#,
        r#"{"outputFormat": "PDF"}"#,
        r#"{"outputFormat": "plain_text"}"#,
        r#"{"outputFormat": "pdf", "note": null}"#,
        r#"{"outputFormat": "pdf", "pageCount": "2"}"#,
        r#"{"outputFormat": "pdf", "ratio": "2.5"}"#,
        r#"{"outputFormat": "pdf", "ZIP": "1"}"#,
        r#"{"outputFormat": "pdf", "note": ""}"#,
    ];
    match proven(profile, "a.ref", &schema(SCHEMA)) {
        Some(proven) => calls.iter().map(|call| normalized(&proven, call)).collect(),
        None => vec![None; calls.len()],
    }
}

/// Each edit, with the index of a call that becomes something else.
const EDITS: [(&str, &str, usize); 12] = [
    // Another separator.
    (r#"| " " | "_" | "-""#, r#"| " " | "-""#, 0),
    (r#"drop  " ", "_", "-""#, r#"drop  " ", "-""#, 0),
    (r#"drop  " ", "_", "-""#, r#"drop  " ", "_""#, 1),
    // Another spelling.
    ("  fold  case\n", "", 2),
    (
        "  apart by letter | digit  // a name without a form still counts: `A+` keeps `A-` from being unique\n",
        "",
        8,
    ),
    // Another guard.
    ("not required and not accepts null", "not required and not accepts null and type is \"integer\"", 5),
    ("type is \"number\" or type is \"integer\"", "type is \"number\"", 6),
    ("type is \"number\" or type is \"integer\"", "type is \"integer\"", 7),
    ("type is \"string\" and every enum is a string", "not required and every enum is a string", 3),
    // Another match.
    ("match   null\n", "match   empty string\n", 5),
    // A convention dropped from the profile.
    ("conventions key-form, optional-null,", "conventions optional-null,", 2),
    ("numeric-string, enum-form", "numeric-string", 3),
];

#[test]
fn an_edit_changes_what_calls_become() {
    let before = becomes(&fabric());
    for (from, to, call) in EDITS {
        let after = becomes(&edited(from, to));
        assert_ne!(before[call], after[call], "`{from}` → `{to}`");
    }
}

#[test]
fn another_shape_must_still_close_the_names() {
    let mut sources = active_files();
    for source in &mut sources {
        source.text = source.text.replace("additionalProperties is false", "additionalProperties is true");
    }
    let compiled = rules::compile(&sources);
    assert!(compiled.program.is_none());
    assert!(compiled.diagnostics.iter().any(|diagnostic| diagnostic.code == "rules::open-names"));
}

#[test]
fn nothing_works_without_the_rule_text() {
    let without =
        edited("conventions key-form, optional-null, numeric-string, enum-form", "conventions optional-null");
    assert_eq!(
        rules_of(&without, &schema(SCHEMA)),
        [
            "optional-null ZIP<",
            "optional-null note",
            "optional-null pageCount",
            "optional-null ratio",
            "optional-null zip"
        ]
    );
    assert!(rules::compile(&[]).program.is_none_or(|program| program.default_profile().is_none()));
}

#[test]
fn layout_comments_and_doc_strings_change_no_plan() {
    let fabric = fabric();
    let same =
        edited("// a name without a form still counts: `A+` keeps `A-` from being unique", "// because");
    assert_eq!(same.rules_digest(), fabric.rules_digest());
    let same = edited("A non-nullable optional field given as null is left out.", "Null, left out.");
    assert!(same.is_fabric());
    let other = edited("key 128", "key 127");
    assert!(!other.is_fabric());
}
