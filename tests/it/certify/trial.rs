//! The command `trial`, on sessions written by hand and on generated ones.

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::cli::{Ran, command, run, run_on};
use crate::evidence::corpus::{self, Options};
use crate::support::snapshots;

pub(super) const SURFACE: &str = r#"{"version": 1, "actions": [
    {"ref": "parcel.track", "inputSchema": {"type": "object", "additionalProperties": false, "required": ["zoneCode"],
        "properties": {"zoneCode": {"type": "string", "enum": ["north", "far west"]}, "grams": {"type": "integer"}}}},
    {"ref": "ledger.post", "inputSchema": {"type": "object", "additionalProperties": false, "required": ["amount"],
        "properties": {"amount": {"type": "number", "minimum": 0}, "note_text": {"type": "string"}}}},
    {"ref": "atlas.find", "inputSchema": {"type": "object", "properties": {"q": {"type": "string"}}}}]}"#;

/// A line with a trace of calls and audits.
pub(super) fn record(calls: &[(&str, Value, &str)], audits: &[(&str, Value)]) -> String {
    let operation = |(sequence, (reference, args, end)): (usize, &(&str, Value, &str))| {
        let mut operation = json!({"type": "call", "sequence": sequence, "ref": reference, "args": args, "outcome": "succeeded"});
        if *end != "succeeded" {
            operation["outcome"] = json!("failed");
            operation["failureStage"] = json!(end);
        }
        operation
    };
    let operations: Vec<Value> = calls.iter().enumerate().map(operation).collect();
    let audits: Vec<Value> =
        audits.iter().map(|(reference, args)| json!({"ref": reference, "args": args})).collect();
    let counts =
        json!({"droppedValues": 0, "truncatedValues": 0, "redactedValues": 0, "droppedOperations": 0});
    let trace = json!({"kind": "pi-fabric.execution", "version": 1, "outcome": "succeeded", "phases": [],
        "operations": operations, "counts": counts});
    format!("{}\n", json!({"details": {"trace": trace, "audits": audits}}))
}

/// The plans of [`SURFACE`], as an artifact.
pub(super) fn artifact() -> Value {
    artifact_under(&[])
}

/// The same under other rules.
fn artifact_under(rules: &[&str]) -> Value {
    let lines: String = serde_json::from_str::<Value>(SURFACE).unwrap()["actions"]
        .as_array()
        .unwrap()
        .iter()
        .map(|action| format!("{}\n", json!({"ref": action["ref"], "schema": action["inputSchema"]})))
        .collect();
    let plans = crate::cli::values(&run_on(&[&["derive"], rules].concat(), lines).stdout);
    let plans: Vec<Value> = plans.into_iter().filter(|plan| !plan.is_null()).collect();
    json!({"version": 2, "metricVersion": 3, "actions": [], "quarantined": [], "normalizations": plans, "applied": [],
        "gate": {"passed": true, "beforeScore": 0, "afterScore": 0, "reasons": []}, "evidenceDigest": "d"})
}

/// A folder with a surface, an artifact and a session that has a call of each kind.
pub(super) fn folder() -> TempDir {
    let folder = TempDir::new().unwrap();
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
    write("surface.json", SURFACE);
    write("artifact.json", &artifact().to_string());
    let session = [
        record(
            &[
                ("parcel.track", json!({"ZoneCode": "NORTH", "grams": "12"}), "validate"),
                ("parcel.track", json!({"zoneCode": "north"}), "succeeded"),
                ("parcel.track", json!({"zoneCode": "south"}), "validate"),
                ("fabric.discovery.search", json!({}), "succeeded"),
                ("atlas.find", json!({"q": 1}), "validate"),
                ("nowhere.go", json!({}), "resolve"),
            ],
            &[],
        ),
        record(
            &[
                ("ledger.post", json!({"amount": "1.5"}), "validate"),
                ("ledger.post", json!({"amount": 1.5}), "succeeded"),
                ("fabric.workflow.step", json!({}), "succeeded"),
            ],
            &[("ledger.post", json!({"noteText": "n", "amount": "2"})), ("nowhere.go", json!({}))],
        ),
    ];
    write("s.jsonl", &session.concat());
    folder
}

