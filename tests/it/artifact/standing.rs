//! `check --artifact`: each way in which a plan may stand, in every format, and the ledger.

use std::fs;

use fabric_rules::internal::surface::Surface;
use serde_json::{Value, json};

use super::{SURFACE, value_of};
use crate::cli::{Ran, run};
use crate::support::{parse, snapshots};

const CASE: &str = "tests/fixtures/artifact/surface.json";

/// An artifact with a plan of each kind: proved, drifted, forged, lost, malformed, of changed rules;
/// and one action that is new.
fn every_kind() -> Value {
    let actions = |rename: &str| SURFACE.replace("ledger.post", rename);
    let plan = |text: &str, reference: &str| {
        let document = parse(text);
        let value = value_of(&Surface::read(&document, None).unwrap());
        let plans = value["normalizations"].as_array().unwrap().clone();
        plans.into_iter().find(|plan| plan["ref"] == reference).unwrap()
    };
    let document = parse(SURFACE);
    let mut value = value_of(&Surface::read(&document, None).unwrap());
    let lost = plan(&actions("gone.away"), "gone.away");
    let mut forged = plan(SURFACE, "ledger.post");
    forged["rules"].as_array_mut().unwrap().swap(0, 1);
    let before =
        SURFACE.replace("\"memo\": {\"type\": \"string\"}", "\"memo\": {\"type\": [\"string\", \"null\"]}");
    assert_ne!(before, SURFACE);
    let drifted = plan(&before, "parcel.track");
    let mut changed = plan(SURFACE, "ledger.post");
    changed["ref"] = json!("atlas.find");
    changed["version"] = json!(2);
    changed["profile"] = json!("strict");
    changed["rulesDigest"] = json!("0".repeat(64));
    let document = parse(SURFACE);
    let surface = Surface::read(&document, None).unwrap();
    let find = surface.action("atlas.find").unwrap().schema.unwrap();
    changed["baseSchemaDigest"] = json!(fabric_rules::internal::digest::Digest::of_node(find).as_str());
    value["normalizations"] = json!([drifted, forged, lost, {"ref": "odd", "rules": []}, changed]);
    value
}

fn written(value: &Value) -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("compiled.json");
    fs::write(&path, serde_json::to_string_pretty(value).unwrap()).unwrap();
    let path = path.to_str().unwrap().to_owned();
    (folder, path)
}

fn check(artifact: &str, more: &[&str]) -> Ran {
    run(&[&["check", CASE, "--artifact", artifact], more].concat())
}

#[test]
fn each_kind_is_told_in_every_format() {
    let (_folder, path) = written(&every_kind());
    for format in ["human", "json", "sarif", "github"] {
        let ran = check(&path, &["--format", format]);
        assert_eq!((ran.code, &*ran.stderr), (1, ""), "{format}");
        let stdout = ran.stdout.replace(&path, "compiled.json");
        let text = match format {
            "human" => stdout.split_once("compiled.json\n").map(|(_, section)| section.to_owned()).unwrap(),
            "json" => {
                let report: Value = serde_json::from_str(&stdout).unwrap();
                serde_json::to_string_pretty(&report["artifact"]["counts"]).unwrap()
            }
            _ => stdout,
        };
        snapshots("artifact/check").bind(|| insta::assert_snapshot!(format, text));
    }
}

#[test]
fn a_new_action_is_a_warning_and_a_good_artifact_nothing() {
    let document = parse(SURFACE);
    let mut value = value_of(&Surface::read(&document, None).unwrap());
    let (_folder, path) = written(&value);
    assert_eq!(check(&path, &["--deny", "warnings"]).code, 0);
    value["normalizations"].as_array_mut().unwrap().pop();
    let (_folder, path) = written(&value);
    let ran = check(&path, &[]);
    assert_eq!(ran.code, 0);
    assert!(
        ran.stdout.contains("artifact::new") && ran.stdout.contains("1 plan, 1 proved, 1 new"),
        "{}",
        ran.stdout
    );
    assert_eq!(check(&path, &["--deny", "warnings"]).code, 1);
}

