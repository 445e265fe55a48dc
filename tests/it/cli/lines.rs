//! The JSON Lines commands: order, bad lines, ends of lines, one answer at a time.

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::Stdio;

use super::{command, run, run_on, values};

const SCHEMA: &str =
    r#"{"type":"object","additionalProperties":false,"properties":{"pageCount":{"type":"integer"}}}"#;

#[test]
fn order_is_kept_with_any_number_of_threads() {
    let input: String = (0..5000).map(|n| format!("{{\"ref\":\"r{n}\",\"schema\":{SCHEMA}}}\n")).collect();
    let one = run_on(&["derive", "--jobs", "1"], &input);
    assert_eq!(one.code, 0);
    for (n, plan) in values(&one.stdout).iter().enumerate() {
        assert_eq!(plan["ref"], format!("r{n}"));
    }
    for jobs in [&["derive"][..], &["derive", "--jobs", "7"]] {
        assert_eq!(run_on(jobs, &input).stdout, one.stdout);
    }
}

#[test]
fn a_bad_line_is_told_on_its_line_and_the_rest_is_processed() {
    let good = format!("{{\"ref\":\"a\",\"schema\":{SCHEMA}}}");
    let lines = [
        &*good,
        "not json",
        "",
        r#"{"schema": {}}"#,
        r#"{"ref": "a"}"#,
        r#"{"ref": 5, "schema": {}}"#,
        r#"{"ref": "a", "ref": "b", "schema": {}}"#,
        "[1]",
        " \t",
        r#"{"ref": "a", "schema": {"a": 1, "a": 2}}"#,
        r#"{"ref": "a", "schema": {"type": "strung"}}"#,
        r#"{"ref": "a", "schema": {}, "profile": "fabrik"}"#,
        &*good,
    ];
    let ran = run_on(&["derive"], lines.join("\n"));
    assert_eq!((ran.code, &*ran.stderr), (1, ""));
    let answers = values(&ran.stdout);
    let codes: Vec<&str> =
        answers.iter().map(|answer| answer["error"]["code"].as_str().unwrap_or("-")).collect();
    let expected = [
        "-",
        "not-json",
        "missing-member",
        "missing-member",
        "wrong-kind",
        "duplicate-member",
        "wrong-kind",
        "-",
        "-",
        "unknown-profile",
        "-",
    ];
    assert_eq!(codes, expected, "blank lines have no answer");
    let numbers: Vec<u64> = answers.iter().filter_map(|answer| answer["error"]["line"].as_u64()).collect();
    assert_eq!(numbers, [2, 4, 5, 6, 7, 8, 12], "but they count");
    assert!(answers[7].is_null() && answers[8].is_null(), "an unusable schema has no plan");
    assert_eq!(answers[0], answers[10]);
}

#[test]
fn a_line_of_any_length_ends_only_at_a_line_feed() {
    let line = format!("{{\"ref\":\"a\u{2028}b\",\"schema\":{SCHEMA}}}");
    let with_return = run_on(&["derive"], format!("{line}\r\n{line}\r\n"));
    assert_eq!((with_return.code, with_return.stdout.lines().count()), (0, 2));
    assert_eq!(run_on(&["derive"], &line).stdout, with_return.stdout[..with_return.stdout.len() / 2]);
    assert_eq!(run_on(&["derive"], "").stdout, "");
    assert_eq!(run_on(&["derive"], "\n\n").stdout, "");
}

#[test]
fn a_line_over_64_mib_is_an_error_for_that_line_alone() {
    let good = r#"{"op":"digest","input":1}"#;
    let long = format!("{{\"op\":\"digest\",\"input\":\"{}\"}}", "x".repeat(64 << 20));
    let answers = values(&run_on(&["rpc"], format!("{good}\n{long}\n{good}\n{long}")).stdout);
    assert_eq!(answers.len(), 4);
    assert_eq!(answers[0], answers[2]);
    assert_eq!(answers[1]["error"]["code"], "too-long");
    assert_eq!(answers[3]["error"]["code"], "too-long");
}

#[test]
fn an_answer_comes_before_the_next_question() {
    let mut child = command(&["derive"]).stdin(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    for n in 0..20 {
        writeln!(stdin, "{{\"ref\":\"r{n}\",\"schema\":{SCHEMA}}}").unwrap();
        let mut answer = String::new();
        stdout.read_line(&mut answer).unwrap();
        assert_eq!(values(&answer)[0]["ref"], format!("r{n}"));
    }
    drop(stdin);
    assert!(child.wait().unwrap().success());
}

#[test]
fn files_and_folders_are_read_one_after_the_other() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, reference: &str| {
        let path = folder.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, format!("{{\"ref\":\"{reference}\",\"schema\":{SCHEMA}}}\nbad\n")).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let (second, first) = (file("b.jsonl", "second"), file("a/a.jsonl", "first"));
    file("c.txt", "not looked at");
    let all = run(&["derive", folder.path().to_str().unwrap()]);
    assert_eq!(all.code, 1);
    let answers = values(&all.stdout);
    assert_eq!(answers[0]["ref"], "first");
    assert_eq!(answers[2]["ref"], "second");
    assert_eq!(answers[3]["error"]["line"], 2, "lines count in each file");
    assert_eq!(run(&["derive", &first, &second]).stdout, all.stdout);
}
