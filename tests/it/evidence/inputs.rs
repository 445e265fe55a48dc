//! What is given to the commands on evidence: streams, pipes, odd names, broken files.

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::cli::{Ran, command, run, run_on};

fn at(folder: &TempDir, name: &str) -> String {
    folder.path().join(name).display().to_string()
}

fn parsed(ran: &Ran) -> Value {
    serde_json::from_str(&ran.stdout).unwrap_or_else(|error| panic!("{error}: {} {}", ran.stdout, ran.stderr))
}

/// A session in which one value was observed.
fn session(value: &str) -> String {
    let trace = json!({"kind": "pi-fabric.execution", "version": 1, "outcome": "succeeded", "phases": [],
        "operations": [{"type": "call", "sequence": 0, "ref": "a", "args": {}, "outcome": "succeeded"}],
        "counts": {"droppedValues": 0, "truncatedValues": 0, "redactedValues": 0, "droppedOperations": 0}});
    format!("{}\n", json!({"details": {"trace": trace, "audits": [{"ref": "a", "args": {"k": value}}]}}))
}

fn total(store: &str) -> Value {
    parsed(&run(&["pool", "show", "--store", store, "--format", "json"]))["entries"][0]["total"].clone()
}

#[test]
fn each_content_of_standard_input_counts_once() {
    let folder = TempDir::new().unwrap();
    let store = at(&folder, "store");
    let update = |text: String| run_on(&["pool", "update", "--sessions", "-", "--store", &store], text);
    for (value, expected) in [("x", 1), ("y", 2), ("x", 2), ("z", 3), ("y", 3)] {
        assert_eq!(update(session(value)).code, 0);
        assert_eq!(total(&store), expected, "after `{value}`");
    }
    let pool = parsed(&run(&["pool", "show", "--store", &store, "--format", "json"]));
    let name = pool["tracked"][0]["file"].as_str().unwrap();
    let digest = pool["tracked"][0]["digest"].as_str().unwrap();
    assert_eq!(name, format!("<stdin>#{}", &digest[..12]));
}

#[test]
fn standard_input_has_no_day() {
    let shown = run_on(&["sessions", "-"], session("x")).stdout;
    assert!(shown.contains("<stdin>") && !shown.contains("1970"), "{shown}");
    let rows = parsed(&run_on(&["sessions", "-", "--format", "json"], session("x")));
    assert!(rows["sessions"][0].get("modified").is_none(), "{rows}");
}

#[test]
fn one_thing_is_not_several() {
    let folder = TempDir::new().unwrap();
    std::fs::write(at(&folder, "s.jsonl"), session("x")).unwrap();
    let (sessions, store) = (at(&folder, "s.jsonl"), at(&folder, "store"));
    for arguments in [
        &["measure", &sessions][..],
        &["sessions", &sessions],
        &["pool", "update", "--sessions", &sessions, "--store", &store],
        &["pool", "show", "--store", &store],
    ] {
        let shown = run(arguments).stdout;
        let wrong =
            [" 1 sessions", "\n1 sessions", " 1 session files", "1 lines", "1 traces", "1 operations"];
        assert!(!wrong.iter().any(|wrong| shown.contains(wrong)), "{shown}");
    }
}

#[test]
fn a_store_without_a_pool_is_told() {
    let folder = TempDir::new().unwrap();
    let ran = run(&["pool", "show", "--store", &at(&folder, "nowhere")]);
    assert!(ran.code == 2 && ran.stderr.contains("there is no store at"), "{}", ran.stderr);
    std::fs::create_dir_all(at(&folder, "nowhere/fabric/entropy")).unwrap();
    let ran = run(&["pool", "show", "--store", &at(&folder, "nowhere")]);
    assert_eq!(ran.code, 0);
    assert!(
        ran.stdout.starts_with("there is no pool at `") && ran.stdout.contains("nowhere"),
        "{}",
        ran.stdout
    );
}

