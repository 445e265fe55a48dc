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
}

/// Nothing is stored in the working directory, which is no fault, but no evidence either.
#[test]
fn where_there_is_no_artifact_no_plan_was_tried() {
    let folder = folder();
    let value = json_of(&ran(&folder, &[&ALL[..], &["--format", "json"]].concat()));
    assert_eq!((&value["verdict"], &value["trial"]["verdict"]), (&"passed".into(), &"no-evidence".into()));
    let coverage = &value["coverage"];
    assert!(!coverage["checked"].to_string().contains("artifact"), "{coverage}");
    assert!(coverage["gaps"].to_string().contains("no plan was tried; no artifact"), "{coverage}");
    assert_eq!(coverage["complete"], false);
    // With one it stands among what was looked at.
    let named = [&ALL[..], &["--artifact", "artifact.json", "--format", "json"]].concat();
    let coverage = &json_of(&ran(&folder, &named))["coverage"];
    assert!(coverage["checked"].to_string().contains("artifact `artifact.json`, 2 plans"), "{coverage}");
    assert!(!coverage["gaps"].to_string().contains("no plan was tried"), "{coverage}");
}

/// The report is written over nothing that it is of.
#[test]
fn no_input_is_replaced() {
    let folder = folder();
    let at = |name: &str| folder.path().join(name);
    for name in ["runs/deep", "store/fabric/entropy"] {
        std::fs::create_dir_all(at(name)).unwrap();
    }
    std::fs::copy(at("s.jsonl"), at("runs/deep/s.jsonl")).unwrap();
    std::fs::copy(at("artifact.json"), at("store/fabric/entropy/compiled.json")).unwrap();
    let read = |name: &str| std::fs::read(at(name)).unwrap();
    let named = [&ALL[..], &["--artifact", "artifact.json"]].concat();
    let stored = [&ALL[..], &["--store", "store"]].concat();
    let below = ["certify", "--sessions", "runs"];
    for (arguments, file) in [
        (&ALL[..3], "s.jsonl"),
        (&ALL[..5], "surface.json"),
        (&named, "artifact.json"),
        (&named, "runs/../surface.json"),
        (&stored, "store/fabric/entropy/compiled.json"),
        (&below, "runs/deep/s.jsonl"),
    ] {
        let before = read(file);
        let ran = ran(&folder, &[arguments, &["--json", file]].concat());
        assert_eq!((ran.code, &*ran.stdout), (2, ""), "{file}: {}", ran.stderr);
        let said = [format!("`{file}` is one of the inputs"), format!("`{file}` is a file of a store")];
        assert!(said.iter().any(|said| ran.stderr.contains(said)), "{}", ran.stderr);
        assert_eq!(read(file), before);
    }
    // What is not read may be replaced, but for what a store keeps itself.
    for _ in 0..2 {
        let ran = ran(&folder, &[&below[..], &["--json", "runs/report.json"]].concat());
        assert_eq!(ran.code, 0, "{}", ran.stderr);
        assert_eq!(serde_json::from_slice::<Value>(&read("runs/report.json")).unwrap()["verdict"], "passed");
    }
    let ran = ran(&folder, &[&named[..], &["--json", "store/fabric/entropy/compiled.json"]].concat());
    assert!(ran.code == 2 && ran.stderr.contains("is a file of a store"), "{}", ran.stderr);
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
        (&[&ALL[..], &["--store", "shop"]].concat(), "there is no store at `shop`"),
        (&["certify", "--json", "-"], "name a file"),
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
