//! Every single assertion can fail: a check with several of them needs a mutation for each.

use std::collections::BTreeSet;
use std::path::Path;

use super::{given, mutations};

/// What an assertion begins with.
const ASSERTIONS: [&str; 3] = ["ensure(", "ensure_same(", "Fault::new("];

/// A file of `src/certify/check/` and a line of it.
type Site = (String, u32);

/// The assertions that are written in the checks.
fn written() -> BTreeSet<Site> {
    let mut found = BTreeSet::new();
    for entry in std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/src/certify/check")).unwrap() {
        let entry = entry.unwrap();
        let text = std::fs::read_to_string(entry.path()).unwrap();
        for (line, number) in text.lines().zip(1..) {
            for (at, _) in ASSERTIONS.iter().flat_map(|name| line.match_indices(name)) {
                let before = line[..at].chars().next_back();
                if before.is_none_or(|before| !before.is_alphanumeric() && before != '_') {
                    found.insert((entry.file_name().into_string().unwrap(), number));
                }
            }
        }
    }
    found
}

/// Each is the one that some mutation of this folder runs into. Were it switched off, that mutation
/// would be found elsewhere or not at all.
#[test]
fn every_assertion_has_a_mutation() {
    let written = written();
    let failed: BTreeSet<Site> = mutations::failed()
        .chain(given::failed())
        .map(|row| row.at.unwrap())
        .map(|at| (Path::new(at.file()).file_name().unwrap().to_str().unwrap().to_owned(), at.line()))
        .collect();
    let without: Vec<&Site> = written.difference(&failed).collect();
    assert!(without.is_empty(), "no mutation fails these: {without:#?}");
    assert!(written.len() > 50, "{} assertions", written.len());
}
