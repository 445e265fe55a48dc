//! `propose admit`: what a person has read becomes an alias, and nothing else of the file changes.

use std::fs;

use serde_json::Value;

use crate::cli::{Ran, run, run_on};
use crate::support::snapshots;

const RULES: &str = "tests/fixtures/propose/triage.rules";

/// Rules in a folder of their own, and a run on them.
struct Desk(tempfile::TempDir);

impl Desk {
    fn new() -> Self {
        let desk = Self(tempfile::tempdir().unwrap());
        fs::copy(RULES, desk.rules()).unwrap();
        desk
    }

    fn rules(&self) -> String {
        self.0.path().join("triage.rules").to_str().unwrap().to_owned()
    }

    fn text(&self) -> String {
        fs::read_to_string(self.rules()).unwrap()
    }

    fn admit(&self, more: &[&str], proposals: &str) -> Ran {
        run_on(&[&["propose", "admit", &self.rules(), "-"], more].concat(), proposals)
    }

    fn told(&self, text: &str) -> String {
        text.replace(self.0.path().to_str().unwrap(), "HERE")
    }
}

const GOOD: &str = "{\"alias\":\"dire\",\"member\":\"high\",\"vocabulary\":\"severity\"}\n\
                    {\"alias\":\"so so\",\"member\":\"medium\"}\n\
                    {\"alias\":\"MEH \",\"member\":\"low\"}\n\
                    {\"alias\":\"the \\\"worst\\\"\\n\",\"member\":\"high\"}\n\
                    {\"alias\":\"Dire\",\"member\":\"high\"}\n\
                    {\"alias\":\"SEVERE\",\"member\":\"high\"}\n";

#[test]
fn the_edit_is_shown_and_written_on_request_only() {
    let desk = Desk::new();
    let before = desk.text();
    let shown = desk.admit(&[], GOOD);
    assert_eq!((shown.code, &*shown.stderr), (0, ""));
    assert_eq!(desk.text(), before);
    snapshots("cli/facts").bind(|| insta::assert_snapshot!("admit", desk.told(&shown.stdout)));

    let written = desk.admit(&["--write", "--format", "json"], GOOD);
    assert_eq!(written.code, 0, "{}", written.stderr);
    let told: Value = serde_json::from_str(&written.stdout).unwrap();
    assert_eq!((&told["admitted"], &told["known"], &told["written"]), (&4.into(), &2.into(), &true.into()));
    let after = desk.text();
    let expected = before
        .replace("\"cosmetic\"", "\"cosmetic\" | \"MEH \"")
        .replace("  medium\n", "  medium = \"so so\"\n")
        .replace("\"critical\"", "\"critical\" | \"dire\" | \"the \\\"worst\\\"\\n\"");
    assert_eq!(after, expected, "comments and layout stay");
    let read = run_on(&["facts", &desk.rules(), "triage"], "{\"severity\": \"Dire\"}");
    assert!(read.stdout.starts_with("{\"facts\":{\"severity\":\"high\""), "{}", read.stdout);
    // Once it is in, there is nothing to do.
    let again = desk.admit(&["--write"], GOOD);
    assert_eq!((again.code, desk.text()), (0, after));
    assert!(again.stdout.contains("0 new aliases, 6 known already; nothing to write"), "{}", again.stdout);
}

#[test]
fn the_answers_of_propose_are_proposals_too() {
    let desk = Desk::new();
    let replies = "{\"severity\": \"dire\", \"tags\": [\"bad\"]}\n{\"severity\": \"low\"}\n";
    let proposed = run_on(&["propose", RULES, "triage", "--ask", "echo high"], replies);
    let ran = desk.admit(&["--write"], &proposed.stdout);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert!(desk.text().contains("\"critical\" | \"dire\" | \"bad\""), "{}", desk.text());
}

#[test]
fn where_one_cannot_be_admitted_none_is() {
    let desk = Desk::new();
    let before = desk.text();
    let proposals = format!(
        "{GOOD}{}",
        "{\"alias\":\"Minor\",\"member\":\"high\"}\n\
         {\"alias\":\"DIRE\",\"member\":\"low\"}\n\
         {\"alias\":\"high\",\"member\":\"low\"}\n\
         {\"alias\":\" \",\"member\":\"low\"}\n\
         {\"alias\":\" NONE\",\"member\":\"high\"}\n\
         {\"alias\":\"x\",\"member\":\"hig\",\"vocabulary\":\"severity\"}\n\
         {\"alias\":\"x\",\"member\":\"HIGH\"}\n\
         {\"alias\":\"x\",\"member\":\"hihg\"}\n\
         {\"alias\":\"x\",\"member\":\"high\",\"vocabulary\":\"severities\"}\n"
    );
    let ran = desk.admit(&["--write"], &proposals);
    assert_eq!((ran.code, &*ran.stdout), (1, ""));
    assert_eq!(desk.text(), before);
    let json = desk.admit(&["--write", "--format", "json"], &proposals);
    assert_eq!((json.code, &*json.stderr), (1, ""));
    let told: Value = serde_json::from_str(&json.stdout).unwrap();
    assert_eq!(told["refused"].as_array().unwrap().len(), 9);
    assert_eq!((&told["files"], &told["written"]), (&Value::Array(Vec::new()), &false.into()));
    assert_eq!(told["refused"][1]["labels"][0]["start"]["line"], 8);
    snapshots("cli/facts").bind(|| insta::assert_snapshot!("admit-refused", desk.told(&ran.stderr)));
}