#[test]
fn the_numbers_of_the_whole_count_the_artifact_too() {
    let (_folder, path) = written(&every_kind());
    let report: Value = serde_json::from_str(&check(&path, &["--format", "json"]).stdout).unwrap();
    assert_eq!((&report["counts"]["errors"], &report["counts"]["warnings"]), (&json!(3), &json!(2)));
    assert_eq!(report["surfaces"][0]["counts"]["errors"], 0, "nothing is wrong with the surface");
}

#[test]
fn what_a_file_says_of_itself_is_told_where_it_is_untrue_and_changes_nothing() {
    let document = parse(SURFACE);
    let good = value_of(&Surface::read(&document, None).unwrap());
    for (pointer, untrue, member) in [
        ("/applied/0/ref", json!("m.zz"), "`applied`"),
        ("/applied/1/detail", json!("many proven rules"), "`applied`"),
        ("/evidenceDigest", json!("forged"), "`evidenceDigest`"),
        ("/gate/passed", json!(false), "`gate`"),
        ("/gate/afterScore", json!(0.5), "`gate`"),
        ("/gate/reasons", json!(["trust me"]), "`gate`"),
        ("/metricVersion", json!(4), "`metricVersion`"),
    ] {
        let mut value = good.clone();
        *value.pointer_mut(pointer).unwrap() = untrue;
        let (_folder, path) = written(&value);
        let ran = check(&path, &["--deny", "warnings"]);
        assert_eq!(ran.code, 0, "{pointer}");
        assert!(ran.stdout.contains("artifact::unfounded") && ran.stdout.contains(member), "{}", ran.stdout);
        let store = tempfile::tempdir().unwrap();
        let ran = run(&["import", &path, "--surface", CASE, "--store", store.path().to_str().unwrap()]);
        assert_eq!(ran.code, 0);
        assert!(ran.stderr.contains(member), "{pointer}: {}", ran.stderr);
    }
    let (_folder, path) = written(&good);
    assert!(!check(&path, &[]).stdout.contains("unfounded"));
    let mut legacy = good;
    legacy["version"] = json!(1);
    let (folder, path) = written(&legacy);
    assert!(check(&path, &[]).stdout.contains("artifact::legacy"));
    let ran = run(&["import", &path, "--surface", CASE, "--store", folder.path().to_str().unwrap()]);
    assert!(ran.stderr.contains("artifact::legacy"), "{}", ran.stderr);
}

#[test]
fn an_artifact_that_is_full_lacks_nothing() {
    let action = |index: usize| {
        json!({"ref": format!("act.n{index:05}"), "inputSchema": {
            "type": "object", "additionalProperties": false, "properties": {"p": {}}, "required": ["p"]}})
    };
    let actions: Vec<Value> = (0..1003).rev().map(action).collect();
    let (folder, path) = written(&json!({"version": 1, "actions": actions}));
    let store = folder.path().to_str().unwrap();
    assert_eq!(run(&["compile", &path, "--store", store]).code, 0);
    let artifact = format!("{store}/fabric/entropy/compiled.json");
    let ran = run(&["check", &path, "--artifact", &artifact, "--deny", "warnings"]);
    assert_eq!(ran.code, 0, "{}", ran.stdout);
    assert!(ran.stdout.contains("3 plans: an artifact holds no more plans"), "{}", ran.stdout);
    // A plan beyond the first ones is compared with what its action yields all the same.
    let mut value: Value = serde_json::from_str(&fs::read_to_string(&artifact).unwrap()).unwrap();
    value["normalizations"][999]["ref"] = json!("act.n01002");
    value["normalizations"][999]["baseSchemaDigest"] = json!("0".repeat(64));
    fs::write(&artifact, value.to_string()).unwrap();
    let ran = run(&["check", &path, "--artifact", &artifact]);
    assert!(ran.stdout.contains("today the rules are the same"), "{}", ran.stdout);
}

