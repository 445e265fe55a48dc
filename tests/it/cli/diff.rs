//! `rules diff`: each kind of edit of the built-in program, as a reviewer reads it.

use std::fs;
use std::path::Path;

use fabric_rules::internal::rules::embedded;
use serde_json::Value;
use tempfile::TempDir;

use super::{Ran, command};
use crate::support::snapshots;

/// An edit of one file: what stands there, and what then stands there. An empty text before means a new file.
type Edit = (&'static str, &'static str, &'static str);

const THEN: &str = r#"  then  letter | digit | " " | "_" | "-""#;
const DROP: &str = r#"  drop  " ", "_", "-""#;

/// A name may hold dots.
const DOTS: Edit = ("ascii-form.rules", THEN, r#"  then  letter | digit | " " | "_" | "-" | ".""#);

/// The kinds of edits.
const EDITS: &[(&str, &[Edit])] = &[
    ("comment", &[("fabric.rules", "profile fabric", "// The built-in one.\nprofile   fabric")]),
    (
        "spelling-wider",
        &[
            ("ascii-form.rules", THEN, r#"  then  letter | digit | " " | "_" | "-" | ".""#),
            ("ascii-form.rules", DROP, r#"  drop  " ", "_", "-", ".""#),
        ],
    ),
    ("spelling-drops-less", &[("ascii-form.rules", DROP, r#"  drop  " ", "_""#)]),
    (
        "spelling-keeps-between-digits",
        &[("ascii-form.rules", DROP, r#"  drop  " ", "_", "-" except between digits"#)],
    ),
    ("spelling-keeps-case", &[("ascii-form.rules", "  fold  case\n", "")]),
    ("spelling-longer", &[("ascii-form.rules", "  fold  case\n", "  fold  case\n  at least 2 characters\n")]),
    (
        "spelling-ends-in-a-word",
        &[("ascii-form.rules", "  fold  case\n", "  last  letter | digit\n  fold  case\n")],
    ),
    (
        "spelling-across",
        &[
            ("ascii-form.rules", "  fold  case\n", ""),
            ("ascii-form.rules", "  first letter\n", "  first letter | digit\n"),
        ],
    ),
    (
        "spelling-no-rivals",
        &[(
            "ascii-form.rules",
            "  apart by letter | digit  // a name without a form still counts: `A+` keeps `A-` from being unique\n",
            "",
        )],
    ),
    ("spelling-no-effect", &[("ascii-form.rules", DROP, r#"  drop  " ", "_", "-", ".""#)]),
    (
        "spelling-another",
        &[
            (
                "tidy-form.rules",
                "",
                "language 1\n\nspelling tidy-form\n  \"No separator hangs at the end.\"\n{\n  first letter\n  then letter | digit | \"_\"\n  last letter | digit\n  fold case\n  drop \"_\"\n}\n",
            ),
            ("enum-form.rules", "a unique ascii-form", "a unique tidy-form"),
            ("enum-form.rules", "enum by ascii-form", "enum by tidy-form"),
        ],
    ),
    (
        "guard-narrower",
        &[("optional-null.rules", "not accepts null", "not accepts null and default is absent")],
    ),
    (
        "guard-wider",
        &[("numeric-string.rules", r#"type is "number" or type is "integer""#, r#"not type is "string""#)],
    ),
    (
        "guard-undecided",
        &[(
            "numeric-string.rules",
            r#"type is "number" or type is "integer""#,
            r#"(type is "number" or type is "integer") and not x-spelled is true"#,
        )],
    ),
    (
        "match-another",
        &[
            ("optional-null.rules", "  match   null", "  match   empty string"),
            ("optional-null.rules", "not accepts null", "not accepts \"\""),
        ],
    ),
    (
        "decoder-another",
        &[
            (
                "numeric-string.rules",
                r#"type is "number" or type is "integer""#,
                r#"every enum is a string and some enum has a unique ascii-form and not type is "string""#,
            ),
            (
                "numeric-string.rules",
                "  match   string read as number n",
                "  after   enum-form\n  match   string read as enum by ascii-form n",
            ),
        ],
    ),
    (
        "status",
        &[
            ("enum-form.rules", "status  active", "status  review"),
            ("fabric.rules", "  plan ", "  status review\n  plan "),
        ],
    ),
    ("order", &[("fabric.rules", "optional-null, numeric-string", "numeric-string, optional-null")]),
    ("after", &[("enum-form.rules", "  match", "  after   numeric-string\n  match")]),
    ("bounds", &[("fabric.rules", "properties 128", "properties 64")]),
    ("shape", &[("closed-object.rules", "$ref, if, not", "$ref")]),
    ("removed", &[("fabric.rules", ", enum-form", ""), ("enum-form.rules", "*", "")]),
];

/// A folder in which `edited` is the built-in program with these edits.
fn edited(edits: &[Edit]) -> TempDir {
    let folder = TempDir::new().unwrap();
    let program = folder.path().join("edited");
    fs::create_dir(&program).unwrap();
    for source in embedded() {
        let path = program.join(source.name.strip_prefix("rules/").unwrap());
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, source.text).unwrap();
    }
    for (file, from, to) in edits {
        let path = program.join(file);
        match *from {
            "" => fs::write(path, to).unwrap(),
            "*" => fs::remove_file(path).unwrap(),
            from => {
                let text = fs::read_to_string(&path).unwrap();
                assert!(text.contains(from), "{file} has no {from}");
                fs::write(path, text.replace(from, to)).unwrap();
            }
        }
    }
    folder
}

fn diff(folder: &Path, more: &[&str]) -> Ran {
    let arguments = [&["rules", "diff", "built-in", "edited"], more].concat();
    command(&arguments).current_dir(folder).output().unwrap().into()
}

#[test]
fn every_kind_of_edit_is_told() {
    snapshots("cli/rules_diff").bind(|| {
        for (name, edits) in EDITS {
            let folder = edited(edits);
            let ran = diff(folder.path(), &[]);
            let differs = i32::from(*name != "comment");
            assert_eq!((ran.code, &*ran.stderr), (differs, ""), "{name}");
            insta::assert_snapshot!(*name, ran.stdout);
        }
    });
}

/// A surface in which names collide, and an enum and keys of many kinds.
const SURFACE: &str = r#"{"tools": [
  {"name": "sort", "inputSchema": {"type": "object", "additionalProperties": false, "required": ["by"], "properties": {
    "by": {"type": "string", "enum": ["created.at", "createdat", "updated-at", "size"]},
    "page.size": {"type": "integer"}, "pageSize": {"type": "integer"}, "limit": {"type": "integer", "default": 10}
  }}},
  {"name": "open", "inputSchema": {"type": "object", "properties": {"a": {"type": "string"}}}},
  {"name": "plain", "inputSchema": {"type": "object", "additionalProperties": false, "properties": {"flag": {"type": "boolean"}}}}
]}"#;

const CALLS: &str = r#"{"ref":"sort","args":{"by":"CREATEDAT"}}
{"ref":"sort","args":{"by":"size.","limit":null}}
{"ref":"sort","args":{"by":"size"}}
{"ref":"plain","args":{"fl.ag":true}}

{"ref":"nowhere","args":{}}
{"type":"tool_use","id":"1","name":"plain","input":{"FLAG":true}}
not json
"#;

#[test]
fn actions_and_calls_are_told_in_every_format() {
    let dots = EDITS.iter().find(|(name, _)| *name == "spelling-wider").unwrap().1;
    let no_defaults = EDITS.iter().find(|(name, _)| *name == "guard-narrower").unwrap().1;
    let folder = edited(&[dots, no_defaults].concat());
    fs::write(folder.path().join("surface.json"), SURFACE).unwrap();
    fs::write(folder.path().join("calls.jsonl"), CALLS).unwrap();
    snapshots("cli/rules_diff").bind(|| {
        for format in ["human", "json", "markdown"] {
            let ran = diff(
                folder.path(),
                &["--surface", "surface.json", "--calls", "calls.jsonl", "--format", format],
            );
            assert_eq!((ran.code, &*ran.stderr), (1, ""), "{format}");
            insta::assert_snapshot!(format!("surface-{format}"), ran.stdout);
        }
    });
}

#[test]
fn what_becomes_ambiguous_or_means_another_is_told() {
    // Before, a dash counts and a dot does not; after, it is the other way round.
    let folder = edited(&[("ascii-form.rules", DROP, r#"  drop  " ", "_", ".""#), DOTS]);
    let old = folder.path().join("old");
    fs::rename(folder.path().join("edited"), &old).unwrap();
    let new = edited(&[DOTS]);
    fs::rename(new.path().join("edited"), folder.path().join("new")).unwrap();
    let schema = serde_json::json!({"type": "object", "additionalProperties": false, "properties": {
        "a.b-c": {"type": "integer"}, "abc": {"type": "integer"},
        "x": {"type": "string", "enum": ["p-q", "pq", "other"]}
    }});
    let surface = serde_json::json!({"tools": [{"name": "tool", "inputSchema": schema}]});
    fs::write(folder.path().join("surface.json"), surface.to_string()).unwrap();
    let arguments = ["rules", "diff", "old", "new", "--surface", "surface.json"];
    let ran: Ran = command(&arguments).current_dir(folder.path()).output().unwrap().into();
    assert_eq!((ran.code, &*ran.stderr), (1, ""));
    snapshots("cli/rules_diff").bind(|| insta::assert_snapshot!("ambiguous", ran.stdout));
}

#[test]
fn markdown_marks_in_names_stay_text() {
    let dots = EDITS.iter().find(|(name, _)| *name == "spelling-wider").unwrap().1;
    let folder = edited(dots);
    let named = SURFACE.replace("\"sort\"", r#""`a``b @all""#).replace("\"plain\"", "\"`\"");
    fs::write(folder.path().join("surface.json"), named).unwrap();
    let ran = diff(folder.path(), &["--surface", "surface.json", "--format", "markdown"]);
    assert!(ran.stdout.contains("\n- ``` `a``b @all ```\n"), "{}", ran.stdout);
    assert!(ran.stdout.contains("\n- `` ` ``\n"), "{}", ran.stdout);
}

#[test]
fn what_lacks_the_profile_uses_the_one_in_force() {
    let folder = edited(&[(
        "mine.rules",
        "",
        "language 1\n\nprofile mine\n  \"Fewer.\"\n{\n  plan 2\n  over closed-object\n  conventions key-form, optional-null\n}\n",
    )]);
    fs::write(folder.path().join("surface.json"), SURFACE).unwrap();
    let json = |more: &[&str]| -> Value {
        let ran = diff(folder.path(), &[&["--surface", "surface.json", "--format", "json"], more].concat());
        serde_json::from_str(&ran.stdout).unwrap()
    };
    let same = json(&[]);
    assert_eq!(same["profiles"]["new"], "fabric");
    assert_eq!(same["surfaces"][0]["differing"], Value::Array(Vec::new()));
    let found = json(&["--profile", "mine"]);
    assert_eq!((&found["profiles"]["old"], &found["profiles"]["new"]), (&"fabric".into(), &"mine".into()));
    assert_eq!(found["surfaces"][0]["differing"][0]["lost"][0]["kind"], "enum-form");
    let ran = diff(folder.path(), &["--surface", "surface.json", "--profile", "mien"]);
    assert_eq!(ran.code, 2);
    assert!(ran.stderr.contains("cli::unknown-profile") && ran.stderr.contains("mine"), "{}", ran.stderr);
}

#[test]
fn what_cannot_be_read_is_wrong_use() {
    let folder = edited(&[("fabric.rules", "plan        1", "plan        7")]);
    let ran = diff(folder.path(), &[]);
    assert_eq!((ran.code, &*ran.stdout), (2, ""));
    assert!(ran.stderr.contains("rules::unknown-plan"), "{}", ran.stderr);
    let ran = diff(folder.path(), &["--format", "json"]);
    assert_eq!(ran.code, 2);
    assert!(serde_json::from_str::<Value>(&ran.stdout).unwrap()["unread"].is_array());
    let missing: Ran = command(&["rules", "diff", "built-in", "nowhere"]).output().unwrap().into();
    assert_eq!(missing.code, 2);
    assert!(missing.stderr.contains("input::missing"), "{}", missing.stderr);
}

#[test]
fn a_surface_of_many_real_tools_is_compared_in_time() {
    let dots = EDITS.iter().find(|(name, _)| *name == "spelling-wider").unwrap().1;
    let folder = edited(dots);
    let surfaces = crate::support::fixture("surfaces");
    let ran = diff(folder.path(), &["--surface", surfaces.to_str().unwrap(), "--format", "json"]);
    let report: Value = serde_json::from_str(&ran.stdout).unwrap();
    let surfaces = report["surfaces"].as_array().unwrap();
    let differing = surfaces.iter().flat_map(|surface| surface["differing"].as_array().unwrap());
    let mut wider = 0;
    for action in differing {
        assert_eq!(action["undecided"], Value::Null, "{}", action["ref"]);
        for name in action["names"].as_array().unwrap() {
            // A dot at the end, or what has no form without one.
            assert!(name["gained"].as_str().is_some_and(|gained| gained.contains('.')), "{name}");
            wider += 1;
        }
    }
    assert!(wider > 1000, "{wider}");
}