#[test]
fn a_vocabulary_that_is_asked_about_stays_one() {
    let desk = Desk::new();
    let before = desk.text();
    for alias in ["none", " None\\n"] {
        let ran = desk.admit(&["--write"], &format!("{{\"alias\":\"{alias}\",\"member\":\"high\"}}"));
        assert_eq!((ran.code, &*ran.stdout), (1, ""), "{alias}");
        assert!(ran.stderr.contains("proposal::clash"), "{}", ran.stderr);
    }
    assert_eq!(desk.text(), before);
    let asked =
        run_on(&["propose", &desk.rules(), "triage", "--ask", "echo high"], "{\"severity\": \"low\"}");
    assert_eq!(asked.code, 0, "{}", asked.stderr);
    // Where it stands for the member already, there is nothing to write.
    fs::write(desk.rules(), before.replacen("medium\n", "medium = \"none\"\n", 1)).unwrap();
    let ran = desk.admit(&["--write"], "{\"alias\":\"None\",\"member\":\"medium\"}");
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert!(ran.stdout.contains("0 new aliases, 1 known already"), "{}", ran.stdout);
}

#[test]
fn a_member_of_two_vocabularies_must_say_which() {
    let desk = Desk::new();
    let more = "\nvocabulary urgency \"How soon.\" { high soon = \"now\" }\n";
    fs::write(desk.rules(), desk.text() + more).unwrap();
    let ran = desk.admit(&["--write"], "{\"alias\":\"dire\",\"member\":\"high\"}");
    assert_eq!(ran.code, 1);
    assert!(
        ran.stderr.contains("proposal::unclear") && ran.stderr.contains("`severity`, `urgency`"),
        "{}",
        ran.stderr
    );
    let ran = desk.admit(&["--write"], "{\"alias\":\"dire\",\"member\":\"high\",\"vocabulary\":\"urgency\"}");
    assert_eq!(ran.code, 0);
    assert!(desk.text().contains("{ high = \"dire\" soon = \"now\" }"), "{}", desk.text());
}

#[test]
fn only_the_file_of_the_vocabulary_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let text = fs::read_to_string(RULES).unwrap();
    let (words, rest) = text.split_once("facts ").unwrap();
    fs::write(path("words.rules"), words).unwrap();
    fs::write(path("facts.rules"), format!("language 1\nfacts {rest}")).unwrap();
    let other = fs::metadata(path("facts.rules")).unwrap().modified().unwrap();
    fs::write(path("proposals.jsonl"), GOOD).unwrap();
    let name = |path: std::path::PathBuf| path.to_str().unwrap().to_owned();
    let ran = run(&[
        "propose",
        "admit",
        folder.path().to_str().unwrap(),
        &name(path("proposals.jsonl")),
        "--write",
    ]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert_eq!(fs::metadata(path("facts.rules")).unwrap().modified().unwrap(), other);
    assert!(fs::read_to_string(path("words.rules")).unwrap().contains("\"dire\""));
}

#[test]
fn what_is_no_proposal_or_no_program_is_a_fault() {
    let desk = Desk::new();
    let before = desk.text();
    for line in
        ["[]", "{\"alias\":\"dire\"}", "{\"alias\":\"dire\",\"member\":7}", "{\"alias\":\"torn", "\"dire\""]
    {
        let ran = desk.admit(&["--write"], &format!("{GOOD}{line}\n"));
        assert_eq!((ran.code, &*ran.stdout), (2, ""), "{line}");
        assert!(ran.stderr.contains("proposal::malformed"), "{}", ran.stderr);
    }
    assert_eq!(desk.text(), before);
    fs::write(desk.rules(), before.replace("count    : int", "count : in")).unwrap();
    let ran = desk.admit(&["--write"], GOOD);
    assert_eq!(ran.code, 2);
    assert!(ran.stderr.contains("rules::unknown-type"), "{}", ran.stderr);
}

#[test]
fn the_page_shows_what_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("orders.rules");
    fs::copy("docs/examples/facts/orders.rules", &path).unwrap();
    let rules = path.to_str().unwrap();
    let ran = run(&["propose", "admit", rules, "docs/examples/facts/proposals.jsonl", "--write"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let admitted = fs::read_to_string("docs/examples/facts/admitted.rules").unwrap();
    assert_eq!(fs::read_to_string(&path).unwrap(), admitted);
    let proposed = folder.path().join("proposals.jsonl");
    let asked =
        ["--ask", "sh docs/examples/facts/ask.sh", "docs/examples/facts/replies.jsonl", "--proposals"];
    let arguments = ["propose", "docs/examples/facts/orders.rules", "order"];
    run(&[&arguments, &asked[..], &[proposed.to_str().unwrap()]].concat());
    let expected = fs::read_to_string("docs/examples/facts/proposals.jsonl").unwrap();
    assert_eq!(fs::read_to_string(proposed).unwrap(), expected);
}
