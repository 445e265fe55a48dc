//! `propose`: a real command is asked, and whatever it does only a member comes of it.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::cli::{Ran, command, run, run_on, values};

const RULES: &str = "tests/fixtures/propose/triage.rules";

/// A place for what a command writes down.
struct Desk(TempDir);

impl Desk {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn at(&self, name: &str) -> String {
        self.0.path().join(name).to_str().unwrap().to_owned()
    }

    /// The requests that were written down.
    fn asked(&self) -> Vec<Value> {
        let text = fs::read_to_string(self.at("log")).unwrap_or_default();
        values(&text)
    }

    fn speaks(&self) -> String {
        format!("sh tests/fixtures/propose/speaks.sh {}", self.at("log"))
    }
}

fn propose(ask: &str, more: &[&str], replies: &str) -> Ran {
    let arguments = ["propose", RULES, "triage", "--ask", ask];
    run_on(&[&arguments, more].concat(), replies)
}

#[test]
fn a_command_is_asked_about_what_was_missed_and_names_a_member() {
    let desk = Desk::new();
    let ran =
        propose(&desk.speaks(), &[], "{\"severity\": \" DIRE\", \"count\": 1}\n{\"severity\": \"low\"}\n");
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let told = values(&ran.stdout);
    assert_eq!(told[0]["facts"]["severity"], "high");
    assert_eq!(told[0]["misses"], json!(["tags", "marks"]));
    assert_eq!(told[0]["provisional"], true);
    assert_eq!(
        told[0]["proposed"],
        json!([{"key": "severity", "raw": " DIRE", "member": "high", "provisional": true, "via": "llm-borderline",
                "proposal": {"alias": "dire", "member": "high"}, "vocabulary": "severity"}])
    );
    assert_eq!(told[0].get("digest"), None, "nobody has decided that yet");
    assert!(told[1].get("provisional").is_none() && told[1]["digest"].is_string());
    let asked = desk.asked();
    assert_eq!(asked.len(), 1);
    assert_eq!((&asked[0]["temperature"], asked[0].get("grammar")), (&json!(0), None));
    assert!(asked[0]["system"].is_string() && asked[0]["maxTokens"].as_u64().unwrap() >= 16);
    assert!(asked[0]["user"].as_str().unwrap().contains("\"dire\""));
    assert!(ran.stderr.contains("asked about 1: a member for 1, none for 0"), "{}", ran.stderr);
}

#[test]
fn nothing_is_asked_where_the_vocabulary_resolves_or_there_is_no_word() {
    let desk = Desk::new();
    let replies = "{\"severity\": \"low\", \"tags\": [\"MINOR\", \" severe\"], \"marks\": []}\n\
                   {\"severity\": null, \"count\": \"a few\", \"tags\": [null, [], {}, \"\"], \"marks\": \"dire\"}\n\
                   {\"severity\": \"none\", \"severity \": \"dire\", \"tags\": [\"dire\",1,1,1,1,1]}\n\
                   {\"severity\": \"\\ud800\"}\n{\"severity\": \"dire\", \"severity\": \"dire\"}\n[\"dire\"]\n";
    let ran = propose(&desk.speaks(), &[], replies);
    assert_eq!(ran.code, 1, "the last line is no reply");
    assert_eq!(desk.asked(), [] as [Value; 0]);
    let plain = run_on(&["facts", RULES, "triage"], replies);
    assert_eq!(ran.stdout, plain.stdout);
}

#[test]
fn elements_are_asked_one_by_one_and_equal_ones_once() {
    let desk = Desk::new();
    let reply = json!({"severity": "Dire", "tags": ["dire", "low", "unheard of", "meh", " DIRE "],
                       "marks": ["meh", "so  so", "high", "unheard  of"]});
    let replies = format!("{reply}\n").repeat(40);
    let ran = propose(&desk.speaks(), &["--jobs", "8"], &replies);
    let told = values(&ran.stdout);
    assert_eq!(told.len(), 40);
    for told in &told {
        assert_eq!(told["facts"]["severity"], "high");
        assert_eq!(told["facts"]["tags"], json!(["high", "low", null, "low", "high"]));
        assert_eq!(told["facts"]["marks"], json!(["low", "medium", "high"]));
        assert_eq!(told["misses"], json!(["count", "tags", "marks"]));
        let element = |fact: &str, index: usize| json!({"fact": fact, "index": index});
        assert_eq!(told["elements"], json!([element("tags", 2), element("marks", 3)]));
        assert_eq!(
            told["counts"],
            json!({"tags": {"given": 5, "kept": 4}, "marks": {"given": 4, "kept": 3}})
        );
        let indices: Vec<&Value> =
            told["proposed"].as_array().unwrap().iter().map(|one| &one["index"]).collect();
        assert_eq!(indices, [&Value::Null, &json!(0), &json!(3), &json!(4), &json!(0), &json!(1)]);
    }
    let mut words: Vec<String> = desk
        .asked()
        .iter()
        .map(|asked| asked["user"].as_str().unwrap().lines().nth(1).unwrap().to_owned())
        .collect();
    words.sort();
    assert_eq!(words, ["Word: \"dire\"", "Word: \"meh\"", "Word: \"so so\"", "Word: \"unheard of\""]);
    // Nothing is kept beyond a run.
    propose(&desk.speaks(), &[], "{\"severity\": \"dire\"}");
    assert_eq!(desk.asked().len(), 5);
}

