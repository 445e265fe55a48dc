//! `rpc`: one request a line, one answer a line, whatever the line is.

use serde_json::json;

use super::{Ran, command, run_on, values};

#[test]
fn an_id_comes_back_as_the_bytes_that_it_was() {
    for id in [
        "1",
        "1.0",
        "1e999",
        "12345678901234567890",
        r#""\u0041\ud800""#,
        "null",
        "[ 1 ,2]",
        r#"{"a":1,"a":2}"#,
    ] {
        let ran = run_on(&["rpc"], format!("{{\"op\":\"digest\",\"id\":{id},\"input\":1}}\n"));
        assert!(ran.stdout.starts_with(&format!("{{\"id\":{id},\"output\":\"6b86b273")), "{}", ran.stdout);
        let ran = run_on(&["rpc"], format!("{{\"id\":{id},\"op\":\"nothing\"}}\n"));
        assert!(ran.stdout.starts_with(&format!("{{\"id\":{id},\"error\":{{")), "{}", ran.stdout);
    }
}

#[test]
fn every_line_is_answered_in_order_and_the_end_is_fine() {
    let lines = [
        "",
        "   ",
        "no json",
        "42",
        "[]",
        "{}",
        r#"{"op": 5, "input": 1}"#,
        r#"{"op": "digest"}"#,
        r#"{"op": "hash", "input": 1}"#,
        r#"{"op": "digest", "op": "digest", "input": 1}"#,
        r#"{"id": 1, "id": 2, "op": "digest", "input": 1}"#,
        r#"{"id": 3, "op": "digest", "input": 1, "input": 2}"#,
        r#"{"id": 4, "op": "digest", "input": {"a": 1, "a": 1}}"#,
        r#"{"id": 5, "op": "digest", "input": "\ud800"}"#,
        r#"{"id": 6, "op": "digest", "input": 1e400}"#,
        r#"{"id": 7, "op": "jcs", "input": {"text": "[1,"}}"#,
        r#"{"id": 8, "op": "jcs", "input": {"text": 5}}"#,
        r#"{"id": 9, "op": "jcs", "input": {"text": ""}}"#,
        r#"{"id": 10, "op": "shape", "input": {}}"#,
        r#"{"id": 11, "op": "shape", "input": {"value": {}}}"#,
    ];
    let ran = run_on(&["rpc"], lines.join("\n"));
    assert_eq!((ran.code, &*ran.stderr), (0, ""));
    assert_eq!(ran.stdout.lines().count(), lines.len());
    crate::support::snapshots("cli").bind(|| {
        let pairs: Vec<String> = lines
            .iter()
            .zip(ran.stdout.lines())
            .map(|(line, answer)| format!("> {line}\n{answer}\n"))
            .collect();
        insta::assert_snapshot!("rpc_errors", pairs.concat());
    });
}

#[test]
fn a_line_that_is_no_text_is_answered_too() {
    let mut input = b"{\"id\":1,\"op\":\"digest\",\"input\":1}\n\xff\xfe\n".to_vec();
    input.extend_from_slice(b"{\"id\":2,\"op\":\"digest\",\"input\":1}");
    let answers = values(&run_on(&["rpc"], input).stdout);
    assert_eq!(answers[0]["id"], 1);
    assert_eq!(answers[1]["error"]["code"], "not-utf8");
    assert_eq!(answers[2]["id"], 2, "the last line needs no end");
}

#[test]
fn deep_values_are_an_answer() {
    for open in ["[", "{\"a\":"] {
        let deep = format!("{{\"op\":\"digest\",\"input\":{}", open.repeat(10_000));
        assert_eq!(values(&run_on(&["rpc"], deep).stdout)[0]["error"]["code"], "too-deep");
    }
    let most = format!("{{\"op\":\"digest\",\"input\":{}{}}}", "[".repeat(256), "]".repeat(256));
    assert!(values(&run_on(&["rpc"], most).stdout)[0]["output"].is_string());
}

#[test]
fn inherited_names_mean_nothing() {
    let input =
        json!({"op": "shape", "input": {"value": {"__proto__": 1, "constructor": {}, "toString": null}}});
    let answers = values(&run_on(&["rpc"], input.to_string()).stdout);
    assert_eq!(answers[0]["output"]["signature"], "(__proto__:num,constructor:{},toString:null)");
    let answers = values(&run_on(&["rpc"], r#"{"op": "__proto__", "input": {}}"#).stdout);
    assert_eq!(answers[0]["error"]["code"], "unknown-op");
}

#[test]
fn the_list_has_every_operation_in_one_line() {
    let ran: Ran = command(&["rpc", "--list"]).env("COLUMNS", "100").output().unwrap().into();
    assert_eq!(ran.code, 0);
    for line in ran.stdout.lines() {
        assert!(line.len() <= 100, "{line}");
        let name = line.split(' ').next().unwrap();
        let answer = run_on(&["rpc"], format!("{{\"op\":\"{name}\",\"input\":{{}}}}"));
        assert!(!answer.stdout.contains("unknown-op"), "{name}");
    }
    for name in ["jcs", "digest", "shape", "derive", "prove", "apply"] {
        assert!(ran.stdout.lines().any(|line| line.starts_with(&format!("{name} "))), "{name}");
    }
}

#[test]
fn a_large_request_is_answered_before_the_next_one_comes() {
    let mut child = super::command(&["rpc"]).stdin(std::process::Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let text = "x".repeat(9 << 20);
    let line = format!("{{\"id\":1,\"op\":\"digest\",\"input\":\"{text}\"}}\n");
    std::io::Write::write_all(&mut stdin, line.as_bytes()).unwrap();
    // The host keeps the pipe open, and waits.
    let mut answer = String::new();
    let (send, receive) = std::sync::mpsc::channel();
    let mut stdout = std::io::BufReader::new(child.stdout.take().unwrap());
    std::thread::spawn(move || {
        std::io::BufRead::read_line(&mut stdout, &mut answer).unwrap();
        let _ = send.send(answer);
    });
    let answer = receive.recv_timeout(std::time::Duration::from_secs(60));
    drop(stdin);
    child.wait().unwrap();
    assert!(answer.unwrap().starts_with("{\"id\":1,"));
}
