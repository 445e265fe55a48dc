//! `measure`, `sessions`, `signals` and `pool`, as a person or a script uses them.

use std::path::Path;

use fabric_rules::internal::store::Cache;
use serde_json::{Value, json};
use tempfile::TempDir;

use super::corpus::{self, Options, Truth};
use crate::cli::{Ran, command, run, run_on};
use crate::support::snapshots;

/// A folder of generated sessions, changed one day after the other.
fn corpus_in(folder: &Path, seed: u64) -> Truth {
    let truth = corpus::write(&Options { sessions: 4, ..Options::small(seed) }, folder);
    for index in 0..4_u64 {
        let file = std::fs::File::options()
            .write(true)
            .open(folder.join(format!("session-{index:04}.jsonl")))
            .unwrap();
        let time = std::time::UNIX_EPOCH + std::time::Duration::from_secs(1_772_000_000 + index * 86_400);
        file.set_modified(time).unwrap();
    }
    truth
}

fn at(folder: &TempDir, name: &str) -> String {
    folder.path().join(name).display().to_string()
}

fn json_of(ran: &Ran) -> Value {
    serde_json::from_str(&ran.stdout).unwrap_or_else(|error| panic!("{error}: {} {}", ran.stdout, ran.stderr))
}

/// What was said on standard error, without the lines that it was broken into.
fn said(ran: &Ran) -> String {
    ran.stderr.replace("\n  │ ", " ")
}

const SURFACE: &str = r#"{"version": 1, "actions": [{"ref": "mcp.parcel.track", "inputSchema": {"type": "object",
    "additionalProperties": false, "required": ["zone"], "properties": {
    "zone": {"type": "string", "x-fabric-enum-candidate": true}, "grams": {"type": "integer"}}}}]}"#;

#[test]
fn the_outputs_for_people() {
    let folder = TempDir::new().unwrap();
    std::fs::create_dir(folder.path().join("runs")).unwrap();
    corpus_in(&folder.path().join("runs"), 3);
    std::fs::write(at(&folder, "surface.json"), SURFACE).unwrap();
    snapshots("evidence").bind(|| {
        for (name, arguments) in [
            ("measure", &["measure", "runs", "--surface", "surface.json"][..]),
            ("sessions", &["sessions", "runs", "--surface", "surface.json"]),
            ("signals", &["signals", "--sessions", "runs", "--surface", "surface.json"]),
            ("pool-update", &["pool", "update", "--sessions", "runs", "--store", "."]),
            ("pool-show", &["pool", "show"]),
        ] {
            // Inside the folder, so that its name is in no line.
            let ran: Ran = command(arguments).current_dir(folder.path()).output().unwrap().into();
            insta::assert_snapshot!(name, format!("{}--- exit {}\n{}", ran.stdout, ran.code, ran.stderr));
        }
    });
}

#[test]
fn merged_states_give_the_same_bytes_as_the_whole() {
    let folder = TempDir::new().unwrap();
    let sessions = folder.path().join("sessions");
    std::fs::create_dir(&sessions).unwrap();
    corpus_in(&sessions, 11);
    std::fs::write(at(&folder, "surface.json"), SURFACE).unwrap();
    std::fs::write(
        at(&folder, "repairs.json"),
        r#"[{"kind": "keyAlias", "ref": "mcp.parcel.track", "from": "z", "to": "zone"}]"#,
    )
    .unwrap();
    let (surface, repairs) = (at(&folder, "surface.json"), at(&folder, "repairs.json"));
    let context = ["--surface", &surface, "--repairs", &repairs, "--catalog-digest", "d"];
    let measure = |paths: &[&str], more: &[&str]| run(&[&["measure"], paths, &context, more].concat());
    let whole = measure(&[sessions.to_str().unwrap()], &["--format", "json"]);
    assert_eq!((whole.code, &*whole.stderr), (0, ""));
    let mut parts = Vec::new();
    for index in 0..4 {
        let session = sessions.join(format!("session-{index:04}.jsonl")).display().to_string();
        let part = at(&folder, &format!("part-{index}.json"));
        std::fs::write(&part, measure(&[&session], &["--partial"]).stdout).unwrap();
        parts.push(part);
    }
    for order in [[0, 1, 2, 3], [3, 1, 0, 2]] {
        let states = order.map(|index| parts[index].as_str());
        let merged = run(&[&["measure", "merge"][..], &states, &["--format", "json"]].concat());
        assert_eq!(merged.stdout, whole.stdout);
    }
    // In groups: two merged first, written as a state, read from standard input.
    let two = run(&["measure", "merge", "--partial", &parts[2], &parts[0]]);
    let merged = run_on(&["measure", "merge", &parts[1], "-", &parts[3], "--format", "json"], two.stdout);
    assert_eq!(merged.stdout, whole.stdout);
    for jobs in ["1", "2", "7"] {
        let again = measure(&[sessions.to_str().unwrap()], &["--format", "json", "--jobs", jobs]);
        assert_eq!(again.stdout, whole.stdout, "{jobs} jobs");
    }
}

