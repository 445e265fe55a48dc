//! `facts`, as a person or a script uses it.

use std::fs;

use serde_json::{Value, json};

use crate::cli::{run, run_on, values};
use crate::support::snapshots;

const RULES: &str = "tests/fixtures/propose/triage.rules";

fn facts(replies: impl AsRef<[u8]> + Send) -> crate::cli::Ran {
    run_on(&["facts", RULES, "triage"], replies)
}

#[test]
fn each_reply_has_its_facts_and_all_that_was_missed() {
    let ran = facts(
        "{\"severity\": \" MINOR \", \"count\": \"2.5\", \"tags\": [\"dire\", \"critical\"], \"marks\": [\"high\", \"low\", \"high\"]}\n\
         {\"severity\": \"dire\", \"count\": \"a few\", \"why\": \"it burns\"}\n\
         \n\
         {\"count\": 3, \"severity\": \"dire\", \"tags\": [], \"marks\": []}\n",
    );
    assert_eq!(ran.code, 0, "what is missed is an answer");
    let told = values(&ran.stdout);
    assert_eq!(told.len(), 3);
    assert_eq!(
        told[0]["facts"],
        json!({"severity": "low", "count": 3, "tags": [null, "high"], "marks": ["low", "high"]})
    );
    assert!(ran.stdout.starts_with(
        r#"{"facts":{"severity":"low","count":3,"tags":[null,"high"],"marks":["low","high"]},"#
    ));
    assert_eq!(told[0]["misses"], json!(["tags"]));
    assert_eq!(told[0]["elements"], json!([{"fact": "tags", "index": 0}]));
    assert_eq!(told[1]["facts"], json!({"severity": "medium", "count": null, "tags": null, "marks": null}));
    assert_eq!(told[1]["misses"], json!(["severity", "count", "tags", "marks"]));
    let facts = told[0]["facts"].to_string();
    let digest = run_on(&["rpc"], format!("{{\"op\":\"digest\",\"input\":{facts}}}"));
    assert_eq!(values(&digest.stdout)[0]["output"], told[0]["digest"]);
    snapshots("cli/facts").bind(|| insta::assert_snapshot!("summary", ran.stderr));
}

#[test]
fn what_is_no_reply_is_named_and_the_run_goes_on() {
    let deep = format!("{{\"severity\": {}1{}}}", "[".repeat(100_000), "]".repeat(100_000));
    let mut input: Vec<u8> = Vec::new();
    let lines: [&[u8]; 9] = [
        b"{\"severity\": \"low\"}",
        b"[\"low\"]",
        b"null",
        b"{\"severity\": \"low\"",
        b"{\"severity\": \"\xff\"}",
        b"",
        deep.as_bytes(),
        b"\"low\"",
        b"{\"severity\": \"low\"}",
    ];
    for line in lines {
        input.extend_from_slice(line);
        input.push(b'\n');
    }
    let ran = facts(input);
    assert_eq!(ran.code, 1);
    let told = values(&ran.stdout);
    assert_eq!(told.len(), 8);
    for good in [&told[0], &told[7]] {
        assert_eq!(good["facts"]["severity"], "low");
    }
    let faults: Vec<(&Value, &Value)> =
        told[1..7].iter().map(|told| (&told["error"]["line"], &told["error"]["code"])).collect();
    let expected = [
        (2, "wrong-kind"),
        (3, "wrong-kind"),
        (4, "not-json"),
        (5, "not-utf8"),
        (7, "too-deep"),
        (8, "wrong-kind"),
    ];
    for (found, (line, code)) in faults.iter().zip(expected) {
        assert_eq!((found.0, found.1), (&json!(line), &json!(code)));
    }
    assert!(ran.stderr.starts_with("2 replies, 2 with misses; "), "{}", ran.stderr);
    assert!(ran.stderr.contains("; 6 lines were no replies\n"), "{}", ran.stderr);
}

#[test]
fn what_is_no_text_to_look_up_is_shown_as_it_was_written() {
    let ran = facts(
        "{\"severity\": 1e400, \"count\": -1e999}\n{\"severity\": \"a\\uD800b\"}\n{\"severity\": \"\"}\n\
         {\"severity\": \" \\n\"}\n{\"severity\": 10.50}\n{\"severity\": 1e2}\n[1]\n",
    );
    let told = ran.stderr.split_whitespace().collect::<Vec<_>>().join(" ");
    assert_eq!(
        told.split(" tags ").next().unwrap(),
        "6 replies, 6 with misses; 0 members by another word; 1 line was no reply \
         severity 6 missed: the empty text 2, `10.5` 1, `100` 1, `1e400` 1, `a\\ud800b` 1 \
         count 6 missed: `-1e999` 1"
    );
}

#[test]
fn a_huge_reply_is_a_line_like_any_other() {
    let prose = "\\u0020x".repeat(3 << 20);
    let reply = format!("{{\"why\": \"{prose}\", \"severity\": \"{prose}\", \"count\": 7}}");
    let ran = facts(format!("{reply}\n{{\"severity\": \"low\"}}\n"));
    let told = values(&ran.stdout);
    assert_eq!((ran.code, told.len()), (0, 2));
    assert_eq!((&told[0]["facts"]["severity"], &told[0]["facts"]["count"]), (&json!("medium"), &json!(7)));
    assert!(ran.stderr.len() < 2_000, "{}", ran.stderr.len());
}

#[test]
fn the_table_of_unknown_words_is_bounded() {
    let replies: String = (0..3_000).map(|n| format!("{{\"severity\": \"word {n}\"}}\n")).collect();
    let ran =
        facts(format!("{replies}{{\"severity\": \"dire\\u001b[31m\"}}\n").replace("word 7\"", "word 8\""));
    assert_eq!(ran.code, 0);
    assert!(ran.stderr.contains("`word 8` 2") && ran.stderr.len() < 1_000, "{}", ran.stderr);
    assert!(ran.stderr.contains("2000 misses on other words"), "{}", ran.stderr);
    assert!(!ran.stderr.contains('\u{1b}'));
}

#[test]
fn what_is_asked_for_must_be_there() {
    let told = |arguments: &[&str]| {
        let ran = run(arguments);
        assert_eq!((ran.code, &*ran.stdout), (2, ""));
        ran.stderr
    };
    assert!(told(&["facts", RULES, "triag"]).contains("did you mean `triage`?"));
    assert!(told(&["facts", "rules", "triage"]).contains("cli::unknown-facts"));
    assert!(told(&["facts", "missing.rules", "triage"]).contains("input::missing"));
    assert!(told(&["facts", "-", "triage"]).contains("cli::stdin-twice"));
    let folder = tempfile::tempdir().unwrap();
    let text = fs::read_to_string(RULES).unwrap();
    let (words, rest) = text.split_once("facts ").unwrap();
    fs::write(folder.path().join("words.rules"), words).unwrap();
    fs::write(folder.path().join("facts.rules"), format!("language 1\nfacts {rest}")).unwrap();
    let ran = run_on(&["facts", folder.path().to_str().unwrap(), "triage"], "{\"severity\": \"severe\"}");
    assert_eq!(values(&ran.stdout)[0]["facts"]["severity"], "high", "a folder is a program too");
}
