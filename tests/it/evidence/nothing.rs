//! Nothing is never good news: no rate without calls, and code 2 where nothing was understood.

use std::fs;

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::cli::{Ran, command};

const SURFACE: &str = r#"{"version": 1, "actions": [{"ref": "a.b", "inputSchema": {"type": "object",
    "additionalProperties": false, "properties": {"pageCount": {"type": "integer"}}}}]}"#;

/// A record of an execution, written at this time, with so many calls of which so many were rejected.
fn execution(timestamp: &Value, calls: u64, rejected: u64) -> String {
    let operations: Vec<Value> = (0..calls)
        .map(|sequence| {
            let outcome = if sequence < rejected { "failed" } else { "succeeded" };
            json!({"type": "call", "sequence": sequence, "ref": "a.b", "args": {}, "outcome": outcome, "failureStage": "validate"})
        })
        .collect();
    let counts =
        json!({"droppedValues": 0, "truncatedValues": 0, "redactedValues": 0, "droppedOperations": 0});
    let trace = json!({"kind": "pi-fabric.execution", "version": 1, "outcome": "succeeded", "phases": [],
        "operations": operations, "counts": counts});
    json!({"type": "message", "timestamp": timestamp, "details": {"trace": trace}}).to_string() + "\n"
}

/// A folder of sessions of each kind that holds no call, one kind a folder.
fn folder() -> TempDir {
    let folder = TempDir::new().unwrap();
    let put = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    };
    put("surface.json", SURFACE);
    // Understood, and without a call.
    put("header/s.jsonl", "{\"type\":\"session\"}\n");
    put("quiet/s.jsonl", &execution(&Value::Null, 0, 0));
    // Of another host, with a call that was rejected: nothing of it is understood.
    let other = json!({"type": "assistant", "message": {"role": "assistant", "content": [{"type": "tool_use", "id": "1", "name": "a.b", "input": {}}]}});
    put("other/s.jsonl", &format!("{other}\n"));
    put("headed/s.jsonl", &format!("{{\"type\":\"session\"}}\n{other}\n"));
    put("prose/s.jsonl", &format!("{}\n", json!({"type": "user", "text": "x".repeat(5000)})));
    put("damaged/s.jsonl", "{\"type\": \n");
    put("blank/s.jsonl", "");
    fs::create_dir(folder.path().join("empty")).unwrap();
    put("mixed/a.jsonl", &execution(&Value::Null, 2, 1));
    put("mixed/b.jsonl", &format!("{other}\n"));
    folder
}

fn run_in(folder: &TempDir, arguments: &[&str]) -> Ran {
    command(arguments).current_dir(folder.path()).output().unwrap().into()
}

fn value(ran: &Ran) -> Value {
    serde_json::from_str(&ran.stdout).unwrap_or_else(|error| panic!("{error}: {}{}", ran.stdout, ran.stderr))
}

const NOT_UNDERSTOOD: [&str; 6] = ["other", "headed", "prose", "damaged", "blank", "empty"];

#[test]
fn without_a_call_there_is_no_rate_in_any_command() {
    let folder = folder();
    for (sessions, code) in NOT_UNDERSTOOD.iter().map(|name| (*name, 2)).chain([("header", 0), ("quiet", 0)])
    {
        for arguments in [
            &["measure", sessions][..],
            &["sessions", sessions],
            &["signals", "--sessions", sessions, "--surface", "surface.json"],
            &["trial", "--sessions", sessions, "--surface", "surface.json"],
            &["compile", "surface.json", "--sessions", sessions, "--dry-run"],
            &["pool", "update", "--sessions", sessions, "--store", "pool"],
            &["certify", "--sessions", sessions],
            &["certify", "--sessions", sessions, "--surface", "surface.json", "--trial"],
        ] {
            let told = run_in(&folder, arguments);
            assert_eq!(told.code, code, "{arguments:?} {}{}", told.stdout, told.stderr);
            let said = format!("{}{}", told.stdout, told.stderr);
            for good_news in [
                "0 %",
                "gate passed",
                "no signal",
                "points a session",
                "certified:",
                " 0 of 0 calls",
                "given: 0,",
                "given: 0.",
            ] {
                assert!(!said.contains(good_news), "{arguments:?}: {said}");
            }
            let ran = run_in(&folder, &[arguments, &["--format", "json"]].concat());
            let found = value(&ran);
            assert_eq!(ran.code, code, "{arguments:?}");
            assert_ne!(found["verdict"], "passed", "{arguments:?}");
            for rate in ["score", "behavioralScore", "declaredScore", "effectiveScore", "gate", "trend"] {
                assert!(found.get(rate).is_none_or(Value::is_null), "{arguments:?}: {rate} {found}");
            }
            let unread: Vec<&Value> = found["unread"].as_array().into_iter().flatten().collect();
            let is_told = unread.iter().any(|told| told["code"] == "input::nothing-understood");
            assert_eq!(is_told, code == 2, "{arguments:?}: {found}");
        }
    }
}

