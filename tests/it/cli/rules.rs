//! `rules`: checking, formatting and listing rule files.

use std::fs;

use serde_json::Value;

use super::{Ran, command, run, run_on};
use crate::support::snapshots;

const BAD: &str = "language 1\n\nprofile p\n  \"A profile.\"\n{\n  plam 1\n  over nothing\n}\n";

#[test]
fn the_built_in_rules_are_listed_and_known_by_their_digests() {
    snapshots("cli/rules").bind(|| {
        for (name, arguments) in [
            ("list", &["rules", "list"][..]),
            ("list_json", &["rules", "list", "--format", "json"]),
            ("digest", &["rules", "digest"]),
            ("digest_json", &["rules", "digest", "--format", "json"]),
        ] {
            let ran = run(arguments);
            assert_eq!((ran.code, &*ran.stderr), (0, ""), "{name}");
            insta::assert_snapshot!(name, ran.stdout);
        }
    });
}

#[test]
fn the_folder_of_the_built_in_rules_is_the_same_program() {
    // Without the searches of reports, which are in no program.
    let folder = tempfile::tempdir().unwrap();
    for source in fabric_rules::internal::rules::embedded() {
        let path = folder.path().join(&source.name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, source.text.as_bytes()).unwrap();
    }
    for words in [["rules", "list"], ["rules", "digest"]] {
        let given: Ran =
            command(&[&words[..], &["rules"]].concat()).current_dir(folder.path()).output().unwrap().into();
        assert_eq!(given.stdout, run(&words).stdout);
    }
    let one = run(&["rules", "digest", "rules/ascii-form.rules"]);
    assert_eq!((one.code, one.stdout.lines().count()), (0, 1), "a file alone is a program too");
}

#[test]
fn every_error_is_told_at_once_in_every_format() {
    let file = |format: &str| run_on(&["rules", "check", "-", "--format", format], BAD);
    let people = file("human");
    assert_eq!((people.code, &*people.stdout), (1, "1 file: 2 errors, 0 warnings\n"));
    assert!(
        people.stderr.contains("rules::unknown-clause") && people.stderr.contains("rules::unknown-shape")
    );
    let found: Value = serde_json::from_str(&file("json").stdout).unwrap();
    assert_eq!(found[0]["code"], "rules::unknown-clause");
    assert_eq!(found[0]["labels"][0]["start"]["line"], 6);
    let log: Value = serde_json::from_str(&file("sarif").stdout).unwrap();
    assert_eq!(log["runs"][0]["results"].as_array().unwrap().len(), found.as_array().unwrap().len());
    assert!(file("github").stdout.starts_with("::error file=<stdin>,line=6,"));
    for format in ["json", "sarif", "github"] {
        assert_eq!((file(format).code, &*file(format).stderr), (1, ""), "{format}");
    }
}

#[test]
fn rules_that_compile_are_fine() {
    let ran = run(&["rules", "check"]);
    assert_eq!(ran.code, 0);
    assert!(ran.stdout.ends_with(" files: 0 errors, 0 warnings\n"), "{}", ran.stdout);
    assert_eq!(run(&["rules", "check", "rules"]).code, 0);
    for command in ["list", "digest"] {
        let ran = run_on(&["rules", command, "-"], BAD);
        assert_eq!((ran.code, &*ran.stdout), (2, ""), "there is nothing to say of rules that do not compile");
        assert!(ran.stderr.contains("rules::unknown-clause"));
    }
}

#[test]
fn files_are_laid_out_in_place_and_only_where_they_differ() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    fs::write(path("loose.rules"), "language 1 // one\nshape   s \"A shape.\" { type is \"object\" }")
        .unwrap();
    fs::write(path("laid.rules"), "language 1\n").unwrap();
    fs::write(path("bad.rules"), BAD.replace("plam", "((")).unwrap();
    fs::write(path("other.txt"), "left alone").unwrap();
    let name = folder.path().to_str().unwrap();

    let check = run(&["rules", "fmt", "--check", name]);
    assert_eq!(check.code, 1);
    assert_eq!(check.stdout, format!("{name}/loose.rules\n"));

    let before = fs::read_to_string(path("bad.rules")).unwrap();
    let ran = run(&["rules", "fmt", name]);
    assert_eq!((ran.code, &*ran.stdout), (1, ""), "{}", ran.stderr);
    assert!(ran.stderr.contains("bad.rules"), "{}", ran.stderr);
    assert_eq!(fs::read_to_string(path("bad.rules")).unwrap(), before, "a file with errors stays as it is");
    let laid = fs::read_to_string(path("loose.rules")).unwrap();
    assert_eq!(laid, "language 1  // one\n\nshape s\n  \"A shape.\"\n{\n  type is \"object\"\n}\n");
    assert_eq!(fs::read_to_string(path("other.txt")).unwrap(), "left alone");

    fs::remove_file(path("bad.rules")).unwrap();
    assert_eq!(run(&["rules", "fmt", "--check", name]).code, 0);
    assert_eq!(
        run_on(&["rules", "fmt", "-"], "language 1 // one\nshape s \"A shape.\" {type is \"object\"}").stdout,
        laid
    );
}

