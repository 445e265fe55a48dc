//! `import`: what is proved here is taken over, and what is not is told with its places.

use std::os::unix::fs::MetadataExt as _;

use serde_json::json;

use super::{HERE, Place, page, spoilt};
use crate::support::snapshots;

const THERE: &str = "there/fabric/entropy/compiled.json";

#[test]
fn the_outputs() {
    let place = Place::compiled();
    spoilt(&place, "spoilt.json");
    snapshots("cli/artifact").bind(|| {
        for (name, line) in [
            (
                "import-dry-run",
                "import here/fabric/entropy/compiled.json --surface surface.json --store there --dry-run",
            ),
            ("import", "import here/fabric/entropy/compiled.json --surface surface.json --store there"),
            ("import-again", "import here/fabric/entropy/compiled.json --surface surface.json --store there"),
            ("import-spoilt", "import spoilt.json --surface surface.json --store new --ledger ledger.jsonl"),
            (
                "import-local-drift",
                "import spoilt.json --surface drifted.json --store there --ledger ledger.jsonl",
            ),
            ("import-legacy", "import legacy.json --surface surface.json --store there"),
            ("import-json", "import spoilt.json --surface surface.json --store there --format json"),
        ] {
            insta::assert_snapshot!(name, page(&place.run(line)));
        }
        insta::assert_snapshot!("import-ledger", place.read("ledger.jsonl"));
    });
}

#[test]
fn good_plans_survive_bad_ones_and_nothing_unproved_is_stored() {
    let place = Place::compiled();
    spoilt(&place, "spoilt.json");
    let value = place.json("import spoilt.json --surface surface.json --store there");
    assert_eq!(value["added"], json!(["mcp.report.render"]));
    let because: Vec<_> =
        value["dropped"].as_array().unwrap().iter().map(|row| (&row["ref"], &row["because"])).collect();
    assert_eq!(
        json!(because),
        json!([
            ["mcp.parcel.label", "forged"],
            ["mcp.parcel.track", "drift"],
            ["mcp.parcel.gone", "action-lost"],
            ["mcp.parcel.note", "malformed"],
        ])
    );
    assert_eq!(value["droppedNormalizations"], 4);
    for row in value["dropped"].as_array().unwrap() {
        assert_eq!(row["labels"][0]["file"], "spoilt.json");
        let is_placed = row["because"] != "action-lost";
        assert_eq!(row["labels"][1]["file"] == "surface.json", is_placed, "{row}");
    }
    let stored = place.read(THERE);
    assert!(stored.contains("mcp.report.render") && !stored.contains("mcp.parcel"), "{stored}");
}

#[test]
fn stored_plans_that_fell_are_dropped_with_their_places() {
    let place = Place::compiled();
    place.run("import here/fabric/entropy/compiled.json --surface surface.json --store there");
    place.edited("none.json", |value| value["normalizations"] = json!([]));
    let import = "import none.json --surface drifted.json --store there";
    assert_eq!(place.run(&format!("{import} --dry-run")).code, 1);
    let text = place.read(THERE);
    let line = |name: &str| text.lines().position(|line| line.contains(name)).unwrap() + 1;
    let value = place.json(import);
    let rows: Vec<_> = value["dropped"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| {
            (
                &row["side"],
                &row["ref"],
                &row["because"],
                &row["labels"][0]["file"],
                &row["labels"][0]["start"]["line"],
            )
        })
        .collect();
    assert_eq!(
        json!(rows),
        json!([
            ["local", "mcp.parcel.label", "action-lost", THERE, line("parcel.label")],
            ["local", "mcp.report.render", "drift", THERE, line("report.render")],
        ])
    );
    assert!(!place.read(THERE).contains("mcp.report.render"));
    let value = place.json(import);
    assert_eq!((&value["dropped"], &value["written"]), (&json!([]), &json!(false)), "once, not twice");
}

#[test]
fn identical_bytes_are_not_written() {
    let place = Place::compiled();
    let line = "import here/fabric/entropy/compiled.json --surface surface.json --store there";
    assert_eq!(place.json(line)["written"], true);
    let (inode, before) = (std::fs::metadata(place.path(THERE)).unwrap().ino(), place.all());
    assert_eq!(place.json(line)["written"], false);
    assert_eq!((std::fs::metadata(place.path(THERE)).unwrap().ino(), place.all()), (inode, before));
}

#[test]
fn a_dry_run_leaves_no_trace() {
    let place = Place::compiled();
    spoilt(&place, "spoilt.json");
    let before = place.all();
    for store in ["there", "here"] {
        let line =
            format!("import spoilt.json --surface surface.json --store {store} --ledger l.jsonl --dry-run");
        let value = place.json(&line);
        assert_eq!((&value["written"], &value["retracted"]), (&json!(false), &json!(0)));
        assert_eq!(value["dropped"].as_array().unwrap().len(), 4);
        assert_eq!(place.all(), before);
    }
}

#[test]
fn the_ledger_gets_a_record_for_each_dropped_plan() {
    let place = Place::compiled();
    spoilt(&place, "spoilt.json");
    let good =
        "import here/fabric/entropy/compiled.json --surface surface.json --store there --ledger l.jsonl";
    assert_eq!(place.json(good)["retracted"], 1, "the surface is new to the ledger");
    assert_eq!(place.json(good)["retracted"], 0, "and then it is not");
    assert_eq!(
        place.json("import spoilt.json --surface surface.json --store there --ledger l.jsonl")["retracted"],
        4
    );
    assert_eq!(
        place.json("import spoilt.json --surface drifted.json --store there --ledger l.jsonl")["retracted"],
        7
    );
    let records = super::super::values(&place.read("l.jsonl"));
    assert_eq!(records.len(), 12);
    assert_eq!(records[0]["kind"], "surface");
    let revisions: Vec<_> = records.iter().map(|record| record["atRev"].as_u64().unwrap()).collect();
    assert_eq!(revisions, [0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1]);
}

#[test]
fn a_file_that_is_no_ledger_is_not_appended_to() {
    let place = Place::compiled();
    spoilt(&place, "spoilt.json");
    let before = place.read("surface.json");
    place.write("other.json", &before);
    let ran = place.run("import spoilt.json --surface surface.json --store there --ledger other.json");
    assert_eq!((ran.code, &*ran.stdout), (2, ""));
    assert!(ran.stderr.contains("ledger::no-ledger"), "{}", ran.stderr);
    assert_eq!(place.read("other.json"), before);
    assert!(!place.path(THERE).exists(), "what could not be put on record was not dropped");
}

#[test]
fn a_damaged_stored_artifact_is_never_overwritten() {
    let place = Place::compiled();
    let whole = place.read(HERE);
    place.write("plans.json", &whole);
    for damaged in [&whole[..whole.len() / 2], "", "null", &whole.replace("\"version\": 2", "\"version\": 3")]
    {
        place.write(HERE, damaged);
        for line in [
            "import plans.json --surface surface.json --store here",
            "import plans.json --surface surface.json --store here --dry-run",
            "compile surface.json --store here",
            "compile surface.json --store here --dry-run",
            "export-artifact --store here",
        ] {
            let ran = place.run(line);
            assert_eq!((ran.code, &*ran.stdout), (2, ""), "{line}");
            assert!(ran.stderr.contains("compiled.json` is not"), "{line}: {}", ran.stderr);
            assert_eq!(place.read(HERE), damaged, "{line}");
        }
    }
}