#[test]
fn a_file_of_something_else_is_no_ledger() {
    let (folder, path) = written(&every_kind());
    let one_line = folder.path().join("surface.json");
    fs::write(&one_line, SURFACE.replace('\n', " ").trim()).unwrap();
    let replaced = check(&path, &["--ledger", &path]);
    assert!(replaced.code == 2 && replaced.stderr.contains("cli::replaces-input"), "{}", replaced.stderr);
    let other = folder.path().join("other.json").display().to_string();
    fs::copy(&path, &other).unwrap();
    for ledger in [other.as_str(), one_line.to_str().unwrap(), "/dev/full"] {
        let before = (ledger != "/dev/full").then(|| fs::read(ledger).unwrap());
        let ran = check(&path, &["--ledger", ledger]);
        assert_eq!(ran.code, 2, "{ledger}");
        assert!(
            ran.stderr.contains("ledger::no-ledger") || ran.stderr.contains("no regular file"),
            "{}",
            ran.stderr
        );
        assert!(before.is_none_or(|before| fs::read(ledger).unwrap() == before), "{ledger} was changed");
    }
    // The beginning of a record is that of a writer that was killed.
    let unfinished = folder.path().join("unfinished.jsonl");
    fs::write(&unfinished, "{\"ki").unwrap();
    assert_eq!(check(&path, &["--ledger", unfinished.to_str().unwrap()]).code, 1);
    assert_eq!(fs::read_to_string(&unfinished).unwrap().lines().count(), 6);
}

#[test]
fn what_falls_is_written_to_the_ledger() {
    let (folder, path) = written(&every_kind());
    let ledger = folder.path().join("ledger.jsonl");
    let with = ["--ledger", ledger.to_str().unwrap()];
    assert_eq!(check(&path, &with).code, 1);
    let lines: Vec<Value> = fs::read_to_string(&ledger)
        .unwrap()
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let told: Vec<(&str, &str)> = lines
        .iter()
        .map(|line| (line["claim"].as_str().unwrap(), line["retractedBecause"].as_str().unwrap()))
        .collect();
    assert_eq!(
        told,
        [
            ("parcel.track", "drift"),
            ("ledger.post", "forged"),
            ("gone.away", "action-lost"),
            ("odd", "malformed"),
            ("atlas.find", "rules-changed")
        ]
    );
    assert!(lines.iter().all(|line| line["atRev"] == 0
        && line["certaintyBand"] == "certain"
        && line["kind"] == "normal-form"));
    // An unreadable surface loses no plan.
    let broken = folder.path().join("broken.json");
    fs::write(&broken, "{").unwrap();
    let ran = run(&["check", CASE, broken.to_str().unwrap(), "--artifact", &path, with[0], with[1]]);
    assert_eq!(ran.code, 2);
    assert_eq!(fs::read_to_string(&ledger).unwrap().lines().count(), 5);
    assert_eq!(run(&["check", CASE, with[0], with[1]]).code, 2, "a ledger needs an artifact");
}

#[test]
fn several_surfaces_are_live_together() {
    let document = parse(SURFACE);
    let value = value_of(&Surface::read(&document, None).unwrap());
    let (folder, path) = written(&value);
    let surface: Value = serde_json::from_str(SURFACE).unwrap();
    let part = |name: &str, range: std::ops::Range<usize>| {
        let path = folder.path().join(name);
        let actions = &surface["actions"].as_array().unwrap()[range];
        fs::write(&path, json!({"version": 1, "actions": actions}).to_string()).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let (first, second) = (part("first.json", 0..1), part("second.json", 1..3));
    let ledger = folder.path().join("ledger.jsonl").to_str().unwrap().to_owned();
    let all = ["check", &*second, &*first, "--artifact", &*path, "--ledger", &*ledger, "--deny", "warnings"];
    assert_eq!(run(&all).code, 0);
    // Together they have the digest of the one surface that they are parts of.
    let line = fs::read_to_string(&ledger).unwrap();
    assert!(line.contains(Surface::read(&document, None).unwrap().digest().unwrap().as_str()), "{line}");
    assert_eq!(run(&["check", &first, "--artifact", &path, "--deny", "warnings"]).code, 1);
    let ran = run(&["check", &first, CASE, "--artifact", &path]);
    assert_eq!(ran.code, 2);
    assert!(ran.stderr.contains("declared by two of the surfaces"), "{}", ran.stderr);
}
