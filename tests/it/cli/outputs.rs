//! What a command writes: never over what it reads, whole or not at all, and with the mode that was there.

use std::fs;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, symlink};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use tempfile::TempDir;

use super::{Ran, command};

const SURFACE: &str = r#"{"version":1,"actions":[{"ref":"ping","inputSchema":{"type":"object","additionalProperties":false,"properties":{"timeOut":{"type":"integer"}}}}]}"#;
/// A session in which nothing happened.
const SESSION: &str = "{\"type\":\"session\"}\n";
const RULES: &str = "language 1\n\n\n\nshape   s \"A.\" { type is \"object\" }\n";

/// A folder with one file of each kind, a store, and links of both kinds to the sessions.
struct Desk(TempDir);

impl Desk {
    fn new() -> Self {
        let desk = Self(TempDir::new().unwrap());
        fs::create_dir(desk.at("runs")).unwrap();
        for (name, text) in
            [("s.jsonl", SESSION), ("runs/r.jsonl", SESSION), ("surface.json", SURFACE), ("x.rules", RULES)]
        {
            fs::write(desk.at(name), text).unwrap();
        }
        symlink("s.jsonl", desk.at("soft")).unwrap();
        fs::hard_link(desk.at("s.jsonl"), desk.at("hard")).unwrap();
        fs::write(desk.at("state.json"), desk.run("measure s.jsonl --partial").stdout).unwrap();
        assert_eq!(desk.run("compile surface.json --store here").code, 0);
        assert_eq!(desk.run("export-artifact plans.json --store here").code, 0);
        desk
    }