pub(super) fn ran(folder: &TempDir, arguments: &[&str]) -> Ran {
    command(arguments).current_dir(folder.path()).output().unwrap().into()
}

const TRIAL: [&str; 7] =
    ["trial", "--surface", "surface.json", "--sessions", "s.jsonl", "--artifact", "artifact.json"];

fn json_of(ran: &Ran) -> Value {
    serde_json::from_str(&ran.stdout).unwrap_or_else(|error| panic!("{error}: {} {}", ran.stdout, ran.stderr))
}

#[test]
fn each_class_is_counted() {
    let folder = folder();
    let value = json_of(&ran(&folder, &[&TRIAL[..], &["--format", "json"]].concat()));
    assert_eq!(value["verdict"], "clean");
    // Of seven action operations five were rejected before they ran.
    assert_eq!(
        (&value["declaredScore"], &value["effectiveScore"], &value["delta"]),
        (&json!(0.714286), &json!(0.714286), &json!(0))
    );
    let totals = &value["totals"];
    for (name, count) in [
        ("operations", 5),
        ("bothAccept", 1),
        ("bothReject", 2),
        ("normalizationWin", 2),
        ("canonicalIdentityChecks", 1),
        ("canonicalIdentityCost", 0),
        ("idempotenceCost", 0),
        ("tighteningCost", 0),
    ] {
        assert_eq!(totals[name], count, "{name}: {totals}");
    }
    assert_eq!(
        value["divergences"],
        json!([{"ref": "ledger.post", "trialClass": "normalization-win", "count": 1},
               {"ref": "parcel.track", "trialClass": "normalization-win", "count": 1}])
    );
    let no_samples =
        json!({"unknownRef": 2, "discoveryOrWorkflow": 2, "replacedByAudits": 2, "tooCostly": 0});
    assert_eq!(value["noSamples"], no_samples);
    assert_eq!(value["refused"], json!([]));
    assert_eq!(value["reading"]["traces"], 2);
}

#[test]
fn the_outputs_for_people() {
    let folder = folder();
    let mut forged = artifact();
    forged["normalizations"][0]["rules"].as_array_mut().unwrap().pop();
    forged["normalizations"][1]["baseSchemaDigest"] = json!("0".repeat(64));
    forged["normalizations"].as_array_mut().unwrap().push(json!({"version": 1, "ref": "atlas.find"}));
    std::fs::write(folder.path().join("forged.json"), forged.to_string()).unwrap();
    std::fs::write(folder.path().join("damaged.json"), "{\"version\": 2}").unwrap();
    let with = |artifact: &'static str| [&TRIAL[..6], &[artifact]].concat();
    snapshots("certify").bind(|| {
        for (name, arguments) in [
            ("trial-clean", with("artifact.json")),
            ("trial-forged", with("forged.json")),
            ("trial-damaged", with("damaged.json")),
            ("trial-nothing-stored", TRIAL[..5].to_vec()),
        ] {
            let ran = ran(&folder, &arguments);
            insta::assert_snapshot!(name, format!("{}--- exit {}\n{}", ran.stdout, ran.code, ran.stderr));
        }
    });
}

/// Plans of a profile of one's own hold under its rules and no others.
#[test]
fn plans_are_proved_under_the_rules_in_force() {
    let folder = folder();
    let rules = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/cli/two-profiles.rules");
    let plans = artifact_under(&["--rules", rules, "--profile", "nulls"]);
    std::fs::write(folder.path().join("artifact.json"), plans.to_string()).unwrap();
    let call = [("parcel.track", json!({"zoneCode": "north", "grams": null}), "validate")];
    std::fs::write(folder.path().join("s.jsonl"), record(&call, &[])).unwrap();
    let trial = |rules: &[&str]| json_of(&ran(&folder, &[&TRIAL[..], rules, &["--format", "json"]].concat()));
    let own = trial(&["--rules", rules]);
    assert_eq!((&own["verdict"], &own["totals"]["normalizationWin"]), (&json!("clean"), &json!(1)));
    let built_in = trial(&[]);
    assert_eq!(built_in["verdict"], "no-evidence");
    assert_eq!(built_in["refused"][0]["because"], "rules-changed");
}