#[test]
fn states_that_do_not_belong_together_are_refused() {
    let folder = TempDir::new().unwrap();
    corpus_in(folder.path(), 1);
    let sessions = at(&folder, "");
    std::fs::write(at(&folder, "plain.json"), run(&["measure", "--partial", &sessions]).stdout).unwrap();
    std::fs::write(
        at(&folder, "other.json"),
        run(&["measure", "--partial", &sessions, "--catalog-digest", "d"]).stdout,
    )
    .unwrap();
    let damaged = std::fs::read_to_string(at(&folder, "plain.json")).unwrap().replacen(
        "\"traces\": ",
        "\"traces\": 9",
        1,
    );
    std::fs::write(at(&folder, "damaged.json"), damaged.replacen("\"operations\": ", "\"operations\": 9", 1))
        .unwrap();
    let ran = run(&["measure", "merge", &at(&folder, "plain.json"), &at(&folder, "other.json")]);
    assert_eq!(ran.code, 2);
    assert!(said(&ran).contains("measured against different catalogs"), "{}", ran.stderr);
    let ran = run(&["measure", "merge", &at(&folder, "damaged.json")]);
    assert_eq!(ran.code, 2);
    assert!(
        said(&ran).contains("damaged.json") && said(&ran).contains("the state is damaged"),
        "{}",
        ran.stderr
    );
    let ran = run(&["measure", "merge", &at(&folder, "session-0000.jsonl")]);
    assert_eq!(ran.code, 2, "{}", ran.stderr);
}

#[test]
fn json_has_the_report_and_what_was_read() {
    let folder = TempDir::new().unwrap();
    let truth = corpus_in(folder.path(), 5);
    let value = json_of(&run(&["measure", &at(&folder, ""), "--format", "json"]));
    assert_eq!(value["metricVersion"], 3);
    assert_eq!(value["totals"]["traces"], truth.traces);
    assert_eq!(value["totals"]["invocationRejections"], truth.rejections);
    assert_eq!(value["reading"]["files"], 4);
    assert_eq!(value["reading"]["lines"], truth.lines);
    assert_eq!(value["reading"]["malformed"]["count"], truth.malformed);
    assert_eq!(value["reading"]["refused"]["count"], truth.refused);
    assert!(value["witnesses"]["normalizedCalls"].as_u64().unwrap() > 0);
    assert_eq!(value["coverage"]["complete"], false);
    let sessions = json_of(&run(&["sessions", &at(&folder, ""), "--format", "json"]));
    let rows = sessions["sessions"].as_array().unwrap();
    assert_eq!(rows.len(), 4);
    assert!(rows[0]["file"].as_str().unwrap().ends_with("session-0003.jsonl"), "newest first");
    assert_eq!(sessions["trend"]["first"], rows[3]["score"]);
    assert_eq!(sessions["trend"]["last"], rows[0]["score"]);
    assert_eq!(sessions["models"].as_array().unwrap().len(), truth.models.len());
}

