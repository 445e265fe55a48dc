//! Nothing that a person reads is wider than the terminal, whatever the files hold.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use super::{Ran, command, help};
use crate::support::fixture;

/// A tool list on one line, with long names, long keys and every kind of finding in it.
fn hostile_surface() -> String {
    let long = "a_very_long_name_of_an_argument_that_no_terminal_of_fifty_columns_can_show_whole".repeat(2);
    let wide = "引数の名前".repeat(12);
    let property = r#"{"type":"string","enum":["x-y","x_y","a"]}"#;
    let closed = format!(
        r#"{{"type":"object","additionalProperties":false,"properties":{{"{long}":{property},"{wide}":{property},"page":{{"type":"integer"}}}}}}"#
    );
    let tools = [
        format!(r#"{{"name":"tool.{long}","inputSchema":{closed}}}"#),
        format!(r#"{{"name":"{wide}","inputSchema":{closed}}}"#),
        format!(r#"{{"name":"no-schema-{long}"}}"#),
        format!(r##"{{"name":"broken-{wide}","inputSchema":{{"type":"object","$ref":"#/{long}"}}}}"##),
        r#"{"name":"open","inputSchema":{"type":"object"}}"#.to_owned(),
        format!(
            r###"{{"name":"{0} ::error::{0}","inputSchema":{{"type":"object","properties":{{"{0}":{{}}}}}}}}"###,
            "##[x] ##vso[y] ".repeat(5)
        ),
        format!(r#"{{"name":"{}","inputSchema":{property}}}"#, "::error ".repeat(12)),
    ];
    format!(r#"{{"tools":[{}],"nextCursor":"{long}"}}"#, tools.join(","))
}

/// Copies what the commands work on, so that paths are short in some calls and long in others.
fn workshop(folder: &Path) {
    let copy = |from: &str, to: &str| {
        let to = folder.join(to);
        fs::create_dir_all(to.parent().unwrap()).unwrap();
        fs::copy(Path::new(env!("CARGO_MANIFEST_DIR")).join(from), to).unwrap();
    };
    for name in ["surface.json", "drifted.json", "sessions/monday.jsonl", "sessions/tuesday.jsonl"] {
        copy(&format!("docs/examples/artifact.in/{name}"), name);
    }
    copy("tests/fixtures/cli/artifact/legacy.json", "legacy.json");
    copy("docs/examples/extended/mine.rules", "mine.rules");
    copy(
        "docs/examples/artifact.in/surface.json",
        &format!("{}/{}/surface.json", "folder".repeat(9), "and".repeat(20)),
    );
    copy("docs/examples/artifact.in/sessions/monday.jsonl", &format!("{}.jsonl", "session".repeat(20)));
    fs::write(folder.join("hostile.json"), hostile_surface()).unwrap();
    fs::write(folder.join("cut.json"), &hostile_surface()[..300]).unwrap();
    fs::write(folder.join("other.jsonl"), "{}\n".repeat(20)).unwrap();
    fs::write(folder.join("repairs.json"), format!("[{{\"kind\": \"{}\"}}]", "k".repeat(300))).unwrap();
}

/// The commands, in an order in which each finds what it needs.
fn calls() -> Vec<Vec<String>> {
    let mut calls: Vec<Vec<String>> = [
        "--help",
        "chek",
        "check surface.json --verbose",
        "check hostile.json",
        "check hostile.json --verbose",
        "check hostile.json --quiet",
        "check cut.json nowhere.json",
        "check . --summary",
        "explain hostile.json open",
        "explain surface.json report.render",
        "explain surface.json report.rendre",
        "explain surface.json report.render nott",
        "explain --code rules::critical-pair",
        "explain --code plan",
        "explain --code rules::nothing-of-this-kind",
        "compile surface.json --sessions sessions",
        "compile hostile.json --sessions sessions --dry-run",
        "check surface.json --artifact fabric/entropy/compiled.json --ledger ledger.jsonl",
        "check drifted.json --artifact fabric/entropy/compiled.json --ledger ledger.jsonl",
        "check drifted.json --artifact fabric/entropy/compiled.json --summary",
        "check surface.json --artifact legacy.json",
        "check surface.json --artifact surface.json",
        "ledger ledger.jsonl",
        "ledger ledger.jsonl --bisect report.render",
        "ledger ledger.jsonl --ref report.rend",
        "ledger other.jsonl",
        "export surface.json --profile fabrik",
        "export-artifact sent.json",
        "import sent.json --surface drifted.json --store other",
        "activate --store other",
        "disable --store other",
        "measure sessions . --surface surface.json --verbose",
        "measure sessions --repairs repairs.json",
        "measure merge surface.json",
        "sessions .",
        "signals --sessions sessions --surface surface.json",
        "pool update --sessions sessions --store .",
        "pool show --store .",
        "status --store .",
        "status --store . --surface drifted.json",
        "status --store nowhere",
        "trial --surface surface.json --sessions sessions --artifact sent.json",
        "trial --surface drifted.json --sessions . --artifact sent.json",
        "certify --sessions sessions --surface surface.json --trial --artifact sent.json",
        "rules diff built-in mine.rules --profile mine --surface hostile.json",
        "rules list",
        "rules digest",
        "rules new a-very-long-name-for-a-convention-that-is-here-for-its-length-only drafts",
        "rules new Surface",
        "rules test drafts",
        "rules test sessions",
        "rules check",
        "rules fmt surface.json",
        "derive --rules surface.json",
        "prove nowhere.jsonl",
        "apply --surface cut.json",
        "facts mine.rules nothing",
        "propose mine.rules nothing --ask true",
        "propose admit mine.rules surface.json",
        "coverage compose mine.rules nothing",
        "coverage chain nothing",
        "coverage judge nothing",
        "coverage say nothing",
        "rpc --list",
        "mcp -- no-command-of-this-name-is-to-be-found-anywhere-in-the-folders-of-this-machine",
        "mcp wrap surface.json",
        "mcp unwrap nothing",
        "man --dir surface.json/man",
        "completions fishy",
    ]
    .iter()
    .map(|line| line.split(' ').map(str::to_owned).collect())
    .collect();
    let real = |folder: &str| fixture(folder).to_str().unwrap().to_owned();
    for folder in ["surfaces", "check/mixed.json", "wild/cases.jsonl"] {
        calls.push(vec!["check".into(), real(folder)]);
    }
    for file in fs::read_dir(fixture("rules")).unwrap() {
        calls.push(vec!["rules".into(), "check".into(), file.unwrap().path().to_str().unwrap().into()]);
    }
    for file in fs::read_dir(fixture("surface/refuse")).unwrap() {
        calls.push(vec!["check".into(), file.unwrap().path().to_str().unwrap().into()]);
    }
    calls
}

fn run_at(columns: usize, folder: &Path, words: &[String]) -> Ran {
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let mut command = command(&words);
    command.current_dir(folder).env("COLUMNS", columns.to_string()).output().unwrap().into()
}

#[test]
fn no_line_is_wider_than_the_terminal() {
    let mut wide = Vec::new();
    for columns in [50, 80] {
        let folder = tempfile::tempdir().unwrap();
        workshop(folder.path());
        for words in calls() {
            let ran = run_at(columns, folder.path(), &words);
            assert!(
                !ran.stdout.is_empty() || !ran.stderr.is_empty() || words.contains(&"--quiet".into()),
                "{words:?}"
            );
            let lines = ran.stdout.lines().chain(ran.stderr.lines());
            let too_wide = lines.filter(|line| console::measure_text_width(line) > columns);
            wide.extend(too_wide.map(|line| format!("{columns}: {}: {line}", words.join(" "))));
        }
    }
    assert!(wide.is_empty(), "{}", wide.join("\n"));
}

#[test]
fn names_in_a_table_stay_apart_however_narrow_it_is() {
    let surfaces = fixture("surfaces");
    let words = ["check", "--summary", surfaces.to_str().unwrap()].map(str::to_owned);
    let folder = tempfile::tempdir().unwrap();
    let said = run_at(50, folder.path(), &words).stdout;
    let whole = said.split_whitespace().collect::<String>();
    for file in fs::read_dir(&surfaces).unwrap() {
        let name = file.unwrap().file_name().into_string().unwrap();
        if name.ends_with(".json") {
            assert!(whole.contains(&name), "{name}: {said}");
        }
    }
}

#[test]
fn every_command_is_tried() {
    let tried: BTreeSet<String> = calls().iter().map(|words| words.join(" ")).collect();
    for words in help::commands() {
        let name = words.join(" ");
        assert!(tried.iter().any(|call| call.starts_with(&name)), "{name} is not among the calls above");
    }
}

#[test]
fn a_wider_page_says_the_same_and_columns_that_are_none_are_eighty() {
    let folder = tempfile::tempdir().unwrap();
    workshop(folder.path());
    let check = ["check".to_owned(), "surface.json".to_owned()];
    let words = |columns: &str| {
        let ran: Ran = command(&["check", "surface.json"])
            .current_dir(folder.path())
            .env("COLUMNS", columns)
            .output()
            .unwrap()
            .into();
        ran.stdout
    };
    let plain = run_at(80, folder.path(), &check).stdout;
    for none in ["", "0", "wide", "-3"] {
        assert_eq!(words(none), plain, "{none}");
    }
    let squeezed = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert_eq!(squeezed(&words("100")).len(), squeezed(&plain).len());
    assert_ne!(words("50"), plain);
}

#[test]
fn colours_are_as_asked_for() {
    let plain = super::run(&["check", "docs/examples/report.json"]);
    assert!(!plain.stdout.contains('\u{1b}'));
    for (arguments, coloured) in [
        (&["--color", "always", "check", "docs/examples/report.json"][..], true),
        (&["check", "docs/examples/report.json", "--color=always"], true),
        (&["check", "docs/examples/report.json", "--color", "never"], false),
        (&["check", "docs/examples/report.json", "--color", "auto"], false),
        (&["check", "nowhere.json", "--color", "always"], true),
        (&["check", "--help", "--color", "always"], true),
        (&["chek", "--color=always"], true),
        (&["chek", "--color=never"], false),
    ] {
        let ran = super::run(arguments);
        let said = ran.stdout + &ran.stderr;
        assert_eq!(said.contains('\u{1b}'), coloured, "{arguments:?}: {said}");
    }
    assert_eq!(super::run(&["check", "docs/examples/report.json", "--color", "some"]).code, 2);
}
