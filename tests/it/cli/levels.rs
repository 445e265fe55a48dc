//! `check --deny`, `--allow` and `fabric-rules.toml`: what findings weigh.

use std::fs;
use std::path::Path;

use serde_json::Value;
use tempfile::TempDir;

use super::{Ran, command, run};
use crate::support::{fixture, snapshots};

/// One tool, with a wrapper and a default that is rejected.
const TOOLS: &str = r#"{"tools": [{"name": "find", "inputSchema": {"type": "object", "required": ["request"], "properties": {
  "request": {"type": "object", "required": ["a"], "properties": {"a": {"type": "string", "default": null}}}}}}]}"#;

/// A folder with the tools and, above it, a file of this text.
fn project(config: &str) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir_all(folder.path().join("below/deep")).unwrap();
    fs::write(folder.path().join("below/deep/tools.json"), TOOLS).unwrap();
    fs::write(folder.path().join("fabric-rules.toml"), config).unwrap();
    folder
}

fn check(at: &Path, more: &[&str]) -> Ran {
    let arguments = [&["check", "tools.json", "--format", "json"], more].concat();
    command(&arguments).current_dir(at.join("below/deep")).output().unwrap().into()
}

/// The codes that were told, each with its weight, and how the run ended.
fn told(ran: &Ran) -> (Vec<String>, i32) {
    let report: Value = serde_json::from_str(&ran.stdout).unwrap_or_else(|_| panic!("{}", ran.stderr));
    let findings = report["surfaces"][0]["findings"].as_array().unwrap();
    let each = findings
        .iter()
        .map(|found| format!("{} {}", found["severity"].as_str().unwrap(), found["code"].as_str().unwrap()));
    (each.collect(), ran.code)
}

fn expected(codes: &[&str], code: i32) -> (Vec<String>, i32) {
    (codes.iter().map(|code| (*code).to_owned()).collect(), code)
}

const WRAPPER: &str = "note check::wrapper";
const DEFAULT: &str = "note check::rejected-default";

#[test]
fn advice_changes_no_exit_code_until_it_is_denied() {
    let folder = project("");
    let at = folder.path();
    assert_eq!(told(&check(at, &[])), expected(&[WRAPPER, DEFAULT], 0));
    assert_eq!(told(&check(at, &["--deny", "warnings"])), expected(&[WRAPPER, DEFAULT], 0));
    let denied = ["--deny", "check::wrapper"];
    assert_eq!(told(&check(at, &denied)), expected(&["error check::wrapper", DEFAULT], 1));
    let allowed = ["--allow", "check::wrapper", "--allow", "check::rejected-default"];
    assert_eq!(told(&check(at, &allowed)), expected(&[], 0));
    let report: Value = serde_json::from_str(&check(at, &denied).stdout).unwrap();
    assert_eq!((&report["counts"]["errors"], &report["counts"]["notes"]), (&1.into(), &1.into()));
    let report: Value = serde_json::from_str(&check(at, &allowed).stdout).unwrap();
    let checked = report["surfaces"][0]["coverage"]["checked"].to_string();
    assert!(checked.contains("all but check::rejected-default, check::wrapper"), "{checked}");
}

#[test]
fn warnings_are_silenced_and_denied_too() {
    let mixed = fixture("check/mixed.json");
    let mixed = mixed.to_str().unwrap();
    let warnings = |more: &[&str]| {
        let ran = run(&[&["check", mixed, "--format", "json"], more].concat());
        serde_json::from_str::<Value>(&ran.stdout).unwrap()["counts"]["warnings"].clone()
    };
    assert_eq!(warnings(&[]), 5);
    assert_eq!(warnings(&["--allow", "check::colliding-keys"]), 3);
    assert_eq!(warnings(&["--deny", "check::colliding-keys"]), 3);
}

#[test]
fn the_nearest_file_counts_and_the_command_line_more() {
    let folder = project("[check]\nallow = [\"check::wrapper\"]\ndeny = [\"check::rejected-default\"]\n");
    let at = folder.path();
    assert_eq!(told(&check(at, &[])), expected(&["error check::rejected-default"], 1));
    assert_eq!(told(&check(at, &["--allow", "check::rejected-default"])), expected(&[], 0));
    // Nearer, and alone: what the other file says does not count beside it.
    fs::write(at.join("below/fabric-rules.toml"), "[check]\ndeny = [\"check::wrapper\"]\n").unwrap();
    assert_eq!(told(&check(at, &[])), expected(&["error check::wrapper", DEFAULT], 1));
    let named = at.join("fabric-rules.toml");
    let named = told(&check(at, &["--config", named.to_str().unwrap()]));
    assert_eq!(named, expected(&["error check::rejected-default"], 1));
    fs::write(at.join("none.toml"), "").unwrap();
    assert_eq!(told(&check(at, &["--config", "../../none.toml"])), expected(&[WRAPPER, DEFAULT], 0));
}

#[test]
fn what_a_file_must_not_say_is_told_with_its_place() {
    let texts = [
        "[check]\nalow = [\"check::wrapper\"]\nallow = \"check::wrapper\"\ndeny = [\"check::wraper\", 3]\n\n[chek]\n",
        "check = true\n",
        "[check]\nallow = [\"check::wrapper\", \"artifact::drift\"]\ndeny = [\"check::wrapper\"]\n",
        "[check\n",
    ];
    let mut all = String::new();
    for text in texts {
        let folder = project(text);
        let ran = check(folder.path(), &[]);
        assert_eq!(ran.code, 2, "{}", ran.stdout);
        all.push_str(&ran.stderr);
    }
    snapshots("cli/check").bind(|| insta::assert_snapshot!("config", all));
}

#[test]
fn a_file_that_is_not_there_and_codes_that_are_none_are_wrong_use() {
    let folder = project("");
    let at = folder.path();
    for (more, code) in [
        (["--config", "none.toml"], "input::missing"),
        (["--allow", "check::wraper"], "levels::unknown-code"),
        (["--deny", "everything"], "levels::unknown-code"),
        (["--allow", "check::unproved"], "levels::not-allowed"),
    ] {
        let ran = check(at, &more);
        assert_eq!(ran.code, 2);
        assert!(ran.stderr.contains(code), "{}", ran.stderr);
    }
    let both = check(at, &["--allow", "check::wrapper", "--deny", "check::wrapper"]);
    assert!(both.stderr.contains("levels::both"), "{}", both.stderr);
}

#[test]
fn people_see_advice_by_its_kind_and_machines_all_of_it() {
    let path = "tests/fixtures/advice/tools.json";
    let people = run(&["check", path]);
    assert_eq!(people.code, 0);
    snapshots("cli/check").bind(|| insta::assert_snapshot!("advice", people.stdout));
    assert!(run(&["check", path, "--verbose"]).stdout.len() > people.stdout.len());
    assert_eq!(run(&["check", path, "--quiet"]).stdout, "");
    assert!(run(&["check", path, "--quiet", "--deny", "check::wrapper"]).stdout.contains("check::wrapper"));
    let json: Value = serde_json::from_str(&run(&["check", path, "--format", "json"]).stdout).unwrap();
    let number = json["counts"]["notes"].as_u64().unwrap();
    assert!(number > 20);
    let sarif: Value = serde_json::from_str(&run(&["check", path, "--format", "sarif"]).stdout).unwrap();
    assert_eq!(sarif["runs"][0]["results"].as_array().unwrap().len() as u64, number);
    let github = run(&["check", path, "--format", "github"]).stdout;
    assert_eq!(github.lines().filter(|line| line.starts_with("::notice")).count() as u64, number);
}