#[test]
fn an_artifact_of_version_1_gives_no_evidence() {
    let folder = folder();
    let legacy = json!({"version": 1, "metricVersion": 2, "actions": [],
        "quarantined": [{"ref": "parcel.track", "baseSchemaDigest": "d"}], "normalizations": artifact()["normalizations"],
        "applied": [], "gate": {"passed": true, "beforeScore": 1, "afterScore": 0, "reasons": []}, "evidenceDigest": "d"});
    std::fs::write(folder.path().join("artifact.json"), legacy.to_string()).unwrap();
    let value = json_of(&ran(&folder, &[&TRIAL[..], &["--format", "json"]].concat()));
    assert_eq!((&value["verdict"], &value["divergences"]), (&json!("no-evidence"), &json!([])));
    for name in ["normalizationWin", "typedFailureWin", "quarantineWin", "quarantineCost"] {
        assert_eq!(value["totals"][name], 0, "{name}");
    }
    let gap = &value["coverage"]["gaps"][0];
    assert!(gap["why"].as_str().unwrap().contains("version 1") && value["coverage"]["complete"] == false);
}

#[test]
fn the_stored_artifact_is_tried_where_none_is_named() {
    let folder = folder();
    let stored = folder.path().join("store/fabric/entropy");
    std::fs::create_dir_all(&stored).unwrap();
    std::fs::copy(folder.path().join("artifact.json"), stored.join("compiled.json")).unwrap();
    let json = ["--format", "json"];
    let named = json_of(&ran(&folder, &[&TRIAL[..], &json].concat()));
    let value = json_of(&ran(&folder, &[&TRIAL[..5], &["--store", "store"], &json].concat()));
    assert_eq!((&value["totals"], &value["verdict"]), (&named["totals"], &json!("clean")));
    let nothing = json_of(&ran(&folder, &[&TRIAL[..5], &json].concat()));
    assert_eq!(
        (&nothing["verdict"], &nothing["totals"]["normalizationWin"]),
        (&json!("no-evidence"), &json!(0))
    );
    std::fs::write(stored.join("compiled.json"), "{").unwrap();
    let damaged = ran(&folder, &[&TRIAL[..5], &["--store", "store"]].concat());
    assert_eq!((damaged.code, &*damaged.stdout), (2, ""));
    assert!(damaged.stderr.contains("artifact::not-json"), "{}", damaged.stderr);
}

/// A call that would cost more than the bound allows is no sample, and the report says so.
#[test]
fn a_call_beyond_the_bound_on_work_is_no_sample() {
    let folder = folder();
    let branches = vec![json!({"type": "array"}); 2000];
    let surface = json!({"version": 1, "actions": [{"ref": "a.b", "inputSchema": {"type": "object",
        "additionalProperties": false, "properties": {"list": {"anyOf": branches}, "n": {"type": "integer"}}}}]});
    std::fs::write(folder.path().join("surface.json"), surface.to_string()).unwrap();
    let list = vec![0; 20_000];
    let calls = [("a.b", json!({"list": list}), "succeeded"), ("a.b", json!({"n": 1}), "succeeded")];
    std::fs::write(folder.path().join("s.jsonl"), record(&calls, &[])).unwrap();
    let value = json_of(&ran(&folder, &[&TRIAL[..], &["--format", "json"]].concat()));
    assert_eq!((&value["totals"]["operations"], &value["noSamples"]["tooCostly"]), (&json!(1), &json!(1)));
    let mut gaps = value["coverage"]["gaps"].as_array().unwrap().iter();
    assert!(gaps.any(|gap| gap["kind"] == "cap-reached"), "{}", value["coverage"]);
}

