//! `ledger`: what fell and why.

use serde_json::json;

use super::{Place, page};
use crate::support::snapshots;

/// A ledger of three revisions, with a damaged line and an unfinished one.
fn ledger() -> String {
    let digest = |n: u8| char::from(b'a' + n).to_string().repeat(64);
    let fallen = |claim: &str, because: &str, n: u8| {
        json!({"kind": "normal-form", "claim": claim, "retractedBecause": because, "certaintyBand": "certain",
            "atRev": n, "surfaceDigest": digest(n), "note": format!("why `{claim}` fell")})
    };
    let surface = |n: u8| json!({"kind": "surface", "atRev": n, "surfaceDigest": digest(n)});
    let other = json!({"kind": "fact", "claim": "x", "retractedBecause": "y", "atRev": 1, "extra": true});
    format!(
        "{}\n{}\nnot a record\n{}\n{}\n{}\n{{\"kind\": \"normal",
        surface(0),
        fallen("mcp.parcel.track", "drift", 1),
        other,
        fallen("mcp.report.render", "action-lost", 2),
        fallen("mcp.parcel.track", "drift", 2),
    )
}

#[test]
fn the_outputs() {
    let place = Place::new();
    place.write("l.jsonl", ledger());
    snapshots("cli/artifact").bind(|| {
        for (name, line) in [
            ("ledger", "ledger l.jsonl"),
            ("ledger-json", "ledger l.jsonl --kind normal-form --ref mcp.parcel.track --format json"),
            ("ledger-bisect", "ledger l.jsonl --bisect mcp.report.render"),
            ("ledger-bisect-json", "ledger l.jsonl --bisect mcp.parcel.track --format json"),
            ("ledger-bisect-none", "ledger l.jsonl --bisect mcp.parcel.trick"),
            ("ledger-unknown", "ledger l.jsonl --kind normal-from --ref mcp.report.rendr"),
        ] {
            insta::assert_snapshot!(name, page(&place.run(line)));
        }
    });
}

#[test]
fn filters_keep_what_they_name() {
    let place = Place::new();
    place.write("l.jsonl", ledger());
    let lines = |more: &str| {
        let value = place.json(&format!("ledger l.jsonl{more}"));
        assert_eq!((&value["damaged"][0]["line"], &value["torn"]), (&json!(3), &json!(7)));
        let records = value["records"].as_array().unwrap();
        records.iter().map(|record| record["line"].as_u64().unwrap()).collect::<Vec<_>>()
    };
    assert_eq!(lines(""), [1, 2, 4, 5, 6]);
    assert_eq!(lines(" --kind normal-form"), [2, 5, 6]);
    assert_eq!(lines(" --kind surface"), [1]);
    assert_eq!(lines(" --ref mcp.parcel.track"), [2, 6]);
    assert_eq!(lines(" --kind fact --ref x"), [4]);
    assert_eq!(lines(" --kind fact --ref mcp.parcel.track"), [0_u64; 0]);
}

#[test]
fn standard_input_and_an_empty_ledger_are_fine() {
    let place = Place::new();
    place.write("empty.jsonl", "");
    let ran = place.run("ledger empty.jsonl");
    assert_eq!((ran.code, &*ran.stderr), (0, ""));
    assert!(ran.stdout.starts_with("0 records of 0\n"), "{}", ran.stdout);
    let ran = super::super::run_on(&["ledger", "-", "--kind", "surface"], ledger());
    assert_eq!(ran.code, 0);
    assert!(ran.stdout.contains("1 record of 5"), "{}", ran.stdout);
    assert!(ran.stderr.contains("`<stdin>`"), "{}", ran.stderr);
}