#[test]
fn signals_name_no_gap_that_is_none_of_theirs() {
    let folder = TempDir::new().unwrap();
    std::fs::write(at(&folder, "s.jsonl"), session("x")).unwrap();
    std::fs::write(at(&folder, "surface.json"), r#"{"version":1,"actions":[]}"#).unwrap();
    let (sessions, surface) = (at(&folder, "s.jsonl"), at(&folder, "surface.json"));
    let ran = run(&["signals", "--sessions", &sessions, "--surface", &surface]);
    assert!(ran.code == 0 && !ran.stdout.contains("freedom"), "{}", ran.stdout);
    assert!(
        run(&["measure", &sessions, "--surface", &surface]).stdout.contains("schema freedom of 1 action")
    );
}

#[test]
fn a_merged_page_does_not_ask_for_sessions() {
    let folder = TempDir::new().unwrap();
    std::fs::write(at(&folder, "s.jsonl"), session("x")).unwrap();
    std::fs::write(at(&folder, "p.json"), run(&["measure", "--partial", &at(&folder, "s.jsonl")]).stdout)
        .unwrap();
    let page = at(&folder, "page.html");
    assert_eq!(run(&["measure", "merge", &at(&folder, "p.json"), "--html", &page]).code, 0);
    let page = std::fs::read_to_string(page).unwrap();
    assert!(page.contains("Merged measurements hold sums") && !page.contains("A trend takes"));
}

#[test]
fn broken_files_are_told_with_the_reason_and_the_place() {
    let folder = TempDir::new().unwrap();
    let (sessions, broken) = (at(&folder, "s.jsonl"), at(&folder, "br.json"));
    std::fs::write(&sessions, session("x")).unwrap();
    std::fs::write(at(&folder, "surface.json"), r#"{"version":1,"actions":[]}"#).unwrap();
    let surface = at(&folder, "surface.json");
    for (text, place, why) in [
        ("{\n  \"metricVersion\": oops\n}", "br.json:2:20", "expected"),
        ("{\n  \"other\": 1\n}", "br.json:2:9", "unknown field `other`"),
        ("{\"é\": é}", "br.json:1:", ""),
        ("[", "br.json:1:", ""),
    ] {
        std::fs::write(&broken, text).unwrap();
        let ran = run(&["measure", "merge", &broken]);
        assert!(ran.code == 2 && ran.stderr.contains(place) && ran.stderr.contains(why), "{}", ran.stderr);
        assert!(ran.stderr.contains("measure::no-state"), "{}", ran.stderr);
    }
    std::fs::write(&broken, "{\"version\": 1,\n \"entries\": 1, \"tracked\": [], \"baked\": []}").unwrap();
    let ran = run(&["signals", "--sessions", &sessions, "--surface", &surface, "--pool", &broken]);
    assert!(ran.code == 2 && ran.stderr.contains("store::damaged-pool"), "{}", ran.stderr);
    assert!(ran.stderr.contains("br.json:2:13") && ran.stderr.contains("an array"), "{}", ran.stderr);
    std::fs::write(&broken, "[\n oops]").unwrap();
    let ran = run(&["measure", &sessions, "--repairs", &broken]);
    assert!(ran.code == 2 && ran.stderr.contains("input::not-json"), "{}", ran.stderr);
    assert!(ran.stderr.contains("br.json:2:2") && ran.stderr.contains("this is not JSON"), "{}", ran.stderr);
}

#[cfg(unix)]
#[test]
fn files_whose_names_are_no_text_are_told_apart() {
    use std::os::unix::ffi::OsStrExt as _;
    let folder = TempDir::new().unwrap();
    let store = at(&folder, "store");
    std::fs::create_dir(folder.path().join("runs")).unwrap();
    for (name, value) in [(&b"s\xff.jsonl"[..], "x"), (b"s\xfe.jsonl", "y"), (b"s\\xff.jsonl", "z")] {
        let path = folder.path().join("runs").join(std::ffi::OsStr::from_bytes(name));
        if std::fs::write(path, session(value)).is_err() {
            super::not_run("this file system holds no names that are no text");
            return;
        }
    }
    let update = || run(&["pool", "update", "--sessions", &at(&folder, "runs"), "--store", &store]);
    for _ in 0..2 {
        assert_eq!(update().code, 0);
        assert_eq!(total(&store), 3);
    }
    let rows = parsed(&run(&["sessions", &at(&folder, "runs"), "--format", "json"]));
    let mut names: Vec<&str> =
        rows["sessions"].as_array().unwrap().iter().map(|row| row["file"].as_str().unwrap()).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), 3);
}

/// A pipe with a name and no writer keeps whoever opens it waiting for ever.
#[cfg(unix)]
#[test]
fn a_pipe_is_refused_where_a_file_is_meant() {
    let folder = TempDir::new().unwrap();
    let (pipe, sessions) = (at(&folder, "pipe"), at(&folder, "s.jsonl"));
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    std::fs::write(&sessions, session("x")).unwrap();
    let surface = at(&folder, "surface.json");
    std::fs::write(&surface, r#"{"version":1,"actions":[]}"#).unwrap();
    for arguments in [
        &["measure", &sessions, "--surface", &pipe][..],
        &["measure", &sessions, "--repairs", &pipe],
        &["measure", "merge", &pipe],
        &["signals", "--sessions", &sessions, "--surface", &surface, "--pool", &pipe],
    ] {
        let mut child = command(arguments).spawn().unwrap();
        let deadline = std::time::Instant::now() + std::time::Duration::from_secs(30);
        while child.try_wait().unwrap().is_none() {
            if std::time::Instant::now() > deadline {
                child.kill().unwrap();
                panic!("{arguments:?} waits");
            }
            std::thread::sleep(std::time::Duration::from_millis(5));
        }
        let ran: Ran = child.wait_with_output().unwrap().into();
        assert!(ran.code == 2 && ran.stderr.contains("neither a"), "{}", ran.stderr);
    }
    // One that is held already is a pipe too.
    let ran = run_on(&["measure", &sessions, "--surface", "/dev/stdin"], r#"{"version":1,"actions":[]}"#);
    assert!(ran.code == 2 && ran.stderr.contains("on standard input, as `-`"), "{}", ran.stderr);
    let ran = run_on(&["measure", &sessions, "--surface", "-"], r#"{"version":1,"actions":[]}"#);
    assert_eq!((ran.code, &*ran.stderr), (0, ""));
}