#[test]
fn the_figures_without_calls_are_null_and_counts_are_not() {
    let folder = folder();
    let found = value(&run_in(&folder, &["measure", "quiet", "--format", "json"]));
    for figure in
        ["score", "behavioralScore", "churnRate", "navigationRatio", "staticScore", "shapeEntropyBits"]
    {
        assert_eq!(found[figure], Value::Null, "{figure}");
    }
    assert_eq!(found["totals"]["invocationRejectionsPer1k"], Value::Null);
    assert_eq!(found["totals"]["actionOperations"], 0);
    assert_eq!(found["totals"]["traces"], 1);
    let found = value(&run_in(&folder, &["measure", "mixed", "--format", "json"]));
    assert_eq!((&found["staticFreedom"], &found["staticScore"]), (&Value::Null, &Value::Null));
    let one = value(&run_in(&folder, &["sessions", "mixed", "--format", "json"]));
    assert!(one["trend"].is_null(), "a trend from one point: {one}");
    let trial = ["trial", "--sessions", "quiet", "--surface", "surface.json", "--format", "json"];
    assert_eq!(value(&run_in(&folder, &trial))["delta"], Value::Null);
    assert_eq!((&found["score"], &found["navigationRatio"]), (&json!(0.5), &json!(0)));
}

#[test]
fn a_file_that_is_not_understood_is_a_gap_that_names_it() {
    let folder = folder();
    for arguments in [
        &["measure", "mixed"][..],
        &["sessions", "mixed"],
        &["trial", "--surface", "surface.json", "--sessions", "mixed"],
    ] {
        let ran = run_in(&folder, arguments);
        assert_eq!(ran.code, 0, "{}", ran.stderr);
        let said = ran.stdout.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(said.contains("1 session file: nothing in it was understood: `mixed/b.jsonl`: no record of an execution in its one line"), "{said}");
    }
    let found = value(&run_in(&folder, &["certify", "--sessions", "other", "--format", "json"]));
    assert_eq!(found["unread"][0]["code"], "input::nothing-understood");
}

#[test]
fn parts_and_the_scan_cache_know_what_was_not_understood() {
    let folder = folder();
    let whole = value(&run_in(&folder, &["measure", "mixed", "--format", "json"]));
    for _ in 0..2 {
        let cached = value(&run_in(&folder, &["measure", "mixed", "--cache", "cache", "--format", "json"]));
        assert_eq!(cached, whole);
    }
    for part in ["a", "b"] {
        let state = run_in(&folder, &["measure", &format!("mixed/{part}.jsonl"), "--partial"]).stdout;
        fs::write(folder.path().join(format!("{part}.json")), state).unwrap();
    }
    assert_eq!(value(&run_in(&folder, &["measure", "merge", "b.json", "a.json", "--format", "json"])), whole);
    let alone = run_in(&folder, &["measure", "merge", "b.json", "--format", "json"]);
    assert_eq!((alone.code, &value(&alone)["score"]), (2, &Value::Null));
    // A file that is understood later was never passed over.
    let more =
        fs::read_to_string(folder.path().join("mixed/b.jsonl")).unwrap() + &execution(&Value::Null, 1, 0);
    fs::write(folder.path().join("mixed/b.jsonl"), more).unwrap();
    let grown = value(&run_in(&folder, &["measure", "mixed", "--cache", "cache", "--format", "json"]));
    assert_eq!(grown["reading"]["foreign"]["count"], 0);
    assert_eq!(grown, value(&run_in(&folder, &["measure", "mixed", "--format", "json"])));
}