#[test]
fn standard_input_is_a_session_too() {
    let made = corpus::sessions(&Options::small(2)).next().unwrap();
    let value = json_of(&run_on(&["measure", "-", "--format", "json"], &made.text));
    assert_eq!(value["totals"]["traces"].as_u64().unwrap(), made.truth.traces);
    assert_eq!(value["reading"]["files"], 1);
}

#[test]
fn a_cache_changes_no_byte_and_is_read_from() {
    let folder = TempDir::new().unwrap();
    let sessions = folder.path().join("sessions");
    std::fs::create_dir(&sessions).unwrap();
    corpus_in(&sessions, 9);
    let (sessions, cache) = (sessions.display().to_string(), at(&folder, "cache"));
    // One that is large enough to be remembered.
    let line = super::scan::line("a.one");
    std::fs::write(Path::new(&sessions).join("large.jsonl"), line.repeat(5000)).unwrap();
    let measure = |cache: &[&str]| run(&[&["measure", &sessions, "--format", "json"], cache].concat());
    let plain = measure(&[]).stdout;
    for _ in 0..2 {
        let ran = measure(&["--cache", &cache]);
        assert_eq!((&ran.stdout, &*ran.stderr), (&plain, ""));
    }
    let file = Cache::file(Path::new(&cache));
    assert!(std::fs::read_to_string(&file).unwrap().contains("large.jsonl"));
    std::fs::write(&file, "{").unwrap();
    let ran = measure(&["--cache", &cache]);
    assert_eq!((ran.code, &ran.stdout), (0, &plain));
    assert!(said(&ran).contains("scan cache is of no use now"), "{}", ran.stderr);
}

/// Whatever is wrong with a cache: one warning, and the result without it.
#[cfg(target_os = "linux")]
#[test]
fn a_cache_that_cannot_be_used_is_gone_without() {
    let folder = TempDir::new().unwrap();
    let session = at(&folder, "large.jsonl");
    std::fs::write(&session, super::scan::line("a.one").repeat(5000)).unwrap();
    let (file, pipe) = (at(&folder, "file"), at(&folder, "piped"));
    std::fs::write(&file, "mine").unwrap();
    std::fs::create_dir(&pipe).unwrap();
    assert!(std::process::Command::new("mkfifo").arg(format!("{pipe}/scans")).status().unwrap().success());
    let plain = run(&["measure", &session]).stdout;
    for cache in [&*file, &pipe, "/proc/nowhere", "/dev/null"] {
        let ran = run(&["measure", &session, "--cache", cache]);
        assert_eq!((ran.code, &ran.stdout), (0, &plain), "{cache}");
        assert_eq!(ran.stderr.matches("store::no-cache").count(), 1, "{cache}: {}", ran.stderr);
    }
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "mine");
    // A disk that is full, and one that is read only: what is there already is used.
    let cache = at(&folder, "cache");
    let mut shell = std::process::Command::new("sh");
    let limited = "trap '' XFSZ; ulimit -f 0; exec \"$0\" \"$@\"";
    shell.args(["-c", limited, env!("CARGO_BIN_EXE_fabric-rules"), "measure", &session, "--cache", &cache]);
    let ran: Ran = shell.output().unwrap().into();
    assert_eq!((ran.code, &ran.stdout), (0, &plain), "{}", ran.stderr);
    assert!(said(&ran).contains("File too large"), "{}", ran.stderr);
}

/// Runs over one cache do not trip over each other, nor over one that is removed meanwhile.
#[test]
fn many_runs_share_a_cache() {
    let folder = TempDir::new().unwrap();
    let sessions = folder.path().join("sessions");
    std::fs::create_dir(&sessions).unwrap();
    for n in 0..8 {
        let text = super::scan::line(&format!("a.{n}")).repeat(200);
        std::fs::write(sessions.join(format!("{n}.jsonl")), text).unwrap();
    }
    let (sessions, cache) = (sessions.display().to_string(), at(&folder, "cache"));
    let plain = run(&["measure", &sessions, "--format", "json"]).stdout;
    for round in 0..7 {
        let start = |_| {
            command(&["measure", &sessions, "--format", "json", "--cache", &cache, "--jobs", "2"]).spawn()
        };
        let running: Vec<_> = (0..8).map(start).map(Result::unwrap).collect();
        if round % 2 == 1 {
            let _ = std::fs::remove_dir_all(&cache);
        }
        for child in running {
            let ran: Ran = child.wait_with_output().unwrap().into();
            assert_eq!((ran.code, &ran.stdout), (0, &plain), "{}", ran.stderr);
        }
    }
}

