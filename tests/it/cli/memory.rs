//! Streams are answered in constant memory.
#![cfg(target_os = "linux")]

use std::io::{Read as _, Write as _};
use std::process::Stdio;

use super::command;

/// The most memory that a process had at once, in KiB.
fn peak(process: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap();
    let line = status.lines().find(|line| line.starts_with("VmHWM:")).unwrap();
    line.split_whitespace().nth(1).unwrap().parse().unwrap()
}

#[test]
fn a_long_stream_takes_no_more_memory_than_a_short_one() {
    let mut child = command(&["rpc"]).stdin(Stdio::piped()).spawn().unwrap();
    let (mut stdin, mut stdout) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
    let reader = std::thread::spawn(move || std::io::copy(&mut stdout, &mut std::io::sink()).unwrap());
    let line = format!("{{\"op\":\"digest\",\"input\":\"{}\"}}\n", "x".repeat(10 << 10));
    for _ in 0..4_000 {
        stdin.write_all(line.as_bytes()).unwrap();
    }
    let most = peak(child.id());
    drop(stdin);
    assert!(child.wait().unwrap().success());
    let mut said = String::new();
    child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
    assert_eq!(said, "");
    assert!(reader.join().unwrap() > 4_000 * 64);
    assert!(most < 24 << 10, "{most} KiB for a stream of 40 MB");
}
