//! Streams are answered in constant memory, files in proportion to their size, and what is kept is bounded.
#![cfg(target_os = "linux")]

use std::fmt::Write as _;
use std::io::{Read as _, Write as _};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use tempfile::TempDir;

use super::{Ran, command, run, values};

/// The most memory that a process had at once, in KiB, without the pages of the binary itself.
fn peak(process: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap();
    let of = |name: &str| -> u64 {
        let line = status.lines().find(|line| line.starts_with(name)).unwrap();
        line.split_whitespace().nth(1).unwrap().parse().unwrap()
    };
    of("VmHWM:").saturating_sub(of("RssFile:"))
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
    assert!(most < 6 << 10, "{most} KiB for a stream of 40 MB");
}

/// Runs the binary with one thread and no more than this much memory.
fn within(mebibytes: usize, arguments: &[&str]) -> Ran {
    let binary = env!("CARGO_BIN_EXE_fabric-rules");
    let mut limited = Command::new("sh");
    limited.arg("-c").arg(format!("ulimit -v {}; exec \"$0\" \"$@\"", mebibytes << 10)).arg(binary);
    limited.args(arguments).args(["--jobs", "1"]).output().unwrap().into()
}

/// A schema of many small objects under one property, told apart by `mark`.
fn large_schema(mark: usize, objects: usize) -> String {
    let members = vec!["{\"a\":1}"; objects].join(",");
    format!(
        "{{\"type\":\"object\",\"additionalProperties\":false,\"properties\":{{\"n\":{{\"type\":\"integer\"}},\
         \"p\":{{\"description\":\"{mark}\",\"examples\":[{members}]}}}}}}"
    )
}

/// A file with these tools.
fn surface(folder: &TempDir, schemas: impl Iterator<Item = String>) -> String {
    let mut text = String::from("{\"tools\":[");
    for (index, schema) in schemas.enumerate() {
        let comma = if index == 0 { "" } else { "," };
        write!(text, "{comma}{{\"name\":\"t{index}\",\"inputSchema\":{schema}}}").unwrap();
    }
    text.push_str("]}");
    let path = folder.path().join("surface.json");
    std::fs::write(&path, text).unwrap();
    path.display().to_string()
}

#[test]
fn a_surface_takes_memory_in_proportion_to_its_size() {
    let folder = TempDir::new().unwrap();
    // The worst there is: values of one byte, and objects of nothing.
    for (what, filler) in [("numbers", "0,"), ("arrays", "[],"), ("objects", "{},")] {
        let filled = filler.repeat((128 << 10) / filler.len());
        let schema = format!("{{\"type\":\"object\",\"x\":[{}]}}", filled.trim_end_matches(','));
        let path = surface(&folder, std::iter::repeat_n(schema, 64));
        let megabytes = std::fs::metadata(&path).unwrap().len() as usize >> 20;
        assert!(megabytes >= 7, "{megabytes}");
        // Thirty bytes a byte, and what a process takes in any case.
        let ran = within(megabytes * 30 + 150, &["check", "--format", "json", &path]);
        assert!(ran.code < 2, "{what}: {}", ran.stderr);
    }
}

#[test]
fn what_is_kept_of_schemas_in_lines_is_bounded_by_what_it_costs() {
    let mut child = command(&["rpc", "--jobs", "1"]).stdin(Stdio::piped()).spawn().unwrap();
    let (mut stdin, mut stdout) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
    let reader = std::thread::spawn(move || {
        let mut answers = String::new();
        stdout.read_to_string(&mut answers).unwrap();
        answers
    });
    let line = |mark| {
        let schema = large_schema(mark, 10_000);
        format!(
            "{{\"op\":\"apply\",\"input\":{{\"ref\":\"r\",\"schema\":{schema},\"args\":{{\"n\":\"1\"}}}}}}\n"
        )
    };
    for mark in 0..40 {
        stdin.write_all(line(mark).as_bytes()).unwrap();
    }
    // The last ones are read ahead; what is asked is how much was kept of those before.
    let most = peak(child.id());
    drop(stdin);
    let answers = values(&reader.join().unwrap());
    assert!(child.wait().unwrap().success());
    assert_eq!(answers.iter().filter(|answer| answer["output"]["changed"] == true).count(), 40);
    assert!(most < 250 << 10, "{most} KiB for forty schemas of a megabyte or so");
}

#[test]
fn arguments_that_are_too_long_are_refused_before_they_are_parsed() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("calls.jsonl").display().to_string();
    let args = format!("{{\"a\":[{}1]}}", "1,".repeat(15 << 20));
    let line = format!("{{\"ref\":\"r\",\"schema\":{{}},\"args\":{args}}}\n");
    std::fs::write(&path, &line).unwrap();
    let ran = within(350, &["apply", &path]);
    let answer = &values(&ran.stdout)[0];
    assert_eq!(answer["error"]["code"], "too-large", "{}", ran.stderr);
    let message = answer["error"]["message"].as_str().unwrap();
    assert!(message.contains("16777216"), "{message}");
}

#[test]
fn what_the_tools_of_a_surface_need_is_worked_out_once_however_many_they_are() {
    let folder = TempDir::new().unwrap();
    // Together they cost more than is kept of schemas in lines.
    let path = surface(&folder, (0..8).map(|mark| large_schema(mark, 8_000)));
    let time = |rounds: usize| {
        let calls = folder.path().join("calls.jsonl").display().to_string();
        let call = |tool| format!("{{\"ref\":\"t{tool}\",\"args\":{{\"n\":\"1\"}}}}\n");
        std::fs::write(&calls, (0..8).map(call).collect::<String>().repeat(rounds)).unwrap();
        let start = Instant::now();
        let ran = run(&["apply", "--jobs", "1", "--surface", &path, &calls]);
        assert_eq!(ran.stdout.matches("\"changed\":true").count(), 8 * rounds, "{}", ran.stderr);
        start.elapsed()
    };
    let (once, often) = (time(1), time(8));
    assert!(often < once * 3 + Duration::from_millis(500), "{once:?} once, {often:?} eight times");
}