/// As many small files as a year leaves: remembering them must not cost more than reading them.
#[test]
fn a_cache_of_many_small_files_is_not_slower() {
    let folder = TempDir::new().unwrap();
    let line = super::scan::line("a.one");
    for n in 0..20_000 {
        if n % 500 == 0 {
            std::fs::create_dir(folder.path().join((n / 500).to_string())).unwrap();
        }
        std::fs::write(folder.path().join(format!("{}/{n}.jsonl", n / 500)), &line).unwrap();
    }
    let (sessions, cache) = (at(&folder, ""), at(&folder, "cache"));
    let timed = |cache: &[&str]| {
        let start = std::time::Instant::now();
        let ran = run(&[&["measure", &sessions, "--format", "json"], cache].concat());
        (ran.stdout, start.elapsed())
    };
    let (plain, uncached) = timed(&[]);
    for _ in 0..2 {
        let (same, cached) = timed(&["--cache", &cache]);
        assert_eq!(same, plain);
        assert!(cached < 3 * uncached + std::time::Duration::from_secs(1), "{cached:?}, {uncached:?}");
    }
}

#[test]
fn what_cannot_be_read_is_told_and_the_rest_measured() {
    let folder = TempDir::new().unwrap();
    let truth = corpus_in(folder.path(), 5);
    let through = at(&folder, "session-0000.jsonl/through");
    let ran = run(&["measure", &at(&folder, ""), &through, "--format", "json"]);
    assert_eq!(ran.code, 2);
    assert!(said(&ran).contains("through` cannot be read: Not a directory"), "{}", ran.stderr);
    assert_eq!(json_of(&ran)["totals"]["traces"], truth.traces);
    let ran = run(&["measure", &at(&folder, "nowhere")]);
    assert_eq!((ran.code, &*ran.stdout), (2, ""));
    assert!(said(&ran).contains("nowhere` cannot be read"), "{}", ran.stderr);
    let ran = run(&["measure", &at(&folder, ""), "--surface", &at(&folder, "session-0000.jsonl")]);
    assert_eq!(ran.code, 2);
    std::fs::write(at(&folder, "repairs.json"), r#"[{"kind": "keyAlias", "ref": 1}]"#).unwrap();
    let ran = run(&["measure", &at(&folder, ""), "--repairs", &at(&folder, "repairs.json")]);
    assert_eq!(ran.code, 2);
    assert!(said(&ran).contains("repairs.json") && said(&ran).contains("a string"), "{}", ran.stderr);
}

/// A child that may read no more than anybody may.
#[cfg(target_os = "linux")]
#[test]
fn a_file_that_this_user_may_not_read_is_told_and_the_rest_measured() {
    use std::os::unix::fs::PermissionsExt as _;
    use std::os::unix::process::CommandExt as _;
    let folder = TempDir::new().unwrap();
    let truth = corpus_in(folder.path(), 5);
    std::fs::set_permissions(folder.path(), std::fs::Permissions::from_mode(0o755)).unwrap();
    let closed = folder.path().join("closed.jsonl");
    std::fs::write(&closed, "{}\n").unwrap();
    std::fs::set_permissions(&closed, std::fs::Permissions::from_mode(0o000)).unwrap();
    let binary = folder.path().join("fabric-rules");
    std::fs::copy(env!("CARGO_BIN_EXE_fabric-rules"), &binary).unwrap();
    let mut child = std::process::Command::new(&binary);
    child.args(["measure", &at(&folder, ""), "--format", "json"]).current_dir("/");
    if std::fs::File::open(&closed).is_ok() {
        // Root may read everything; nobody may not.
        child.uid(65_534).gid(65_534);
    }
    let ran: Ran = child.output().unwrap().into();
    assert_eq!(ran.code, 2, "{}", ran.stderr);
    assert!(said(&ran).contains("closed.jsonl` cannot be read: Permission denied"), "{}", ran.stderr);
    assert_eq!(json_of(&ran)["totals"]["traces"], truth.traces);
}

#[test]
fn two_processes_at_once_lose_nothing() {
    let folder = TempDir::new().unwrap();
    let audit = |value: &str| {
        let trace = json!({"kind": "pi-fabric.execution", "version": 1, "outcome": "succeeded", "phases": [], "operations": [],
            "counts": {"droppedValues": 0, "truncatedValues": 0, "redactedValues": 0, "droppedOperations": 0}});
        format!("{}\n", json!({"details": {"trace": trace, "audits": [{"ref": "a", "args": {"k": value}}]}}))
    };
    let children: Vec<_> = (0..8)
        .map(|index| {
            let session = at(&folder, &format!("s{index}.jsonl"));
            std::fs::write(&session, audit(&format!("v{index}"))).unwrap();
            command(&["pool", "update", "--sessions", &session, "--store", &at(&folder, "store")])
                .spawn()
                .unwrap()
        })
        .collect();
    for child in children {
        assert!(child.wait_with_output().unwrap().status.success());
    }
    let pool = json_of(&run(&["pool", "show", "--store", &at(&folder, "store"), "--format", "json"]));
    assert_eq!(pool["entries"][0]["total"], 8);
    assert_eq!(pool["tracked"].as_array().unwrap().len(), 8);
}

#[test]
fn a_killed_update_leaves_the_old_pool_or_the_new_one() {
    let folder = TempDir::new().unwrap();
    let sessions = at(&folder, "sessions");
    std::fs::create_dir(&sessions).unwrap();
    corpus::write(&Options { sessions: 30, ..Options::small(4) }, Path::new(&sessions));
    let store = at(&folder, "store");
    assert_eq!(
        run(&[
            "pool",
            "update",
            "--sessions",
            &at(&folder, "sessions/session-0000.jsonl"),
            "--store",
            &store
        ])
        .code,
        0
    );
    for wait in 0..20 {
        let mut child =
            command(&["pool", "update", "--sessions", &sessions, "--store", &store]).spawn().unwrap();
        std::thread::sleep(std::time::Duration::from_millis(wait * 3));
        let _ = child.kill();
        child.wait().unwrap();
        let ran = run(&["pool", "show", "--store", &store, "--format", "json"]);
        assert_eq!(ran.code, 0, "killed after {} ms: {}", wait * 3, ran.stderr);
        assert!(!json_of(&ran)["tracked"].as_array().unwrap().is_empty());
    }
}

#[test]
fn signals_take_values_from_the_pool_where_one_is_given() {
    let folder = TempDir::new().unwrap();
    corpus_in(folder.path(), 3);
    std::fs::write(at(&folder, "surface.json"), SURFACE).unwrap();
    let (sessions, surface, store) = (at(&folder, ""), at(&folder, "surface.json"), at(&folder, "store"));
    run(&["pool", "update", "--sessions", &sessions, "--store", &store]);
    let pool = at(&folder, "store/fabric/entropy/pool.json");
    let with = |more: &[&str]| {
        json_of(&run(&[
            &["signals", "--sessions", &sessions, "--surface", &surface, "--format", "json"],
            more,
        ]
        .concat()))
    };
    let pooled = with(&["--pool", &pool]);
    assert_eq!(pooled["observed"], "the pool");
    assert_eq!(pooled["signals"][0]["kind"], "declare-enum");
    assert_eq!(with(&[])["observed"], "calls kept verbatim");
    let ran = run(&[
        "signals",
        "--sessions",
        &sessions,
        "--surface",
        &surface,
        "--pool",
        &at(&folder, "none.json"),
    ]);
    assert!(ran.code == 2 && said(&ran).contains("none.json` does not exist"), "{}", ran.stderr);
}
