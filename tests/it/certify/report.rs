//! The report, for people and for machines.

use serde_json::Value;

use crate::cli::{Ran, command, run};
use crate::support::snapshots;

#[test]
fn the_report_on_the_built_in_fixtures() {
    let human = run(&["certify"]);
    let json = run(&["certify", "--format", "json"]);
    for ran in [&human, &json] {
        assert_eq!((ran.code, &*ran.stderr), (0, ""));
    }
    assert!(human.stdout.lines().all(|line| line.chars().count() <= 80), "{}", human.stdout);
    snapshots("certify").bind(|| {
        insta::assert_snapshot!("human", human.stdout);
        insta::assert_snapshot!("json", json.stdout);
    });
}

#[test]
fn the_same_bytes_on_every_run_and_in_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("report.json");
    let json = run(&["certify", "--format", "json"]).stdout;
    let human = run(&["certify"]).stdout;
    for _ in 0..2 {
        let ran = run(&["certify", "--json", path.to_str().unwrap()]);
        assert_eq!((ran.code, ran.stdout), (0, human.clone()));
        assert_eq!(std::fs::read_to_string(&path).unwrap(), json);
    }
    // A device is written to, not replaced.
    #[cfg(unix)]
    {
        let ran = run(&["certify", "--json", "/dev/stdout"]);
        assert_eq!((ran.code, ran.stdout), (0, json.clone() + &human));
    }
    // Written atomically: nothing half-written stands beside it.
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn the_checks_are_those_of_the_table() {
    let value: Value = serde_json::from_str(&run(&["certify", "--format", "json"]).stdout).unwrap();
    let names: Vec<&str> =
        value["checks"].as_array().unwrap().iter().map(|row| row["name"].as_str().unwrap()).collect();
    let table: Vec<&str> = fabric_rules::internal::certify::CHECKS.iter().map(|check| check.name).collect();
    assert_eq!(names, table);
    assert_eq!(names.len(), 26);
    let mut sorted = names.clone();
    sorted.sort_unstable();
    sorted.dedup();
    assert_eq!(sorted.len(), names.len());
    for row in value["checks"].as_array().unwrap() {
        assert!(!row["evidence"].as_array().unwrap().is_empty(), "{row}");
    }
}

/// Where there is nowhere to try a store, that is told, and no check has failed.
#[cfg(unix)]
#[test]
fn an_unusable_temporary_folder_ends_with_2() {
    // A file, in which no folder can be made, and what is no folder yet.
    for folder in [concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml"), "/nowhere/to/be/found"] {
        let mut command = command(&["certify"]);
        let ran = Ran::from(command.env("TMPDIR", folder).output().unwrap());
        assert_eq!((ran.code, &*ran.stdout), (2, ""), "{}", ran.stderr);
        for said in ["certify::no-store", "no folder can be made", "set `TMPDIR`"] {
            assert!(ran.stderr.contains(said), "{said}: {}", ran.stderr);
        }
    }
}

/// A temporary folder where the artifact's file can be written, while the name of the lock beside it is
/// five bytes too long for the system: the store cannot save, the check of it fails, the others are run.
#[cfg(target_os = "linux")]
#[test]
fn a_failed_check_ends_with_1() {
    const LONGEST: usize = 4095;
    let short = tempfile::tempdir().unwrap();
    let within = "/.tmpXXXXXX/store/fabric/entropy/compiled.json";
    let mut left = LONGEST - within.len() - short.path().as_os_str().len();
    let mut folder = short.path().to_owned();
    while left > 0 {
        // No name of one byte more than a separator is left over.
        let name = "n".repeat((left - 1).min(if left > 202 { 199 } else { 200 }));
        left -= name.len() + 1;
        folder.push(name);
    }
    std::fs::create_dir_all(&folder).unwrap();
    let failed = |format: &str| -> Ran {
        command(&["certify", "--format", format]).env("TMPDIR", &folder).output().unwrap().into()
    };
    let human = failed("human");
    assert_eq!((human.code, &*human.stderr), (1, ""));
    assert!(human.stdout.lines().all(|line| line.chars().count() <= 80), "{}", human.stdout);
    let (from, to) =
        (human.stdout.find("(lossy-store)").unwrap(), human.stdout.find("only marked records").unwrap());
    assert!(human.stdout.starts_with("not certified: 1 of 26 promises broken\n"), "{}", human.stdout);
    assert!(human.stdout[from..to].contains("where nothing was, it is not saved"), "{}", human.stdout);
    let json = failed("json");
    assert_eq!((json.code, &json.stdout), (1, &failed("json").stdout));
    let value: Value = serde_json::from_str(&json.stdout).unwrap();
    assert_eq!((&value["verdict"], &value["counts"]["failed"]), (&"failed".into(), &1.into()));
    let row = value["checks"].as_array().unwrap().iter().find(|row| row["name"] == "lossy-store").unwrap();
    assert_eq!(row["verdict"], "failed");
    let fault = row["fault"].as_str().unwrap();
    let lock = "cannot lock `store/fabric/entropy/compiled.json.lock`: File name too long";
    assert!(fault.starts_with(&format!("where nothing was, it is not saved: {lock}")), "{fault}");
}
