//! The command with real processes: what passes, and that nothing is left behind however it ends.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use super::server::{self, MANNERS};

const SOON: Duration = Duration::from_secs(20);

/// A client of a running proxy.
struct Client {
    proxy: Child,
    stdin: Option<ChildStdin>,
    lines: Receiver<String>,
    stderr: Receiver<String>,
}

impl Client {
    /// Starts the command with `options` in front of a server that behaves as `manners` say.
    fn start(options: &[&str], manners: &str, command: &[String]) -> Self {
        let mut proxy = Command::new(env!("CARGO_BIN_EXE_fabric-rules"));
        proxy.arg("mcp").args(options).arg("--").args(command).env(MANNERS, manners).env_remove("NO_COLOR");
        proxy.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut proxy = proxy.spawn().unwrap();
        let stdin = proxy.stdin.take();
        let (stdout, mut stderr) = (proxy.stdout.take().unwrap(), proxy.stderr.take().unwrap());
        let (send, lines) = channel();
        std::thread::spawn(move || {
            let mut reader = BufReader::new(stdout);
            let mut line = Vec::new();
            while reader.read_until(b'\n', &mut line).is_ok_and(|length| length > 0) {
                let _ = send.send(String::from_utf8(std::mem::take(&mut line)).unwrap());
            }
        });
        let (send, told) = channel();
        std::thread::spawn(move || {
            let mut text = Vec::new();
            let _ = stderr.read_to_end(&mut text);
            let _ = send.send(String::from_utf8_lossy(&text).into_owned());
        });
        Self { proxy, stdin, lines, stderr: told }
    }

    fn served(options: &[&str], manners: &str) -> Self {
        Self::start(options, manners, &server::command())
    }

    fn say(&mut self, line: &str) {
        let stdin = self.stdin.as_mut().unwrap();
        stdin.write_all(format!("{line}\n").as_bytes()).unwrap();
    }

    /// The next line, without what the test runner in the server says of itself.
    fn hear(&self) -> String {
        loop {
            let line = self.lines.recv_timeout(SOON).expect("a line");
            if !(line == "\n" || line.starts_with("running ")) {
                return line;
            }
        }
    }

