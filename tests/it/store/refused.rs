//! The file system refuses: clear errors, code 2, and everything stays as it was.

use std::os::unix::fs::PermissionsExt as _;
use std::os::unix::process::CommandExt as _;
use std::path::Path;
use std::process::Command;

use fabric_rules::internal::store::artifact_path;
use tempfile::TempDir;

use super::child::append;
use super::{LARGE, SMALL, TWO, names, surface};
use crate::cli::{Ran, command, run};

/// What was said, with the line breaks that a narrow page put into long paths taken out.
fn said(ran: &Ran) -> String {
    ran.stderr.replace("\n  │ ", "").replace(' ', "")
}

/// The binary under limits that a shell sets.
fn limited(limits: &str, arguments: &[&str]) -> Ran {
    let mut shell = Command::new("sh");
    shell.args(["-c", &format!("{limits}; exec \"$0\" \"$@\""), env!("CARGO_BIN_EXE_fabric-rules")]);
    shell.args(arguments).output().unwrap().into()
}

/// Every file below a folder, with its bytes.
fn all_of(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut files: Vec<(String, Vec<u8>)> = walkdir::WalkDir::new(folder)
        .into_iter()
        .map(Result::unwrap)
        .filter(|entry| entry.file_type().is_file())
        .map(|entry| (entry.path().display().to_string(), std::fs::read(entry.path()).unwrap()))
        .collect();
    files.sort();
    files
}

#[test]
fn a_store_below_a_file_is_told() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("file");
    std::fs::write(&file, "mine").unwrap();
    let (time, below) = (surface(SMALL), file.join("store").display().to_string());
    let plans = folder.path().join("plans.json").display().to_string();
    std::fs::write(&plans, TWO[1].to_text()).unwrap();
    for arguments in [
        &["compile", &time, "--store", &below][..],
        &["import", &plans, "--surface", &time, "--store", &below],
        &["export-artifact", "--store", &below],
        &["activate", "--store", &below],
        &["disable", "--store", &below],
    ] {
        let ran = run(arguments);
        assert_eq!((ran.code, &*ran.stdout), (2, ""), "{arguments:?}");
        assert!(said(&ran).contains("Notadirectory(oserror20)"), "{arguments:?}: {}", ran.stderr);
    }
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "mine");
}

#[test]
fn a_folder_that_may_not_be_written_is_told() {
    let folder = TempDir::new().unwrap();
    let open =
        |path: &Path, mode| std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).unwrap();
    open(folder.path(), 0o755);
    let store = folder.path().join("store");
    std::fs::create_dir(&store).unwrap();
    open(&store, 0o555);
    let (binary, time) = (folder.path().join("fabric-rules"), folder.path().join("time.json"));
    std::fs::copy(env!("CARGO_BIN_EXE_fabric-rules"), &binary).unwrap();
    std::fs::copy(surface(SMALL), &time).unwrap();
    open(&time, 0o644);
    let mut child = Command::new(&binary);
    child.args(["compile", time.to_str().unwrap(), "--store", store.to_str().unwrap()]).current_dir("/");
    if std::fs::File::create(store.join("probe")).is_ok() {
        std::fs::remove_file(store.join("probe")).unwrap();
        // Root may write everywhere; nobody may not.
        child.uid(65_534).gid(65_534);
    }
    let ran: Ran = child.output().unwrap().into();
    assert_eq!((ran.code, &*ran.stdout), (2, ""));
    assert!(said(&ran).contains("cannotmakethefolder"), "{}", ran.stderr);
    assert!(said(&ran).contains("Permissiondenied"), "{}", ran.stderr);
    assert_eq!(std::fs::read_dir(&store).unwrap().count(), 0);
}

