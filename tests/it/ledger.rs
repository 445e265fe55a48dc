//! The ledger: revisions, falls, and lines that say nothing.

use fabric_rules::internal::artifact::{Premise, Retracted};
use fabric_rules::internal::digest::Digest;
use fabric_rules::internal::ledger::{Ledger, Record};

fn digest(name: &str) -> Digest {
    Digest::of_text(name)
}

fn retracted(because: Premise) -> Retracted {
    Retracted::new(because, "so it is")
}

/// Runs against surfaces, one after the other, each with the refs that fall, and gives the text.
fn text_of(runs: &[(&str, &[&str])]) -> String {
    let mut text = String::new();
    for (surface, refs) in runs {
        let retracted = retracted(Premise::Drift);
        let falls = refs.iter().map(|reference| (Some(*reference), &retracted));
        for record in Ledger::parse(text.as_bytes()).run(&digest(surface), falls) {
            text.push_str(&record.to_line());
            text.push('\n');
        }
    }
    text
}

fn revisions(text: &str) -> Vec<(String, u64)> {
    let records = Ledger::parse(text.as_bytes()).records;
    records.iter().map(|line| (line.value.kind().to_owned(), line.value.at_rev())).collect()
}

#[test]
fn a_revision_counts_the_changes_of_the_surface() {
    let text = text_of(&[
        ("one", &[]),
        ("one", &[]),
        ("one", &["a"]),
        ("two", &["a", "b"]),
        ("two", &["a"]),
        ("two", &[]),
        ("three", &[]),
        ("one", &[]),
    ]);
    let told = revisions(&text);
    let told: Vec<(&str, u64)> = told.iter().map(|(kind, revision)| (kind.as_str(), *revision)).collect();
    assert_eq!(
        told,
        [
            ("surface", 0),
            ("normal-form", 0),
            ("normal-form", 1),
            ("normal-form", 1),
            ("surface", 2),
            ("surface", 3)
        ]
    );
    let first = text.lines().next().unwrap();
    assert_eq!(
        first,
        format!("{{\"kind\":\"surface\",\"atRev\":0,\"surfaceDigest\":\"{}\"}}", digest("one"))
    );
}

#[test]
fn the_same_fall_is_one_until_something_changes() {
    let again = text_of(&[("one", &["a"]), ("one", &["a"]), ("one", &["a", "b"]), ("one", &["b", "a"])]);
    assert_eq!(again, text_of(&[("one", &["a"]), ("one", &["b"])]));
    // Another surface under which it falls is another fall, also one that was there before.
    let changed = text_of(&[("one", &["a"]), ("two", &["a"]), ("one", &["a"]), ("one", &["a"])]);
    assert_eq!(revisions(&changed).iter().map(|(_, revision)| *revision).collect::<Vec<_>>(), [0, 1, 2]);
}

#[test]
fn bisecting_finds_the_first_fall_and_the_surface_before_it() {
    let text =
        text_of(&[("one", &[]), ("two", &["b"]), ("three", &["a"]), ("four", &["a"]), ("five", &["b"])]);
    let ledger = Ledger::parse(text.as_bytes());
    let fall = ledger.bisect("a").unwrap();
    assert_eq!((fall.retraction.at_rev, fall.record.line), (2, 3));
    assert_eq!(fall.retraction.surface_digest.as_deref(), Some(digest("three").as_str()));
    assert_eq!(fall.before.unwrap().value.surface_digest(), Some(digest("two").as_str()));
    assert_eq!(ledger.bisect("b").unwrap().retraction.at_rev, 1);
    assert!(ledger.bisect("c").is_none());
    let first = text_of(&[("one", &["a"])]);
    assert!(Ledger::parse(first.as_bytes()).bisect("a").unwrap().before.is_none());
}

#[test]
fn lines_that_say_nothing_are_skipped_and_told() {
    let good = text_of(&[("one", &["a"])]);
    let text =
        format!("{good}\n{{\"kind\":\"x\"}}\n\u{1}\n{{\"kind\":1,\"atRev\":1}}\n{good}{{\"kind\":\"surf");
    let ledger = Ledger::parse(text.as_bytes());
    assert_eq!(ledger.records.len(), 2);
    let lines: Vec<u64> = ledger.damaged.iter().map(|line| line.line).collect();
    assert_eq!((lines, ledger.unfinished.map(|last| last.line)), (vec![3, 4, 5], Some(7)));
    assert!(ledger.damaged[0].value.contains("`atRev`"));
    assert_eq!(Ledger::parse(b"").run(&digest("one"), []).len(), 1);
    assert_eq!(Ledger::parse(b"\xff\n").damaged.len(), 1);
}

#[test]
fn records_of_other_concepts_are_read_too() {
    let line = br#"{"kind":"severity","claim":["a"],"retractedBecause":"x","certaintyBand":"sure","atRev":4,"extra":1}"#;
    let Record::Retraction(retraction) = Record::parse(line).unwrap() else { panic!() };
    assert_eq!((&*retraction.kind, retraction.claim.as_deref(), retraction.band), ("severity", None, None));
    assert_eq!(retraction.at_rev, 4);
}
