//! The command `certify`, as a person or a script uses it.

use serde_json::Value;

use super::trial::{folder, ran};
use crate::cli::Ran;
use crate::support::snapshots;

const ALL: [&str; 6] = ["certify", "--sessions", "s.jsonl", "--surface", "surface.json", "--trial"];

fn json_of(ran: &Ran) -> Value {
    serde_json::from_str(&ran.stdout).unwrap_or_else(|error| panic!("{error}: {} {}", ran.stdout, ran.stderr))
}

#[test]
fn what_is_given_is_certified_too() {
    let folder = folder();
    snapshots("certify").bind(|| {
        for (name, arguments) in [
            ("given-sessions", ALL[..3].to_vec()),
            ("given-surface", ALL[..5].to_vec()),
            ("given-trial", [&ALL[..], &["--artifact", "artifact.json"]].concat()),
        ] {
            let ran = ran(&folder, &arguments);
            assert!(ran.stdout.lines().all(|line| line.chars().count() <= 80), "{}", ran.stdout);
            insta::assert_snapshot!(name, format!("{}--- exit {}\n{}", ran.stdout, ran.code, ran.stderr));
        }
    });
}

#[test]
fn the_json_has_the_trial_and_what_was_read() {
    let folder = folder();
    let arguments = [&ALL[..], &["--artifact", "artifact.json", "--format", "json"]].concat();
    let first = ran(&folder, &arguments);
    for jobs in ["1", "3"] {
        let again = ran(&folder, &[&arguments[..], &["--jobs", jobs]].concat());
        assert_eq!(again.stdout, first.stdout);
    }
    let value = json_of(&first);
    assert_eq!(value["verdict"], "passed");
    assert_eq!(value["trial"]["totals"]["normalizationWin"], 2);
    assert_eq!(value["reading"]["traces"], 2);
    // What was not looked at in the trial stands in the row of the whole.
    let gaps = value["coverage"]["gaps"].to_string();
    assert!(gaps.contains("does not declare the ref") && !gaps.contains("no trial"), "{gaps}");
    // Nothing is stored here, which is no fault, but no evidence either.
    let value = json_of(&ran(&folder, &[&ALL[..], &["--format", "json"]].concat()));
    assert_eq!((&value["verdict"], &value["trial"]["verdict"]), (&"passed".into(), &"no-evidence".into()));
}

#[test]
fn wrong_use_and_unreadable_input_end_with_2() {
    let folder = folder();
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
    write(
        "twice.json",
        r#"{"version": 1, "actions": [{"ref": "a", "inputSchema": {"type": 1, "type": 2}}]}"#,
    );
    std::fs::create_dir_all(folder.path().join("store/fabric/entropy")).unwrap();
    write("store/fabric/entropy/compiled.json", "{\"version\": 3}");
    for (arguments, said) in [
        (&["certify", "--surface", "surface.json"][..], "--sessions <DIR>"),
        (&["certify", "--trial"], "--surface <FILE>"),
        (&["certify", "--sessions", "s.jsonl", "--trial"], "--surface <FILE>"),
        (&[&ALL[..5], &["--artifact", "artifact.json"]].concat(), "--trial"),
        (&[&ALL[..5], &["--store", "."]].concat(), "--trial"),
        (&["certify", "--server", "s"], "--surface <FILE>"),
        (&[&ALL[..], &["--artifact", "artifact.json", "--store", "."]].concat(), "cannot be used with"),
        (&["certify", "--sessions", "none"], "`none` cannot be read"),
        (&[&ALL[..4], &["none.json"]].concat(), "`none.json` does not exist"),
        (&[&ALL[..4], &["s.jsonl"]].concat(), "s.jsonl"),
        (&[&ALL[..4], &["twice.json"]].concat(), "given twice"),
        (&[&ALL[..], &["--artifact", "surface.json"]].concat(), "is not a compiled artifact"),
        (&[&ALL[..], &["--store", "store"]].concat(), "`version` must be 1 or 2"),
        (&["certify", "--json", "surface.json/report.json"], "surface.json"),
    ] {
        let ran = ran(&folder, arguments);
        assert_eq!((ran.code, &*ran.stdout), (2, ""), "{arguments:?}: {}", ran.stderr);
        assert!(ran.stderr.contains(said), "{arguments:?}: {}", ran.stderr);
    }
    // What can be read is certified all the same, and the end says what cannot.
    let ran = ran(&folder, &[&ALL[..], &["--sessions", "none", "--format", "json"]].concat());
    assert_eq!(ran.code, 2);
    assert_eq!(json_of(&ran)["reading"]["unread"]["count"], 1);
}