/// A limit on the size of files refuses in the middle of a write, as a full disk does, and needs no
/// disk of its own.
#[test]
fn a_write_that_breaks_off_leaves_the_old_artifact() {
    let folder = TempDir::new().unwrap();
    let store = folder.path().display().to_string();
    assert_eq!(run(&["compile", &surface(SMALL), "--store", &store]).code, 0);
    let before = all_of(folder.path());
    let large = surface(LARGE);
    assert!(TWO[0].to_text().len() > 16 << 10);
    let ran = limited("ulimit -f 8; trap '' XFSZ", &["compile", &large, "--store", &store]);
    assert_eq!((ran.code, &*ran.stdout), (2, ""));
    assert!(said(&ran).contains("cannotwrite") && said(&ran).contains("Filetoolarge"), "{}", ran.stderr);
    assert_eq!(all_of(folder.path()), before, "nothing half-written is left either");
    assert_eq!(names(folder.path()), ["compiled.json", "compiled.json.lock"]);
}

#[test]
fn an_append_that_breaks_off_leaves_the_old_ledger_and_the_old_artifact() {
    let folder = TempDir::new().unwrap();
    let at = |name: &str| folder.path().join(name).display().to_string();
    let time = surface(SMALL);
    assert_eq!(run(&["compile", &time, "--store", &at("store")]).code, 0);
    append(Path::new(&at("ledger.jsonl")), "me", 3);
    std::fs::write(at("plans.json"), TWO[0].to_text()).unwrap();
    let before = all_of(folder.path());
    // 64 or 128 units of 512 or 1024 bytes: as large as the ledger is, and a little larger.
    let limit = before.iter().find(|(name, _)| name.ends_with("ledger.jsonl")).unwrap().1.len() / 512 + 1;
    let arguments = [
        "import",
        &at("plans.json"),
        "--surface",
        &time,
        "--store",
        &at("store"),
        "--ledger",
        &at("ledger.jsonl"),
    ];
    let ran = limited(&format!("ulimit -f {limit}; trap '' XFSZ"), &arguments);
    assert_eq!(ran.code, 2, "{}", ran.stdout);
    assert!(said(&ran).contains("ledger.jsonl`:Filetoolarge"), "{}", ran.stderr);
    let lock = |(name, _): &(String, Vec<u8>)| !name.ends_with("ledger.jsonl.lock");
    let after: Vec<_> = all_of(folder.path()).into_iter().filter(lock).collect();
    assert_eq!(after, before.into_iter().filter(lock).collect::<Vec<_>>());
    assert_eq!(run(&arguments).code, 1, "and without the limit it works");
}

#[test]
fn standard_output_that_is_full_is_told() {
    let folder = TempDir::new().unwrap();
    let store = folder.path().display().to_string();
    assert_eq!(run(&["compile", &surface(SMALL), "--store", &store]).code, 0);
    let Ok(full) = std::fs::File::options().write(true).open("/dev/full") else {
        return crate::evidence::not_run("there is no /dev/full");
    };
    let ran: Ran = command(&["export-artifact", "--store", &store]).stdout(full).output().unwrap().into();
    assert_eq!(ran.code, 2);
    assert!(said(&ran).contains("standardoutputcannotbewritten"), "{}", ran.stderr);
    // A link, so that the device itself is in no danger.
    let link = folder.path().join("full").display().to_string();
    std::os::unix::fs::symlink("/dev/full", &link).unwrap();
    let ran = run(&["export-artifact", &link, "--store", &store]);
    assert_eq!(ran.code, 2);
    assert!(said(&ran).contains("full`isnofilethatcouldbereplaced"), "{}", ran.stderr);
    assert!(std::fs::symlink_metadata(&link).unwrap().is_symlink());
}

#[test]
fn an_open_mask_opens_nothing() {
    let folder = TempDir::new().unwrap();
    let store = folder.path().join("store");
    let time = surface(SMALL);
    let ran = limited("umask 000", &["compile", &time, "--store", store.to_str().unwrap()]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(&artifact_path(&store)), 0o600);
    assert_eq!(mode(&artifact_path(&store).with_file_name("compiled.json.lock")), 0o600);
    for made in ["", "fabric", "fabric/entropy"] {
        assert_eq!(mode(&store.join(made)), 0o700, "{made}");
    }
}
