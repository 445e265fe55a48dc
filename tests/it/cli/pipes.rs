//! What happens when the reader goes away.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::process::Stdio;

use super::command;

/// Runs a command whose output is read up to its first line only.
fn cut_short(arguments: &[&str], line: &str) {
    let mut child = command(arguments).stdin(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let line = format!("{line}\n").repeat(20_000);
    let writer = std::thread::spawn(move || while stdin.write_all(line.as_bytes()).is_ok() {});
    let mut first = String::new();
    BufReader::with_capacity(64, child.stdout.take().unwrap()).read_line(&mut first).unwrap();
    assert!(!first.is_empty());
    let status = child.wait().unwrap();
    let mut said = String::new();
    child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
    assert_eq!((status.code(), &*said), (Some(0), ""), "{arguments:?}");
    writer.join().unwrap();
}

#[test]
fn a_broken_pipe_is_quiet() {
    cut_short(&["rpc"], r#"{"op":"digest","input":[1,2,3]}"#);
    cut_short(&["derive"], r#"{"ref":"a","schema":{}}"#);
    cut_short(&["derive", "--jobs", "3"], "bad lines are no different");
}

#[test]
fn output_that_nobody_reads_at_all_is_quiet() {
    let lists = [
        &["rpc", "--list"][..],
        &["--help"],
        &["man"],
        &["completions", "bash"],
        &["check", "tests/fixtures/surfaces"],
    ];
    for arguments in lists {
        let mut child = command(arguments).spawn().unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(
            output.status.code().is_some_and(|code| code < 2) && said.is_empty(),
            "{arguments:?}: {said}"
        );
    }
}
