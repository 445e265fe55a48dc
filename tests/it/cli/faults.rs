//! Wrong use and unreadable input: what is said, on standard error, with code 2.

use std::fs;
use std::process::Stdio;

use super::{Ran, command, run_on};
use crate::support::snapshots;

/// Runs in a folder with one file of each bad kind.
fn run_among_bad_files(arguments: &[&str], input: &[u8]) -> Ran {
    let folder = tempfile::tempdir().unwrap();
    let put = |name: &str, content: &[u8]| fs::write(folder.path().join(name), content).unwrap();
    put("empty.json", b"");
    put("blank.json", b" \n\t ");
    put("bytes.json", b"{\n  \"a\": \"\xc3\x28\"\n}\n");
    put("marked.json", b"\xef\xbb\xbf{}");
    put("cut.json", b"{\"tools\": [");
    put("deep.json", "[".repeat(10_000).as_bytes());
    put("bad.rules", b"language 1\n\nprofile p\n{\n  plam 1\n}\n");
    put("good.json", br#"{"tools": []}"#);
    fs::create_dir(folder.path().join("folder")).unwrap();
    let mut child = command(arguments).current_dir(folder.path()).stdin(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let _ = std::io::Write::write_all(&mut stdin, input);
    drop(stdin);
    child.wait_with_output().unwrap().into()
}

#[test]
fn each_fault_is_told_clearly() {
    let faults: &[(&str, &[&str], &[u8])] = &[
        ("missing_file", &["check", "nowhere.json"], b""),
        ("several_missing_files", &["check", "nowhere.json", "good.json", "neither.json"], b""),
        ("empty_file", &["check", "empty.json"], b""),
        ("blank_file", &["check", "blank.json"], b""),
        ("empty_standard_input", &["check", "-"], b""),
        ("folder_without_surfaces", &["check", "folder"], b""),
        ("not_utf8", &["check", "bytes.json"], b""),
        ("byte_order_mark", &["check", "marked.json"], b""),
        ("cut_off", &["check", "cut.json"], b""),
        ("too_deep", &["check", "deep.json"], b""),
        ("no_surface", &["check", "-"], b"{\"name\": \"package\"}"),
        ("unknown_profile", &["check", "good.json", "--profile", "fabrik"], b""),
        ("rules_with_errors", &["check", "good.json", "--rules", "bad.rules"], b""),
        ("rules_missing", &["derive", "--rules", "nowhere"], b""),
        ("rules_without_files", &["derive", "--rules", "folder"], b""),
        ("folder_as_surface", &["apply", "--surface", "folder"], b""),
        ("surface_cut_off", &["apply", "--surface", "cut.json"], b""),
        ("lines_missing", &["derive", "nowhere.jsonl"], b""),
        ("unknown_command", &["chek"], b""),
        ("no_surface_given", &["check"], b""),
        ("unknown_format", &["check", "good.json", "--format", "xml"], b""),
        ("no_threads", &["check", "good.json", "--jobs", "0"], b""),
    ];
    snapshots("cli/faults").bind(|| {
        for (name, arguments, input) in faults {
            let ran = run_among_bad_files(arguments, input);
            // What could be read is reported all the same.
            let reports = *name == "several_missing_files";
            assert_eq!((ran.code, ran.stdout.is_empty()), (2, !reports), "{name}");
            insta::assert_snapshot!(*name, ran.stderr);
        }
    });
}

#[test]
fn without_a_command_there_is_the_list_of_commands() {
    let ran = super::run(&[]);
    assert_eq!((ran.code, &*ran.stdout), (2, ""));
    assert!(
        ran.stderr.contains("Usage: fabric-rules [OPTIONS] <COMMAND>\n\nCommands:\n  check "),
        "{}",
        ran.stderr
    );
}

#[test]
fn too_large_is_said_without_reading_on() {
    let mut child = command(&["check", "-"]).stdin(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let writer = std::thread::spawn(move || {
        let block = vec![b' '; 1 << 20];
        let mut written = 0;
        while written < 400 && std::io::Write::write_all(&mut stdin, &block).is_ok() {
            written += 1;
        }
        written
    });
    let ran: Ran = child.wait_with_output().unwrap().into();
    assert_eq!(ran.code, 2);
    assert!(ran.stderr.contains("input::too-large"), "{}", ran.stderr);
    assert!(writer.join().unwrap() < 400, "the rest was not taken");
}

#[test]
fn fifty_megabytes_of_no_json_are_told_in_a_few_lines() {
    for content in ["x", "[", "\"", "{\"a\":"] {
        let ran = super::run_on(&["check", "-"], content.repeat((50 << 20) / content.len()));
        assert_eq!(ran.code, 2);
        assert!(ran.stderr.len() < 2000, "{} bytes are said of {content}", ran.stderr.len());
    }
}

#[test]
fn fifty_megabytes_on_one_line_are_a_surface() {
    let text = "t".repeat(8 << 10);
    let tools: Vec<String> = (0..6400)
        .map(|n| format!(r#"{{"name":"tool-{n}","inputSchema":{{"type":"object","description":"{text}","properties":{{"a":{{"enum":["x-y","x_y"]}}}}}}}}"#))
        .collect();
    let start = std::time::Instant::now();
    let ran = super::run_on(&["check", "-"], format!(r#"{{"tools":[{}]}}"#, tools.join(",")));
    assert_eq!((ran.code, &*ran.stderr), (0, ""));
    assert!(ran.stdout.contains("6400 actions: 0 with a plan"), "{}", &ran.stdout[ran.stdout.len() - 600..]);
    assert!(start.elapsed().as_secs() < 240, "{:?}", start.elapsed());
}

#[test]
fn standard_input_is_read_once() {
    let surface = "tests/fixtures/artifact/surface.json";
    for arguments in [
        &["check", "-", "-"][..],
        &["compile", "-", "--sessions", "-", "--dry-run"],
        &["measure", "-", "--surface=-"],
        &["import", "-", "--surface", "-", "--dry-run"],
    ] {
        let ran = run_on(arguments, "{}");
        assert_eq!((ran.code, &*ran.stdout), (2, ""), "{arguments:?}");
        assert!(ran.stderr.contains("standard input is named twice"), "{}", ran.stderr);
    }
    assert_eq!(run_on(&["measure", "-", "--surface", surface], "{\"type\":\"session\"}").code, 0);
}