#[test]
fn the_words_of_one_reply_are_asked_about_at_once() {
    let desk = Desk::new();
    // Each waits for the other one, and names nothing where that does not come.
    let meets = format!(
        "mkdir -p {0}; touch {0}/$$; for try in $(seq 100); do \
         [ $(ls {0} | wc -l) -ge 2 ] && echo high && exit; sleep 0.1; done; echo none",
        desk.at("met")
    );
    let ran = propose(&meets, &["--jobs", "2"], r#"{"tags": ["dire", "grim"]}"#);
    assert_eq!(values(&ran.stdout)[0]["facts"]["tags"], json!(["high", "high"]), "{}", ran.stderr);
}

#[test]
fn a_command_can_be_held_to_the_grammar() {
    let desk = Desk::new();
    propose(&desk.speaks(), &["--constrain"], "{\"severity\": \"dire\"}");
    assert_eq!(desk.asked()[0]["grammar"], "root ::= \"low\" | \"medium\" | \"high\" | \"none\"");
}

#[test]
fn proposals_are_added_to_a_file_each_once_a_run() {
    let desk = Desk::new();
    fs::write(desk.at("proposals"), "{\"alias\":\"torn").unwrap();
    let ran = propose(
        &desk.speaks(),
        &["--proposals", &desk.at("proposals")],
        "{\"severity\": \"dire\"}\n{\"tags\": [\"DIRE\", \"meh\"]}\n{\"severity\": \"unheard\"}\n",
    );
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let text = fs::read_to_string(desk.at("proposals")).unwrap();
    assert_eq!(
        text,
        "{\"alias\":\"torn\n{\"alias\":\"dire\",\"member\":\"high\",\"vocabulary\":\"severity\"}\n\
         {\"alias\":\"meh\",\"member\":\"low\",\"vocabulary\":\"severity\"}\n"
    );
    let ran = propose(&desk.speaks(), &["--proposals", RULES], "{}");
    assert_eq!(ran.code, 2);
    assert!(ran.stderr.contains("cli::replaces-input"), "{}", ran.stderr);
}

#[test]
fn what_a_command_says_beside_a_member_never_comes_out() {
    for (how, told) in [
        ("words", "asked about 1: a member for 0, none for 1"),
        ("none", "asked about 1: a member for 0, none for 1"),
        ("silent", "asked about 1: a member for 0, none for 1"),
        ("fails", "1 times it ended with code 3"),
        ("bytes", "1 times it said what is no text"),
        ("signal", "1 times a signal ended it"),
    ] {
        let ran = propose(
            &format!("exec sh tests/fixtures/propose/lies.sh {how}"),
            &[],
            "{\"severity\": \"dire\"}",
        );
        let plain = run_on(&["facts", RULES, "triage"], "{\"severity\": \"dire\"}");
        assert_eq!((ran.code, &ran.stdout), (0, &plain.stdout), "{how}");
        assert!(ran.stderr.contains(told), "{how}: {}", ran.stderr);
    }
    let ran = propose("/no/such/command", &[], "{\"severity\": \"dire\"}");
    assert!(ran.stderr.contains("ended with code 127"), "{}", ran.stderr);
    assert_eq!(ran.code, 0);
}

#[test]
fn a_command_that_says_too_much_is_ended() {
    let start = Instant::now();
    let ran = propose("sh tests/fixtures/propose/floods.sh", &[], "{\"severity\": \"dire\"}");
    assert_eq!(values(&ran.stdout)[0]["facts"]["severity"], "medium");
    assert!(ran.stderr.contains("said more than 64 KiB"), "{}", ran.stderr);
    assert!(start.elapsed() < Duration::from_secs(20));
}

#[cfg(target_os = "linux")]
#[test]
fn a_command_that_hangs_is_ended_with_all_that_it_started() {
    let desk = Desk::new();
    let start = Instant::now();
    let ask = format!("sh tests/fixtures/propose/hangs.sh {}", desk.at("log"));
    let replies = "{\"severity\": \"dire\"}\n{\"severity\": \"dire\"}\n";
    let ran = propose(&ask, &["--timeout", "1"], replies);
    assert!(start.elapsed() < Duration::from_secs(30), "asked once");
    assert_eq!((ran.code, values(&ran.stdout).len()), (0, 2));
    assert!(ran.stderr.contains("1 times it took too long"), "{}", ran.stderr);
    let started = fs::read_to_string(desk.at("log")).unwrap();
    assert_eq!(started.split_whitespace().count(), 2, "{started}");
    none_is_left(&started);
}

/// Waits until no process of these numbers runs.
#[cfg(target_os = "linux")]
fn none_is_left(numbers: &str) {
    for number in numbers.split_whitespace() {
        let runs = || {
            let status = fs::read_to_string(Path::new("/proc").join(number).join("stat")).unwrap_or_default();
            // A process that nobody has waited for yet is no more than a number.
            !status.is_empty() && !status.contains(") Z ")
        };
        let end = Instant::now() + Duration::from_secs(5);
        while runs() && Instant::now() < end {
            std::thread::sleep(Duration::from_millis(20));
        }
        assert!(!runs(), "{number} is left");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn what_a_command_leaves_running_is_ended_too() {
    let desk = Desk::new();
    let ask = |more: &str| format!("sleep 600 {more} & echo $! >> {}; echo high", desk.at("log"));
    // With its pipe still open nobody knows whether the answer is whole.
    let ran = propose(&ask(""), &["--timeout", "1"], "{\"severity\": \"dire\"}");
    assert!(ran.stderr.contains("1 times it took too long"), "{}", ran.stderr);
    let ran = propose(&ask("> /dev/null"), &[], "{\"severity\": \"dire\"}");
    assert_eq!(values(&ran.stdout)[0]["facts"]["severity"], "high");
    let started = fs::read_to_string(desk.at("log")).unwrap();
    assert_eq!(started.split_whitespace().count(), 2, "{started}");
    none_is_left(&started);
}

#[cfg(target_os = "linux")]
#[test]
fn a_signal_that_ends_propose_ends_what_it_asks() {
    use rustix::process::{Pid, Signal, kill_process};
    use std::io::Write as _;
    use std::os::unix::process::ExitStatusExt as _;

    for signal in [Signal::INT, Signal::TERM] {
        let desk = Desk::new();
        let started = || fs::read_to_string(desk.at("log")).unwrap_or_default();
        // Two at once, each with two more.
        let ask = format!("sleep 60 & one=$!; sleep 60 & echo $$ $one $! >> {}; wait", desk.at("log"));
        let mut propose = command(&["propose", RULES, "triage", "--jobs", "2", "--ask", &ask])
            .stdin(std::process::Stdio::piped())
            .spawn()
            .unwrap();
        let replies = b"{\"tags\": [\"dire\", \"grim\", \"dismal\"]}\n";
        propose.stdin.take().unwrap().write_all(replies).unwrap();
        let end = Instant::now() + Duration::from_secs(20);
        while started().split_whitespace().count() < 6 {
            assert!(Instant::now() < end, "{}", started());
            std::thread::sleep(Duration::from_millis(10));
        }
        kill_process(Pid::from_child(&propose), signal).unwrap();
        let status = propose.wait().unwrap();
        assert_eq!(status.signal(), Some(signal.as_raw()), "as without anybody who watches");
        assert_eq!(started().split_whitespace().count(), 6, "nobody is asked any more: {}", started());
        none_is_left(&started());
    }
}

#[test]
fn a_vocabulary_that_knows_none_cannot_be_asked_about() {
    let desk = Desk::new();
    for words in ["none low", "low = \" NONE \"", "\"None\" = \"a\" low"] {
        let rules = format!("language 1\nvocabulary v \"A.\" {{ {words} }}\nfacts f \"A.\" {{ a : v }}");
        fs::write(desk.at("f.rules"), rules).unwrap();
        let ran = run_on(&["propose", &desk.at("f.rules"), "f", "--ask", &desk.speaks()], "{\"a\": \"b\"}");
        assert_eq!((ran.code, &*ran.stdout), (2, ""), "{words}");
        assert!(ran.stderr.contains("propose::none"), "{}", ran.stderr);
    }
    assert_eq!(desk.asked(), [] as [Value; 0]);
}

#[test]
fn no_other_command_takes_one_to_ask() {
    for command in ["check", "compile", "apply", "certify", "facts", "derive", "prove", "rpc"] {
        let ran = run(&[command, "--ask", "true"]);
        assert_eq!(ran.code, 2, "{command}");
        assert!(ran.stderr.contains("unexpected argument '--ask'"), "{}", ran.stderr);
    }
}

#[test]
fn only_two_files_start_a_process() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut folders = vec![src.clone()];
    let mut starting = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if fs::read_to_string(&path).unwrap().contains("process::{Child") {
                starting.push(path.strip_prefix(&src).unwrap().to_str().unwrap().to_owned());
            } else {
                let text = fs::read_to_string(&path).unwrap();
                assert!(!text.contains("process::Command") && !text.contains("Command::new"), "{path:?}");
            }
        }
    }
    starting.sort();
    assert_eq!(starting, ["cli/propose/child.rs", "mcp/shell/server.rs"]);
}