#[test]
fn a_file_that_is_no_text_is_one_error_and_stays() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("bytes.rules");
    let bytes = b"language 1\nsearch a.b\n{\n  source \"\xff\xfe\"\n}\n";
    fs::write(&path, bytes).unwrap();
    for command in ["check", "fmt"] {
        let ran = run(&["rules", command, path.to_str().unwrap()]);
        assert_eq!(ran.code, 2, "{command}");
        assert_eq!(ran.stderr.matches("input::not-utf8").count(), 1, "{}", ran.stderr);
        assert_eq!(fs::read(&path).unwrap(), bytes, "{command}");
    }
}

#[test]
fn files_with_every_clause_are_laid_out_and_compile() {
    let folder = tempfile::tempdir().unwrap();
    let mut told = 0;
    for name in ["examples", "wide"] {
        let path = folder.path().join(format!("{name}.rules"));
        fs::copy(format!("tests/fixtures/rules/{name}.rules"), &path).unwrap();
        let path = path.to_str().unwrap();
        assert_eq!(run(&["rules", "fmt", path]).code, 0, "{name}");
        assert_eq!(run(&["rules", "fmt", "--check", path]).code, 0, "{name}");
        let found = run(&["rules", "check", path, "--format", "json"]);
        let found: Value = serde_json::from_str(&found.stdout).unwrap();
        let found = found.as_array().unwrap();
        assert!(found.iter().all(|found| found["code"] == "rules::bound"), "{name}: {found:?}");
        told += found.len();
    }
    assert!(told > 0);
}

/// A program of one convention, with `profiles` that have a note each.
fn noted(profiles: usize) -> String {
    let profile = |number| {
        format!(
            "profile p{number} \"One of many.\" {{ plan 2 over any conventions left-out bounds rules 1 }}\n"
        )
    };
    let many: String = (0..profiles).map(profile).collect();
    format!(
        "language 1\nshape any \"Any object.\" {{ type is \"object\" }}\n\
         convention left-out on value \"Null is left out.\"\n\
         {{ status active derive when not required match null rewrite to omitted }}\n{many}"
    )
}

#[test]
fn what_is_left_off_is_counted_as_what_it_is() {
    let clashes: String = (0..250).map(|number| format!("m{number} = \"a\" ")).collect();
    let clash = format!("language 1\nvocabulary v \"Words.\" {{ {clashes} }}\n");
    let ran = run_on(&["rules", "check", "-"], &clash);
    assert_eq!(ran.code, 1);
    assert!(ran.stderr.contains("49 more are left off"), "{}", ran.stderr);
    assert_eq!(ran.stdout, "1 file: 249 errors, 0 warnings\n");
    // Notes that nobody would read are no error of a program that is one.
    let ran = run_on(&["rules", "check", "-"], noted(210));
    assert_eq!((ran.code, &*ran.stdout), (0, "1 file: 0 errors, 0 warnings\n"));
    assert!(ran.stderr.contains("10 more are left off"), "{}", ran.stderr);
    let json = run_on(&["rules", "check", "-", "--format", "json"], noted(210));
    let json: Value = serde_json::from_str(&json.stdout).unwrap();
    assert_eq!((json.as_array().unwrap().len(), &json[200]["severity"]), (201, &"note".into()));
    // An error behind them all is told, and it is the only one.
    let ran = run_on(&["rules", "check", "-"], format!("{}shape empty-one \"Nothing.\" {{ }}\n", noted(210)));
    assert_eq!((ran.code, &*ran.stdout), (1, "1 file: 1 error, 0 warnings\n"));
}

/// Conventions of every kind of pair that is none.
const PAIRS: &str = r#"language 1
extends built-in

convention member on value
  "A member, whatever the type."
{
  status  review
  derive  when some enum has a unique ascii-form
  after   enum-form
  match   string read as enum by ascii-form m
  rewrite to m
}

convention empty-left-out on value
  "An empty text says nothing."
{
  status  review
  derive  when not required and not accepts ""
  match   empty string
  rewrite to omitted
}

profile pairs
  "Some that are never in each other's way."
{
  status      review
  plan        2
  over        closed-object
  conventions key-form, numeric-string, enum-form, member, empty-left-out
  bounds      properties 20
}
"#;

#[test]
fn why_no_two_conventions_contradict_each_other_is_told_on_request() {
    snapshots("cli/rules").bind(|| {
        let told = |format: &str| run_on(&["rules", "check", "-", "--why", "--format", format], PAIRS);
        let people = told("human");
        assert_eq!((people.code, &*people.stderr), (0, ""));
        insta::assert_snapshot!("why", people.stdout);
        let json: Value = serde_json::from_str(&told("json").stdout).unwrap();
        assert_eq!(json["diagnostics"], Value::Array(Vec::new()));
        let because = |pair: &Value| pair["because"].as_str().unwrap().to_owned();
        let mut reasons: Vec<String> = json["pairs"].as_array().unwrap().iter().map(because).collect();
        reasons.sort_unstable();
        reasons.dedup();
        assert_eq!(reasons, ["after", "guards", "outcomes", "values"]);
    });
    assert!(!run_on(&["rules", "check", "-"], PAIRS).stdout.contains("profile"));
    let broken = run_on(&["rules", "check", "-", "--why"], BAD);
    assert_eq!((broken.code, &*broken.stdout), (1, "1 file: 2 errors, 0 warnings\n"));
}