#[test]
fn sessions_stand_in_the_order_of_the_times_in_them() {
    let folder = TempDir::new().unwrap();
    // In the order of time; the files were written in that of their names.
    let times = [
        ("d", json!("2025-12-31T23:59:59-01:30")),
        ("a", json!("2026-01-02T08:00:00Z")),
        ("c", json!(1_767_341_100)),
        ("b", json!(1_767_341_160_000_u64)),
        ("e", json!("2026-01-02T10:30:00.250+01:00")),
    ];
    for (index, (name, time)) in times.iter().enumerate() {
        let name = format!("{name}.jsonl");
        let long = json!({"type": "user", "text": "x".repeat(5000), "timestamp": time}).to_string() + "\n";
        let text = if index % 2 == 0 { long } else { String::new() } + &execution(time, 4, index as u64 % 3);
        fs::write(folder.path().join(&name), text).unwrap();
        let file = fs::File::options().write(true).open(folder.path().join(&name)).unwrap();
        let changed = 1_772_000_000 + u64::from(name.as_bytes()[0]) * 60;
        file.set_modified(std::time::UNIX_EPOCH + std::time::Duration::from_secs(changed)).unwrap();
    }
    let names = |found: &Value| -> Vec<String> {
        let rows = found["sessions"].as_array().unwrap().iter();
        rows.map(|row| {
            row["file"].as_str().unwrap().trim_end_matches(".jsonl").rsplit('/').next().unwrap().to_owned()
        })
        .collect()
    };
    for cache in [&[][..], &["--cache", "cache"], &["--cache", "cache"]] {
        let found = value(&run_in(&folder, &[&["sessions", ".", "--format", "json"], cache].concat()));
        assert_eq!(names(&found), ["e", "b", "c", "a", "d"], "{found}");
        assert_eq!(found["trend"]["first"], 0);
        assert_eq!(found["trend"]["last"], 0.25);
        let started: Vec<u64> = found["sessions"]
            .as_array()
            .unwrap()
            .iter()
            .map(|row| row["started"].as_u64().unwrap())
            .collect();
        assert_eq!(
            started,
            [1_767_346_200_250, 1_767_341_160_000, 1_767_341_100_000, 1_767_340_800_000, 1_767_230_999_000]
        );
    }
    // Four of one day get their time of day.
    let told = run_in(&folder, &["sessions", "."]).stdout;
    for time in
        ["2026-01-02 09:30", "2026-01-02 08:06", "2026-01-02 08:05", "2026-01-02 08:00", "2026-01-01 01:29"]
    {
        assert!(told.contains(time), "{time}: {told}");
    }
}

#[test]
fn what_is_no_time_is_passed_over() {
    let folder = TempDir::new().unwrap();
    for (index, time) in [
        json!("2026-02-30T00:00:00Z"),
        json!("2026-01-01"),
        json!("2026-01-01T25:00:00Z"),
        json!("yesterday"),
        json!("2026-01-01T00:00:00"),
        json!(-5),
        json!(1e300),
        json!(null),
        json!({"at": 1}),
        json!("2026-01-01T00:00:00+1"),
        json!("2026-01-01T00:00:00."),
        json!(""),
        json!("é026-01-01T00:00:00Z"),
    ]
    .iter()
    .enumerate()
    {
        fs::write(folder.path().join(format!("{index}.jsonl")), execution(time, 1, 0)).unwrap();
    }
    let found = value(&run_in(&folder, &["sessions", ".", "--format", "json"]));
    let rows = found["sessions"].as_array().unwrap();
    assert_eq!(rows.len(), 13);
    assert!(rows.iter().all(|row| row.get("started").is_none()), "{found}");
}

#[test]
fn the_pool_shows_no_secret_unless_it_is_asked_to() {
    let folder = TempDir::new().unwrap();
    let names = [
        "apiKey",
        "API-KEY",
        "access_token",
        "dbPassword",
        "Authorization",
        "session cookie",
        "privateKey",
        "userPin",
        "auth",
        "encryptionKey",
        "creds",
        "license_key",
        "connectionString",
        "mypass",
        "cvv",
        "webhook",
        "ａｐｉＫｅｙ",
    ];
    let others = ["author", "page", "tokyo", "pinned", "spinner", "max_tokens", "tokenCount", "secretary"];
    let args = |value: &str| {
        names
            .iter()
            .map(|name| ((*name).to_owned(), json!(format!("hunter2-{value}"))))
            .collect::<serde_json::Map<_, _>>()
    };
    let mut all = args("x");
    all.extend(others.iter().map(|name| ((*name).to_owned(), json!(format!("plain-{name}")))));
    let mut record: Value = serde_json::from_str(&execution(&Value::Null, 1, 0)).unwrap();
    record["details"]["audits"] = json!([{"ref": "a.b", "args": all}]);
    fs::write(folder.path().join("s.jsonl"), format!("{record}\n")).unwrap();
    assert_eq!(run_in(&folder, &["pool", "update", "--sessions", "s.jsonl"]).code, 0);
    for format in ["human", "json"] {
        let shown = run_in(&folder, &["pool", "show", "--format", format]).stdout;
        assert!(!shown.contains("hunter2"), "{shown}");
        assert!(others.iter().all(|name| shown.contains(&format!("plain-{name}"))), "{shown}");
        assert!(names.iter().all(|name| shown.contains(name)), "{shown}");
        let verbatim = run_in(&folder, &["pool", "show", "--format", format, "--verbatim"]).stdout;
        assert!(verbatim.contains("hunter2"), "{verbatim}");
    }
}
