//! Every fault of a text, as a person sees it.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use fabric_rules::internal::diagnostic::{Source, human, rules};
use fabric_rules::internal::rules::{Compiled, compile};

/// A fixture: its name, its text, and the codes that its first line expects.
fn fixtures() -> Vec<(String, String, Vec<String>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/rules");
    let mut paths: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let fixture = |path: &Path| {
        let text = fs::read_to_string(path).unwrap();
        let codes = text.lines().next().unwrap().strip_prefix("// ").unwrap();
        let codes = codes.split(", ").filter(|code| *code != "none").map(str::to_owned).collect();
        (path.file_stem().unwrap().to_string_lossy().into_owned(), text, codes)
    };
    paths.iter().map(|path| fixture(path)).collect()
}

#[test]
fn each_fixture_has_the_faults_that_its_first_line_names() {
    let mut wrong = Vec::new();
    for (name, text, expected) in fixtures() {
        let sources = [Source::new(format!("{name}.rules"), text)];
        let Compiled { diagnostics, sources, .. } = compile(&sources);
        let rendered = human::render(&diagnostics, &sources, 100, false);
        super::snapshots("diagnostics", || insta::assert_snapshot!(name.as_str(), rendered));
        let codes: Vec<&str> = diagnostics.iter().map(|diagnostic| diagnostic.code).collect();
        if codes != expected {
            wrong.push(format!("{name} has {}\n{rendered}", codes.join(", ")));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn each_code_has_a_fixture() {
    let seen: BTreeSet<String> = fixtures().into_iter().flat_map(|(_, _, codes)| codes).collect();
    let missing: Vec<&&str> = rules::ALL.iter().filter(|code| !seen.contains(**code)).collect();
    // What is too large is made by the tests of hostile input.
    assert_eq!(missing, [&rules::TOO_LARGE]);
}
