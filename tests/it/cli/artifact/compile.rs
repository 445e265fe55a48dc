//! `compile`: the same bytes on every way, nothing written that need not be.

use std::os::unix::fs::MetadataExt as _;

use serde_json::json;

use super::{HERE, Place, is_whole, page};
use crate::support::snapshots;

/// A session in which one of ten calls was rejected.
fn session() -> String {
    let operation = |sequence: usize| {
        let zone = if sequence < 6 { "north" } else { "south" };
        let mut operation = json!({"type": "call", "sequence": sequence, "ref": "mcp.parcel.track",
            "args": {"zone": zone}, "outcome": "succeeded"});
        if sequence == 9 {
            operation["outcome"] = "failed".into();
            operation["failureStage"] = "validate".into();
        }
        operation
    };
    let trace = json!({"kind": "pi-fabric.execution", "version": 1, "outcome": "succeeded", "phases": [],
        "operations": (0..10).map(operation).collect::<Vec<_>>(),
        "counts": {"droppedValues": 0, "truncatedValues": 0, "redactedValues": 0, "droppedOperations": 0}});
    format!("{}\n", json!({"details": {"trace": trace}}))
}

#[test]
fn the_outputs() {
    let place = Place::new();
    place.write("runs/one.jsonl", session());
    place.write("empty.json", "{\"version\": 1, \"actions\": []}");
    snapshots("cli/artifact").bind(|| {
        for (name, line) in [
            ("compile-dry-run", "compile surface.json --store here --dry-run"),
            ("compile", "compile surface.json --store here"),
            ("compile-converged", "compile surface.json --store here --sessions runs"),
            ("compile-with-sessions", "compile surface.json --store there --sessions runs"),
            ("compile-json", "compile surface.json --store yonder --sessions runs --format json"),
            ("compile-nothing", "compile empty.json --store nowhere"),
        ] {
            insta::assert_snapshot!(name, page(&place.run(line)));
        }
    });
    assert!(!place.path("nowhere").exists(), "nothing to derive makes no store");
}

#[test]
fn a_dry_run_leaves_no_trace() {
    let place = Place::new();
    let before = place.all();
    let value = place.json("compile surface.json --store here --dry-run");
    assert_eq!(
        (&value["status"], &value["written"], &value["plans"]),
        (&json!("compiled"), &json!(false), &json!(3))
    );
    assert_eq!(place.all(), before);
    // Nor where there is a store, whose artifact would be another one.
    place.run("compile surface.json --store here");
    let before = place.all();
    assert_eq!(place.json("compile drifted.json --store here --dry-run")["status"], "compiled");
    assert_eq!(place.all(), before);
}

#[test]
fn what_converged_is_not_written() {
    let place = Place::compiled();
    let inode = || std::fs::metadata(place.path(HERE)).unwrap().ino();
    let (before, was) = (place.all(), inode());
    let value = place.json("compile surface.json --store here");
    assert_eq!(
        (&value["status"], &value["written"], &value["gate"]),
        (&json!("converged"), &json!(false), &json!(null))
    );
    assert_eq!((place.all(), inode()), (before, was));
    let value = place.json("compile drifted.json --store here");
    assert_eq!(
        (&value["status"], &value["written"], &value["plans"]),
        (&json!("compiled"), &json!(true), &json!(2))
    );
    assert_ne!(inode(), was);
}

#[test]
fn the_bytes_are_the_same_with_any_number_of_jobs_and_any_order() {
    let place = Place::compiled();
    let expected = place.read(HERE);
    for jobs in [1, 2, 7] {
        assert_eq!(place.run(&format!("compile surface.json --store jobs-{jobs} --jobs {jobs}")).code, 0);
        assert_eq!(place.read(&format!("jobs-{jobs}/fabric/entropy/compiled.json")), expected, "{jobs} jobs");
    }
    let mut surface: serde_json::Value = serde_json::from_str(&place.read("surface.json")).unwrap();
    surface["actions"].as_array_mut().unwrap().reverse();
    place.write("reversed.json", surface.to_string());
    assert_eq!(place.run("compile reversed.json --store reversed").code, 0);
    assert_eq!(place.read("reversed/fabric/entropy/compiled.json"), expected);
    assert_ne!(surface["actions"][0]["ref"], "mcp.report.render", "the order was another one");
}

#[test]
fn a_legacy_artifact_is_replaced() {
    let place = Place::new();
    place.write(HERE, place.read("legacy.json"));
    let ran = place.run("compile surface.json --store here");
    assert_eq!((ran.code, &*ran.stderr), (0, ""));
    let stdout = ran.stdout.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(stdout.contains("in place of the legacy artifact of version 1"), "{stdout}");
    assert!(is_whole(&place.path(HERE)) && place.read(HERE).starts_with("{\n  \"version\": 2,"));
}

#[test]
fn more_plans_than_an_artifact_holds_are_told() {
    let place = Place::new();
    let actions: Vec<_> = (0..1003)
        .map(|n| {
            json!({"ref": format!("a.{n:04}"), "inputSchema": {"type": "object", "additionalProperties": false,
                "properties": {"pageCount": {"type": "integer"}}}})
        })
        .collect();
    place.write("wide.json", json!({"version": 1, "actions": actions}).to_string());
    let value = place.json("compile wide.json --store here");
    assert_eq!(value["plans"], 1000);
    let gaps = value["coverage"]["gaps"].as_array().unwrap();
    let gap = gaps.iter().find(|gap| gap["kind"] == "cap-reached").unwrap();
    assert_eq!(
        (&gap["what"], &gap["why"]),
        (&json!("3 plans"), &json!("an artifact holds no more than 1000 plans"))
    );
    let text = place.read(HERE);
    assert!(text.contains("\"a.0999\"") && !text.contains("\"a.1000\""));
    let ran = place.run("compile wide.json --store there");
    assert!(ran.stdout.contains("3 plans left off: an artifact holds no more than 1000"), "{}", ran.stdout);
    assert!(ran.stdout.contains("… and 980 more plans; `--verbose` shows them"), "{}", ran.stdout);
    assert!(place.run("compile wide.json --store yonder --verbose").stdout.contains("  a.0999  "));
}

#[test]
fn sessions_give_the_score_of_the_gate_and_one_that_cannot_be_read_is_a_fault() {
    let place = Place::new();
    place.write("runs/one.jsonl", session());
    let value = place.json("compile surface.json --store here --sessions runs");
    assert_eq!((&value["gate"]["beforeScore"], &value["gate"]["afterScore"]), (&json!(0.1), &json!(0.1)));
    assert_eq!((&value["gate"]["delta"], &value["gate"]["passed"]), (&json!(0), &json!(true)));
    assert_eq!(value["reading"]["files"], 1);
    let kinds: Vec<_> = value["proposals"].as_array().unwrap().iter().map(|it| &it["kind"]).collect();
    assert_eq!(kinds, ["normal-form", "normal-form", "normal-form", "declare-enum"]);
    assert!(place.read(HERE).contains("\"beforeScore\": 0.1,"));
    // A legacy artifact in its place shows that nothing is written then.
    place.write(HERE, place.read("legacy.json"));
    let ran = place.run("compile surface.json --store here --sessions runs --sessions nowhere");
    assert_eq!((ran.code, &*ran.stdout), (2, ""));
    assert!(ran.stderr.contains("`nowhere` cannot be read"), "{}", ran.stderr);
    assert_eq!(place.read(HERE), place.read("legacy.json"));
}