    fn at(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn command(&self, line: &str) -> Command {
        let mut command = command(&line.split(' ').collect::<Vec<_>>());
        command.current_dir(self.0.path());
        command
    }

    fn run(&self, line: &str) -> Ran {
        self.command(line).output().unwrap().into()
    }

    /// Runs it under limits that a shell sets.
    fn limited(&self, limits: &str, line: &str) -> Ran {
        let mut shell = Command::new("sh");
        shell.args(["-c", &format!("{limits}; exec \"$0\" \"$@\""), env!("CARGO_BIN_EXE_fabric-rules")]);
        shell.args(line.split(' ')).current_dir(self.0.path()).output().unwrap().into()
    }

    /// Runs it, and fails where it does not end by itself.
    fn run_soon(&self, line: &str) -> Ran {
        let mut child = self.command(line).spawn().unwrap();
        let deadline = Instant::now() + Duration::from_secs(60);
        while child.try_wait().unwrap().is_none() {
            if Instant::now() > deadline {
                child.kill().unwrap();
                panic!("`{line}` waits");
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        child.wait_with_output().unwrap().into()
    }

    /// Every file with its bytes, but for locks.
    fn all(&self) -> Vec<(PathBuf, Vec<u8>)> {
        let entries = walkdir::WalkDir::new(self.0.path()).sort_by_file_name().into_iter();
        let files = entries.map(Result::unwrap).filter(|entry| entry.file_type().is_file());
        let files = files.filter(|entry| entry.path().extension().is_none_or(|ending| ending != "lock"));
        files.map(|entry| (entry.path().to_owned(), fs::read(entry.path()).unwrap())).collect()
    }
}

fn mode(path: &Path) -> u32 {
    fs::metadata(path).unwrap().permissions().mode() & 0o777
}

#[test]
fn no_input_is_written_over() {
    let desk = Desk::new();
    symlink("not-yet", desk.at("one")).unwrap();
    symlink("not-yet", desk.at("two")).unwrap();
    let before = desk.all();
    for line in [
        "measure s.jsonl --html s.jsonl",
        "measure s.jsonl --html ./runs/../s.jsonl",
        "measure s.jsonl --html soft",
        "measure s.jsonl --html hard",
        "measure soft --html hard",
        "measure runs --html runs/r.jsonl",
        "measure s.jsonl --surface surface.json --html surface.json",
        "measure merge state.json --html state.json",
        "sessions s.jsonl --cache x --surface surface.json",
        "certify --sessions s.jsonl --json hard",
        "certify --sessions runs --json runs/r.jsonl",
        "certify --sessions s.jsonl --surface surface.json --json surface.json",
        "certify --sessions s.jsonl --surface surface.json --trial --store here --json here/fabric/entropy/compiled.json",
        "check surface.json --artifact plans.json --ledger surface.json",
        "check surface.json --artifact plans.json --ledger plans.json",
        "import plans.json --surface surface.json --ledger surface.json --store there",
        "import plans.json --surface surface.json --ledger plans.json --store there",
        "import here/fabric/entropy/compiled.json --surface surface.json --store here",
        "import plans.json --surface surface.json --ledger here/fabric/entropy/compiled.json --store here",
        "compile here/fabric/entropy/compiled.json --store here",
        "export-artifact here/fabric/entropy/compiled.json --store here",
        "export-artifact - --store -",
        "export-artifact here/fabric/entropy/pool.json --store here",
        "export-artifact here/fabric/entropy/compiled.json.lock --store here",
        "certify --json here/fabric/entropy/pool.json",
        "check surface.json --artifact plans.json --ledger here/fabric/entropy/pool.json",
        "measure s.jsonl --html same --cache same",
        "measure s.jsonl --html same/scans.lock --cache same",
        "measure s.jsonl --html -",
        "measure s.jsonl --cache -",
        "certify --json -",
        "check surface.json --artifact plans.json --ledger -",
        "man --dir -",
    ] {
        // The one line that is fine: another file of that name is nobody's cache.
        let is_fine = line.starts_with("sessions");
        let ran = desk.run(line);
        assert_eq!(ran.code, if is_fine { 0 } else { 2 }, "{line}: {}", ran.stderr);
        let is_told = ["cli::replaces-input", "cli::replaces-output", "name a file"]
            .iter()
            .any(|said| ran.stderr.contains(said));
        assert!(is_fine || (is_told && ran.stdout.is_empty()), "{line}: {}", ran.stderr);
        let after: Vec<_> = desk.all().into_iter().filter(|(path, _)| !path.ends_with("x/scans")).collect();
        assert_eq!(after, before, "{line}");
    }
}

#[test]
fn one_file_has_one_role() {
    let desk = Desk::new();
    fs::create_dir(desk.at("cache")).unwrap();
    symlink("../page", desk.at("cache/scans")).unwrap();
    let ran = desk.run("measure s.jsonl --html page --cache cache");
    assert_eq!((ran.code, &*ran.stdout), (2, ""));
    assert!(ran.stderr.contains("written by both `--html` and `--cache`"), "{}", ran.stderr);
    assert!(!desk.at("page").exists());
}

#[test]
fn a_full_disk_leaves_the_old_file() {
    let desk = Desk::new();
    assert_eq!(desk.run("measure s.jsonl --html page.html").code, 0);
    fs::write(desk.at("long.rules"), format!("{RULES}{}", "// as it was\n".repeat(4000))).unwrap();
    fs::write(desk.at("s.jsonl"), SESSION.repeat(2)).unwrap();
    let before = desk.all();
    for line in [
        "rules fmt x.rules",
        "rules fmt long.rules",
        "measure s.jsonl --html page.html",
        "export-artifact plans-again.json --store here",
        "pool update --sessions s.jsonl --store here",
        "compile surface.json --store there",
    ] {
        let ran = desk.limited("trap '' XFSZ; ulimit -f 0", line);
        assert!(ran.stderr.contains("File too large") || ran.stderr.contains("cannot"), "{}", ran.stderr);
        assert_eq!((ran.code, desk.all()), (2, before.clone()), "{line}: {}", ran.stderr);
    }
}

#[test]
fn a_file_that_is_replaced_keeps_its_mode_and_a_link_stays_a_link() {
    let desk = Desk::new();
    fs::set_permissions(desk.at("x.rules"), fs::Permissions::from_mode(0o640)).unwrap();
    symlink("x.rules", desk.at("link.rules")).unwrap();
    assert_eq!(desk.run("rules fmt link.rules").code, 0);
    assert!(fs::symlink_metadata(desk.at("link.rules")).unwrap().is_symlink());
    assert_ne!(fs::read_to_string(desk.at("x.rules")).unwrap(), RULES);
    assert_eq!(mode(&desk.at("x.rules")), 0o640);
    // What is new: a result as the mask says, and what may hold arguments for the user alone.
    let ran = desk.limited("umask 022", "measure s.jsonl --html page.html");
    assert_eq!((ran.code, mode(&desk.at("page.html"))), (0, 0o644));
    assert!(ran.stderr.contains("the page is in `page.html`"), "{}", ran.stderr);
    assert_eq!(desk.limited("umask 022", "pool update --sessions s.jsonl --store here").code, 0);
    assert_eq!(mode(&desk.at("here/fabric/entropy/pool.json")), 0o600);
    // A link to what is not there yet.
    symlink("later.html", desk.at("early.html")).unwrap();
    assert_eq!(desk.run("measure s.jsonl --html early.html").code, 0);
    assert!(fs::symlink_metadata(desk.at("early.html")).unwrap().is_symlink());
    assert!(fs::metadata(desk.at("later.html")).unwrap().is_file());
}

#[test]
fn a_write_protected_file_is_left_alone() {
    let desk = Desk::new();
    fs::set_permissions(desk.at("x.rules"), fs::Permissions::from_mode(0o444)).unwrap();
    let before = fs::metadata(desk.at("x.rules")).unwrap().ino();
    let ran = desk.run("rules fmt x.rules");
    assert_eq!(ran.code, 2);
    assert!(ran.stderr.contains("write-protected"), "{}", ran.stderr);
    assert_eq!(fs::metadata(desk.at("x.rules")).unwrap().ino(), before);
    assert_eq!(fs::read_to_string(desk.at("x.rules")).unwrap(), RULES);
}

#[test]
fn nobody_waits_for_a_pipe() {
    let desk = Desk::new();
    for name in ["pipe", "there/fabric/entropy/compiled.json", "lock/fabric/entropy/compiled.json.lock"] {
        fs::create_dir_all(desk.at(name).parent().unwrap()).unwrap();
        assert!(Command::new("mkfifo").arg(desk.at(name)).status().unwrap().success());
    }
    for line in [
        "check pipe",
        "check surface.json --rules pipe",
        "check surface.json --artifact pipe",
        "check surface.json --artifact plans.json --ledger pipe",
        "rules fmt pipe",
        "rules check pipe",
        "derive pipe",
        "apply --surface pipe",
        "ledger pipe",
        "measure pipe",
        "measure s.jsonl --html pipe",
        "certify --json pipe",
        "export-artifact pipe --store here",
        "export-artifact --store there",
        "compile surface.json --store there",
        "compile surface.json --store lock",
        "status --store there",
        "disable --store lock",
        "check /dev/zero",
        "rules fmt /dev/null",
    ] {
        let ran = desk.run_soon(line);
        assert_eq!(ran.code, 2, "{line}: {}", ran.stderr);
        let said = ran.stderr.replace("\n  │ ", " ");
        let is_told = ["neither a file nor", "no regular file", "is a named pipe", "no file that could"];
        assert!(is_told.iter().any(|why| said.contains(why)), "{line}: {said}");
    }
    let held = tempfile::TempDir::new_in("/dev/shm").unwrap();
    let pipe = held.path().join("pipe").display().to_string();
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    assert_eq!(desk.run_soon(&format!("measure s.jsonl --html {pipe}")).code, 2);
    // A device is no file to lose.
    assert_eq!(desk.run("measure s.jsonl --html /dev/null").code, 0);
    assert!(!fs::metadata("/dev/null").unwrap().is_file());
}

#[test]
fn what_comes_through_standard_input_is_an_input() {
    let desk = Desk::new();
    for (line, input) in [
        ("measure - --html s.jsonl", "s.jsonl"),
        ("certify --sessions - --json s.jsonl", "s.jsonl"),
        ("measure s.jsonl --surface - --html surface.json", "surface.json"),
        ("measure merge - --html state.json", "state.json"),
    ] {
        let before = fs::read(desk.at(input)).unwrap();
        let stdin = fs::File::open(desk.at(input)).unwrap();
        let ran: Ran = desk.command(line).stdin(stdin).output().unwrap().into();
        assert!(ran.code == 2 && ran.stderr.contains("cli::replaces-input"), "{line}: {}", ran.stderr);
        assert_eq!(fs::read(desk.at(input)).unwrap(), before, "{line}");
    }
}

#[test]
fn a_layout_that_could_not_be_read_again_is_not_written() {
    let desk = Desk::new();
    let comments = "//\n".repeat(1_300_000);
    let text = format!("language 1\nshape s \"A.\" {{\n{comments}type is \"object\"\n}}\n");
    fs::write(desk.at("x.rules"), &text).unwrap();
    assert_eq!(desk.run("rules check x.rules").code, 0);
    let ran = desk.run("rules fmt x.rules");
    assert!(ran.code == 2 && ran.stderr.contains("rules::too-large"), "{}", ran.stderr);
    assert_eq!(fs::read_to_string(desk.at("x.rules")).unwrap(), text);
}