    fn open(&mut self) {
        self.say(r#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{}}"#);
        assert!(self.hear().contains("serverInfo"));
        self.say(r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#);
    }

    fn call(&mut self, args: &str) {
        self.say(&format!(
            r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{"name":"dock","arguments":{args}}}}}"#
        ));
    }

    /// How it ended, what it said then, and after how long.
    fn end(mut self) -> (i32, String, String, Duration) {
        drop(self.stdin.take());
        let from = Instant::now();
        let status = loop {
            if let Some(status) = self.proxy.try_wait().unwrap() {
                break status;
            }
            assert!(from.elapsed() < SOON, "it does not end");
            std::thread::sleep(Duration::from_millis(5));
        };
        let rest: Vec<String> = self.lines.iter().collect();
        let stderr = self.stderr.recv_timeout(SOON).unwrap();
        (status.code().expect("not ended by a signal"), rest.concat(), stderr, from.elapsed())
    }

    /// It ends by itself, while the client keeps both its ends open.
    fn ends_within(&mut self, time: Duration) {
        let from = Instant::now();
        while self.proxy.try_wait().unwrap().is_none() {
            assert!(from.elapsed() < time, "it does not end within {time:?}");
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    fn signal(&self, signal: &str) {
        let sent = Command::new("kill").args([signal, &self.proxy.id().to_string()]).status().unwrap();
        assert!(sent.success());
    }
}

/// Whether a process runs.
fn runs(pid: &str) -> bool {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    stat.rsplit_once(')').is_some_and(|(_, rest)| !rest.trim_start().starts_with('Z'))
}

fn gone(pid: &str) {
    let from = Instant::now();
    while runs(pid) {
        assert!(from.elapsed() < Duration::from_secs(2), "{pid} is left");
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn misspelled_calls_succeed_that_fail_without_it() {
    for (options, is_mended) in [(&[][..], true), (&["--observe"], false), (&["--no-ask"], false)] {
        let mut client = Client::served(options, "well");
        client.open();
        client.call(r#"{"berth_no":"4"}"#);
        let heard = client.hear();
        assert_eq!(heard.contains("docked at 4"), is_mended, "{options:?}: {heard}");
        let (code, rest, stderr, took) = client.end();
        assert_eq!((code, &*rest), (0, ""), "{stderr}");
        assert!(took < Duration::from_secs(1), "{took:?}");
    }
}

#[test]
fn both_eras_and_notes_and_one_line_on_standard_error() {
    let meta = r#""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}"#;
    let mut client = Client::served(&["--note", "--server", "port"], "well");
    client.say(&format!(r#"{{"id":1,"method":"tools/list","params":{{{meta}}}}}"#));
    assert!(client.hear().contains("berthNo"));
    client.say(&format!(
        r#"{{"id":"a","method":"tools/call","params":{{"name":"dock","arguments":{{"Berth-No":"4"}},{meta}}}}}"#
    ));
    let heard = client.hear();
    assert!(heard.contains("docked at 4") && heard.contains("dev.fabric-rules/witness"), "{heard}");
    std::thread::sleep(Duration::from_millis(1_500));
    let (code, _, stderr, _) = client.end();
    assert_eq!(code, 0);
    assert_eq!(stderr, "fabric-rules: 1 of 2 tools have a plan; with `--profile wide`: 2\n");
}

#[test]
fn the_servers_end_is_ours() {
    for (manners, expected, rest) in [("crashes", 3, ""), ("dies", 128 + 6, ""), ("half", 0, "{\"jsonrpc\":")]
    {
        let mut client = Client::served(&[], manners);
        client.open();
        client.call(r#"{"berthNo":4}"#);
        // The client keeps its end open: it is the server that ends.
        client.ends_within(Duration::from_secs(3));
        let (code, heard, stderr, _) = client.end();
        assert_eq!((code, &*heard), (expected, rest), "{manners}: {stderr}");
    }
}

#[test]
fn a_command_that_is_not_there_is_127() {
    let client = Client::start(&[], "", &["/nowhere/at-all".to_owned()]);
    let (code, heard, stderr, _) = client.end();
    assert_eq!((code, &*heard), (127, ""));
    assert!(stderr.contains("cli::cannot-start") && stderr.contains("/nowhere/at-all"), "{stderr}");
    let client = Client::start(&[], "", &["/".to_owned()]);
    assert_eq!(client.end().0, 126);
}

#[test]
fn a_server_that_does_not_end_is_ended_with_all_that_it_started() {
    // The shell does not pass its end on, and neither of the two minds being asked.
    let script = "trap '' TERM; sleep 300 & echo $$ $!; wait; sleep 300".to_owned();
    let client = Client::start(&[], "", &["sh".to_owned(), "-c".to_owned(), script]);
    let pids = client.hear();
    let (code, _, _, took) = client.end();
    assert_eq!(code, 128 + 9);
    assert!((Duration::from_millis(2_900)..Duration::from_millis(4_500)).contains(&took), "{took:?}");
    pids.split_whitespace().for_each(gone);

    let mut client = Client::served(&[], "hangs");
    client.open();
    client.call(r#"{"berthNo":4}"#);
    let (code, _, _, took) = client.end();
    assert_eq!(code, 128 + 15);
    assert!((Duration::from_millis(1_400)..Duration::from_millis(2_900)).contains(&took), "{took:?}");
}

#[test]
fn what_a_server_leaves_behind_is_ended() {
    // What it left may hold its pipes, or not.
    for manners in ["leaves", "leaves-deaf"] {
        let mut client = Client::served(&[], manners);
        let child = client.hear();
        let pid = child.trim().trim_start_matches("{\"child\":").trim_end_matches('}').to_owned();
        assert!(runs(&pid));
        client.open();
        let (code, _, _, took) = client.end();
        assert_eq!(code, 0, "{manners}");
        assert!(took < Duration::from_secs(2), "{manners}: {took:?}");
        gone(&pid);
    }
}

#[test]
fn a_signal_is_passed_on_and_does_not_wait_for_long() {
    for (signal, script, expected) in [
        ("-TERM", "echo $$; exec sleep 300", 128 + 15),
        ("-INT", "echo $$; exec sleep 300", 128 + 2),
        ("-HUP", "echo $$; exec sleep 300", 128 + 1),
        ("-TERM", "trap '' TERM; echo $$; sleep 300; sleep 300", 128 + 9),
        ("-TERM", "trap 'exit 5' TERM; echo $$; while :; do sleep 0.05; done", 5),
    ] {
        let mut client = Client::start(&[], "", &["sh".to_owned(), "-c".to_owned(), script.to_owned()]);
        let pid = client.hear();
        client.signal(signal);
        client.ends_within(Duration::from_millis(990));
        assert_eq!(client.end().0, expected, "{signal} {script}");
        gone(pid.trim());
    }
}

#[test]
fn a_server_that_says_no_more_is_ended() {
    let script = "echo $$; exec >&-; sleep 300".to_owned();
    let mut client = Client::start(&[], "", &["sh".to_owned(), "-c".to_owned(), script]);
    let pid = client.hear();
    client.ends_within(Duration::from_secs(4));
    assert_eq!(client.end().0, 128 + 15);
    gone(pid.trim());
}

#[test]
fn full_pipes_in_both_directions_lock_nobody() {
    // The echo writes as much as it reads, and the client reads nothing until it has written everything.
    let mut client = Client::start(&[], "", &["cat".to_owned()]);
    let mut stdin = client.stdin.take().unwrap();
    let line = format!("{{\"id\":1,\"pad\":\"{}\"}}\n", "x".repeat(1 << 20));
    let written = line.repeat(24);
    let given = written.clone();
    let writer = std::thread::spawn(move || stdin.write_all(given.as_bytes()).unwrap());
    let mut heard = String::new();
    while heard.len() < written.len() {
        heard.push_str(&client.hear());
    }
    writer.join().unwrap();
    assert!(heard == written);
    assert_eq!(client.end().0, 0);
}

#[test]
fn a_flood_on_standard_error_holds_nothing_up() {
    let mut client = Client::served(&[], "floods");
    client.open();
    client.call(r#"{"berthNo":4}"#);
    assert!(client.hear().contains("docked"));
    let (code, _, stderr, _) = client.end();
    assert_eq!(code, 0);
    assert!(stderr.len() > 1 << 10);
}

#[test]
fn a_client_that_vanishes_takes_its_server_with_it() {
    // It vanishes while the server reads nothing of what it said, and while nobody hears what the server says.
    for script in ["echo $$; exec sleep 300", "echo $$; exec yes"] {
        let mut client = Client::start(&[], "", &["sh".to_owned(), "-c".to_owned(), script.to_owned()]);
        let pid = client.hear();
        let mut stdin = client.stdin.take().unwrap();
        // More than the pipe to the server holds, and less than the pipes on both sides and what is between.
        stdin.write_all("not a message\n".repeat(11 << 10).as_bytes()).unwrap();
        drop(stdin);
        let (code, _, _, took) = client.end();
        assert_eq!(code, 128 + 15, "{script}");
        assert!(took < Duration::from_secs(4), "{script}: {took:?}");
        gone(pid.trim());
    }
}

#[test]
fn a_client_that_hears_no_more_is_gone() {
    let mut proxy = Command::new(env!("CARGO_BIN_EXE_fabric-rules"));
    proxy.args(["mcp", "--", "sh", "-c", "echo $$ >&2; exec yes"]).stdin(Stdio::piped());
    let mut proxy = proxy.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let stdin = proxy.stdin.take();
    let mut pid = String::new();
    BufReader::new(proxy.stderr.take().unwrap()).read_line(&mut pid).unwrap();
    drop(proxy.stdout.take());
    let from = Instant::now();
    while proxy.try_wait().unwrap().is_none() {
        assert!(from.elapsed() < Duration::from_secs(4), "it does not end");
        std::thread::sleep(Duration::from_millis(5));
    }
    drop(stdin);
    gone(pid.trim());
}

#[test]
fn a_slow_server_gets_all_that_a_client_left() {
    // Ten pages, each after a while: longer in all than a server has that reads nothing.
    let script = "for n in 1 2 3 4 5 6 7 8 9 10; do sleep 0.4; dd bs=16384 count=1 iflag=fullblock 2>/dev/null; done; cat";
    let mut client = Client::start(&[], "", &["sh".to_owned(), "-c".to_owned(), script.to_owned()]);
    let said = "not a message\n".repeat(14 << 10);
    client.stdin.take().unwrap().write_all(said.as_bytes()).unwrap();
    let (code, heard, _, took) = client.end();
    assert!(heard == said && code == 0, "{} of {} bytes, {code}", heard.len(), said.len());
    assert!(took > Duration::from_millis(1_550), "{took:?}");
}

#[test]
fn a_probe_leaves_no_word() {
    let mut client = Client::served(&[], "well");
    client.say(r#"{"jsonrpc":"2.0","id":"p","method":"server/discover","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}}"#);
    assert!(client.hear().contains("supportedVersions"));
    client.signal("-TERM");
    client.ends_within(Duration::from_millis(990));
    let (code, rest, stderr, _) = client.end();
    assert_eq!((code, &*rest, &*stderr), (128 + 15, "", ""));
}
