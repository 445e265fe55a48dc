//! The system starts no more threads: fewer do the work, or that is told; nobody panics.

use std::os::unix::fs::PermissionsExt as _;
use std::os::unix::process::CommandExt as _;
use std::process::Command;

use super::Ran;

/// Runs the binary as a user who may have no more than one process.
fn alone(folder: &std::path::Path, line: &str) -> Ran {
    let mut command = Command::new("prlimit");
    command.args(["--nproc=1:1", "./fabric-rules"]).args(line.split(' ')).current_dir(folder);
    command.uid(65_534).gid(65_534).output().unwrap().into()
}

#[test]
fn without_threads_there_is_an_answer_or_a_reason() {
    let folder = tempfile::tempdir().unwrap();
    let put = |name: &str, bytes: &[u8], mode| {
        std::fs::write(folder.path().join(name), bytes).unwrap();
        let open = std::fs::Permissions::from_mode(mode);
        std::fs::set_permissions(folder.path().join(name), open).unwrap();
    };
    std::fs::set_permissions(folder.path(), std::fs::Permissions::from_mode(0o755)).unwrap();
    put("fabric-rules", &std::fs::read(env!("CARGO_BIN_EXE_fabric-rules")).unwrap(), 0o755);
    put("surface.json", br#"{"version":1,"actions":[]}"#, 0o644);
    put("s.jsonl", b"{\"type\":\"session\"}\n", 0o644);
    put("t.jsonl", b"{\"type\":\"session\"}\n", 0o644);
    let can_limit = Command::new("prlimit").args(["--nproc=1:1", "true"]).uid(65_534).status();
    if !can_limit.is_ok_and(|status| status.success()) {
        return crate::evidence::not_run("this user cannot run a program as another one with fewer threads");
    }
    for line in
        ["check surface.json", "derive s.jsonl", "apply s.jsonl", "rpc", "compile surface.json --dry-run"]
    {
        let ran = alone(folder.path(), line);
        assert_eq!((ran.code, &*ran.stdout), (2, ""), "{line}: {}", ran.stderr);
        assert!(ran.stderr.contains("cli::threads"), "{line}: {}", ran.stderr);
    }
    for line in ["measure s.jsonl t.jsonl --jobs 4", "sessions s.jsonl t.jsonl --jobs 4", "rules digest"] {
        let ran = alone(folder.path(), line);
        assert_eq!((ran.code, &*ran.stderr), (0, ""), "{line}");
    }
}