/// However a corpus is split over files and threads, the report is the same.
#[test]
fn generated_sessions_give_the_same_with_any_number_of_jobs() {
    let folder = folder();
    let sessions = folder.path().join("runs");
    std::fs::create_dir(&sessions).unwrap();
    let truth = corpus::write(&Options { sessions: 6, ..Options::small(8) }, &sessions);
    let surface = json!({"version": 1, "actions": [
        {"ref": "mcp.parcel.track", "inputSchema": {"type": "object", "additionalProperties": false,
            "properties": {"zone": {"type": "string"}, "grams": {"type": "integer"}}}},
        {"ref": "mcp.mail.send", "inputSchema": {"type": "object"}}]});
    std::fs::write(folder.path().join("surface.json"), surface.to_string()).unwrap();
    let trial = |jobs: &str| {
        let arguments =
            ["trial", "--surface", "surface.json", "--sessions", "runs", "--format", "json", "--jobs", jobs];
        let ran = ran(&folder, &arguments);
        assert_eq!(ran.code, 0, "{}", ran.stderr);
        ran
    };
    let one = trial("1");
    for jobs in ["2", "5"] {
        assert_eq!(trial(jobs).stdout, one.stdout, "{jobs} jobs");
    }
    let value = json_of(&one);
    let count = |value: &Value| value.as_u64().unwrap();
    let none = &value["noSamples"];
    let other = ["unknownRef", "discoveryOrWorkflow", "replacedByAudits", "tooCostly"];
    let all =
        count(&value["totals"]["operations"]) + other.iter().map(|name| count(&none[*name])).sum::<u64>();
    assert_eq!(all, truth.operations + truth.audits);
    let rate = truth.rejections as f64 / truth.action_operations as f64;
    assert!((value["declaredScore"].as_f64().unwrap() - rate).abs() < 1e-6);
}

#[test]
fn wrong_use_and_unreadable_input_end_with_2() {
    let folder = folder();
    for (arguments, said) in [
        (&["trial", "--sessions", "s.jsonl"][..], "--surface <FILE>"),
        (&["trial", "--surface", "surface.json"], "--sessions <DIR>"),
        (&[&TRIAL[..], &["--store", "."]].concat(), "cannot be used with"),
        (&["trial", "--surface", "none.json", "--sessions", "s.jsonl"], "`none.json` does not exist"),
        (&["trial", "--surface", "surface.json", "--sessions", "none"], "`none` cannot be read"),
        (&["trial", "--surface", "s.jsonl", "--sessions", "s.jsonl"], "s.jsonl"),
        (&[&TRIAL[..6], &["none.json"]].concat(), "`none.json` does not exist"),
        (&[&TRIAL[..6], &["surface.json"]].concat(), "`surface.json` is not a compiled artifact"),
        (&[&TRIAL[..], &["--profile", "narrow"]].concat(), "no profile `narrow`"),
    ] {
        let ran = ran(&folder, arguments);
        assert_eq!((ran.code, &*ran.stdout), (2, ""), "{arguments:?}");
        assert!(ran.stderr.contains(said), "{arguments:?}: {}", ran.stderr);
    }
    // What can be read is tried all the same.
    let ran = ran(&folder, &[&TRIAL[..], &["--sessions", "none", "--format", "json"]].concat());
    assert_eq!(ran.code, 2);
    assert_eq!(json_of(&ran)["totals"]["operations"], 5);
}

#[test]
fn standard_input_is_a_session_too() {
    let folder = folder();
    let session = std::fs::read(folder.path().join("s.jsonl")).unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (surface, artifact) = (path("surface.json"), path("artifact.json"));
    let arguments =
        ["trial", "--surface", &surface, "--sessions", "-", "--artifact", &artifact, "--format", "json"];
    assert_eq!(json_of(&run_on(&arguments, session))["totals"]["normalizationWin"], 2);
    assert_eq!(run(&["trial"]).code, 2);
}
