//! Every report ends with its own row, composed by a search that stands in `rules/reports/`.

use std::path::Path;

use fabric_rules::internal::coverage::report::Looked;
use fabric_rules::internal::rules::{compile, embedded, reports};
use serde_json::{Value, json};

use super::ask;
use crate::cli::{Ran, command};

/// The commands that end with a row, each with the pointer of the row in its JSON.
const COMMANDS: [(&str, &str, &str); 7] = [
    ("check", "check surface.json", "/surfaces/0/coverage"),
    ("measure", "measure sessions --surface surface.json", "/coverage"),
    ("compile", "compile surface.json --sessions sessions --store here", "/coverage"),
    ("trial", "trial --surface surface.json --sessions sessions --store here", "/coverage"),
    ("certify", "certify --sessions sessions --surface surface.json --trial --store here", "/coverage"),
    (
        "import",
        "import here/fabric/entropy/compiled.json --surface surface.json --store there --dry-run",
        "/coverage",
    ),
    ("check", "check surface.json --artifact here/fabric/entropy/compiled.json", "/coverage"),
];

/// Rules with a search.
const HERE: &str = "language 1 extends built-in search mail.send { source \"mails\" limit none }";

/// A folder with what these commands work on.
fn workshop() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/examples/artifact.in");
    for name in ["surface.json", "sessions/monday.jsonl", "sessions/tuesday.jsonl"] {
        std::fs::create_dir_all(folder.path().join(name).parent().unwrap()).unwrap();
        std::fs::copy(from.join(name), folder.path().join(name)).unwrap();
    }
    folder
}

/// The rows of these commands, in a folder of their own.
fn rows() -> Vec<(&'static str, Value)> {
    let folder = workshop();
    let row = |(name, line, place): &(&'static str, &str, &str)| {
        let words: Vec<&str> = line.split(' ').chain(["--format", "json"]).collect();
        let ran: Ran = command(&words).current_dir(folder.path()).output().unwrap().into();
        let value: Value = serde_json::from_str(&ran.stdout)
            .unwrap_or_else(|_| panic!("{name}: {} {}", ran.stdout, ran.stderr));
        (*name, value.pointer(place).unwrap_or_else(|| panic!("{name}: {value}")).clone())
    };
    COMMANDS.iter().map(row).collect()
}

#[test]
fn a_report_ends_with_a_row_of_its_own() {
    let told = rows();
    // Nothing in a row hangs on when or where it was told.
    assert_eq!(told, rows());
    for (name, row) in &told {
        assert_eq!(
            (&row["composed"], &row["toolName"]),
            (&json!("local"), &json!(format!("fabric-rules.{name}")))
        );
        assert_eq!(row["read"], Value::Null);
        let checked = row["checked"].as_array().unwrap();
        let has = |facet: &str| checked.iter().any(|item| item["facet"] == facet);
        assert!(has("source") && has("population"), "{name}: {row}");
        assert!(*name == "import" || has("filter"), "{name}: {row}");
        for gap in row["gaps"].as_array().unwrap() {
            assert!(
                ["scope", "partial", "cap-reached"].contains(&gap["kind"].as_str().unwrap()),
                "{name}: {gap}"
            );
        }
    }
    let digest = "digest a23147af22d245eeeb41ffff53816f57dfd562fe72f2237de798651873039da0";
    assert!(told[0].1["checked"][0]["what"].as_str().unwrap().ends_with(digest), "{}", told[0].1);
    let both = &told.last().unwrap().1;
    assert_eq!(both["checked"][1]["what"], "artifact `here/fabric/entropy/compiled.json`, version 2");
    assert!(both["checked"].to_string().contains("plans: 2"), "{both}");
}

#[test]
fn what_people_read_ends_with_what_was_looked_at() {
    let folder = workshop();
    let lines = COMMANDS.iter().map(|(_, line, _)| *line);
    for line in lines.chain(["check . --summary", "check surface.json --rules here.rules"]) {
        std::fs::write(folder.path().join("here.rules"), HERE).unwrap();
        let words: Vec<&str> = line.split(' ').collect();
        let ran: Ran = command(&words).current_dir(folder.path()).output().unwrap().into();
        let last =
            ran.stdout.rsplit_once("looked at\n").unwrap_or_else(|| panic!("{line}: {}", ran.stdout)).1;
        assert!(last.lines().all(|line| line.starts_with("  ")), "{line}: {last}");
        assert!(ran.stdout.contains("digest"), "{line}: {}", ran.stdout);
    }
}

#[test]
fn a_row_of_a_report_is_judged_once_it_is_known_when_it_was_told() {
    let (_, mut row) = rows().remove(0);
    let claim = json!({"kind": "exactly", "count": row["rows"], "scope": [
        {"facet": "population", "argument": "actions", "value": 3},
        {"facet": "filter", "argument": "profile", "value": "fabric"},
        {"facet": "filter", "argument": "conventions", "value": "key-form"},
        {"facet": "filter", "argument": "conventions", "value": "optional-null"},
        {"facet": "filter", "argument": "conventions", "value": "numeric-string"},
        {"facet": "filter", "argument": "conventions", "value": "enum-form"}], "within": ["scope"]});
    let judged = |row: &Value| ask("judge", &json!({"row": row, "claim": claim}));
    assert_eq!(judged(&row).unwrap_err()["code"], "wrong-kind");
    row["read"] = json!({"from": "2026-03-01T12:00:00Z"});
    assert_eq!(judged(&row).unwrap(), json!({"supported": true}), "{row}");
    for item in row["checked"].as_array_mut().unwrap().iter_mut().filter(|item| item["argument"] == "profile")
    {
        item["value"] = json!("wide");
    }
    assert_eq!(judged(&row).unwrap()["supported"], false);
}

#[test]
fn the_searches_of_reports_are_whole_and_in_no_program() {
    let compiled = compile(&reports());
    assert_eq!(compiled.diagnostics, []);
    let program = compiled.program.unwrap();
    for search in &program.ir().searches {
        let name = search.name.strip_prefix("fabric-rules.").unwrap();
        let row = Looked::by(name.to_owned().leak()).at("one").at("two").row();
        assert_eq!((row.checked[0].what.as_str(), row.checked[1].what.as_str()), ("one", "two"));
        assert_eq!(row.checked[1].said.join(""), search.source);
    }
    assert_eq!(program.ir().searches.len(), 9);
    assert!(!embedded().iter().any(|source| source.name.contains("reports")));
    // What nobody declares is no evidence.
    let row = Looked::by("nothing of this name").at("one").row();
    assert!(!row.complete && row.rows.is_none());
}

#[test]
fn what_is_left_out_keeps_a_row_from_being_complete() {
    use fabric_rules::internal::coverage::row::Gap;
    let row = |gap: Option<Gap>| Looked::by("status").at("a store").not(gap).row();
    assert!(row(None).complete);
    assert!(row(Some(Gap::scope("a", "b"))).complete);
    assert!(!row(Some(Gap::partial("a", "b"))).complete);
    assert!(!row(Some(Gap::cap_reached("a", "b"))).complete);
}
