//! The proxy beside a bare copier on two threads, in one run: `cargo bench --bench proxy`.
//!
//! The server and the copier are this binary, started again. Figures are ratios to the copier's, of round
//! trips of one client, which waits for each answer, and of calls that are sent without waiting.
#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::io::{BufRead as _, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

const CALLS: usize = 20_000;
const LARGE: usize = 15 << 20;
const OPEN: [&str; 2] = [
    r#"{"jsonrpc":"2.0","id":"i","method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{}}}"#,
    r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
];
const LIST: &str = r#"{"jsonrpc":"2.0","id":"l","method":"tools/list"}"#;
const VALID: &str = r#"{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"tool-500","arguments":{"berthNo":4,"boat":"Kea","nights":2,"side":"port"}}}"#;
const MISSPELLED: &str = r#"{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"tool-500","arguments":{"berth_no":"4","Boat":"Kea","nights":2,"side":"Port"}}}"#;
const OTHER: &str =
    r#"{"jsonrpc":"2.0","id":7,"method":"resources/read","params":{"uri":"file:///port/harbour/notes.txt"}}"#;
const BIG: &str = r#"{"jsonrpc":"2.0","id":"big","method":"resources/read","params":{"uri":"file:///big"}}"#;

fn main() {
    match std::env::args().nth(1).as_deref() {
        Some("--server") => serve(),
        Some("--copier") => copy(),
        _ => compare(),
    }
}

/// Answers by the id, and parses nothing.
fn serve() {
    let tool = |n: usize| {
        format!(
            r#"{{"name":"tool-{n}","description":"Book a berth in the harbour.","inputSchema":{{"type":"object","additionalProperties":false,"properties":{{"berthNo":{{"type":"integer"}},"boat":{{"type":"string"}},"nights":{{"type":"integer"}},"side":{{"type":"string","enum":["port","star-board"]}}}},"required":["boat"]}}}}"#
        )
    };
    let tools: Vec<String> = (0..1_000).map(tool).collect();
    let list =
        format!("{{\"jsonrpc\":\"2.0\",\"id\":\"l\",\"result\":{{\"tools\":[{}]}}}}\n", tools.join(","));
    let big = format!(
        "{{\"jsonrpc\":\"2.0\",\"id\":\"big\",\"result\":{{\"contents\":[{{\"text\":\"{}\"}}]}}}}\n",
        "x".repeat(LARGE)
    );
    let mut stdout = std::io::stdout().lock();
    for line in BufReader::new(std::io::stdin()).lines() {
        let line = line.unwrap();
        let answer = if line.contains("\"id\":7") {
            "{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{\"content\":[{\"type\":\"text\",\"text\":\"docked\"}]}}\n"
        } else if line.contains("\"id\":\"l\"") {
            &list
        } else if line.contains("\"id\":\"big\"") {
            &big
        } else if line.contains("\"id\":\"i\"") {
            "{\"jsonrpc\":\"2.0\",\"id\":\"i\",\"result\":{}}\n"
        } else {
            continue;
        };
        stdout.write_all(answer.as_bytes()).unwrap();
        stdout.flush().unwrap();
    }
}

fn itself(role: &str) -> Command {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.arg(role);
    command
}

/// Two threads that read and write, and nothing else.
fn copy() {
    let mut server = itself("--server").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let (mut stdin, mut stdout) = (server.stdin.take().unwrap(), server.stdout.take().unwrap());
    let back = std::thread::spawn(move || pump(&mut stdout, &mut raw(&std::io::stdout())));
    pump(&mut raw(&std::io::stdin()), &mut stdin);
    drop(stdin);
    back.join().unwrap();
    server.wait().unwrap();
}

/// A standard stream without a buffer.
fn raw(stream: &impl std::os::fd::AsFd) -> std::fs::File {
    stream.as_fd().try_clone_to_owned().unwrap().into()
}

fn pump(from: &mut impl Read, to: &mut impl Write) {
    let mut room = vec![0; 64 << 10];
    while let Ok(length @ 1..) = from.read(&mut room) {
        if to.write_all(&room[..length]).is_err() {
            return;
        }
    }
}

/// A client of one of the two.
struct Client {
    child: Child,
    stdin: ChildStdin,
    stdout: BufReader<ChildStdout>,
    line: Vec<u8>,
}

impl Client {
    fn start(mut command: Command) -> Self {
        let mut child =
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let (stdin, stdout) = (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()));
        let mut client = Self { child, stdin, stdout, line: Vec::new() };
        client.ask(OPEN[0]);
        client.say(OPEN[1]);
        client.ask(LIST);
        client
    }

    fn say(&mut self, line: &str) {
        self.stdin.write_all(format!("{line}\n").as_bytes()).unwrap();
    }

    fn hear(&mut self) {
        self.line.clear();
        self.stdout.read_until(b'\n', &mut self.line).unwrap();
        assert!(self.line.ends_with(b"\n"));
    }

    fn ask(&mut self, line: &str) -> Duration {
        let from = Instant::now();
        self.say(line);
        self.hear();
        from.elapsed()
    }

    /// Round trips: the half and the hundredth slowest.
    fn trips(&mut self, line: &str, many: usize) -> [f64; 2] {
        let mut times: Vec<Duration> = (0..many).map(|_| self.ask(line)).collect();
        times.sort();
        [times[many / 2], times[many * 99 / 100]].map(|time| time.as_secs_f64() * 1e6)
    }

    /// Calls a second, sent without waiting.
    fn pipelined(mut self, line: &str) -> (f64, Self) {
        let all = format!("{line}\n").repeat(CALLS);
        let from = Instant::now();
        let mut stdin = self.stdin;
        let writer = std::thread::spawn(move || {
            stdin.write_all(all.as_bytes()).unwrap();
            stdin
        });
        for _ in 0..CALLS {
            self.line.clear();
            self.stdout.read_until(b'\n', &mut self.line).unwrap();
        }
        let rate = CALLS as f64 / from.elapsed().as_secs_f64();
        let stdin = writer.join().unwrap();
        (rate, Self { stdin, ..self })
    }

    /// Resident memory in MiB, where the system tells.
    fn resident(&self) -> f64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap_or_default();
        line.trim().trim_end_matches(" kB").parse::<f64>().unwrap_or(f64::NAN) / 1024.0
    }
}

fn compare() {
    let mut proxy = Command::new(env!("CARGO_BIN_EXE_fabric-rules"));
    proxy.args(["mcp", "--"]).arg(std::env::current_exe().unwrap()).arg("--server");
    let (mut copier, mut proxy) = (Client::start(itself("--copier")), Client::start(proxy));
    // The line on standard error is worked out meanwhile.
    std::thread::sleep(Duration::from_secs(2));
    for line in [VALID, MISSPELLED, OTHER] {
        copier.trips(line, 500);
        proxy.trips(line, 500);
    }
    println!("resident with 1,000 tools: {:.1} MiB", proxy.resident());
    for (what, line) in [("valid call", VALID), ("misspelled call", MISSPELLED), ("no call", OTHER)] {
        // In turns, so that what else the machine does meets both.
        let mut figures = [[Vec::new(), Vec::new()], [Vec::new(), Vec::new()]];
        for _ in 0..10 {
            for (of, client) in figures.iter_mut().zip([&mut copier, &mut proxy]) {
                let trips = client.trips(line, CALLS / 10);
                of.iter_mut().zip(trips).for_each(|(figures, figure)| figures.push(figure));
            }
        }
        let middle = |figures: &mut Vec<f64>| {
            figures.sort_by(f64::total_cmp);
            figures[figures.len() / 2]
        };
        let [[bare, bare_slow], [ours, ours_slow]] = figures.each_mut().map(|of| of.each_mut().map(middle));
        println!(
            "{what}: p50 {ours:.1} µs, {:.2} × the copier's; p99 {ours_slow:.1} µs, {:.2} ×",
            ours / bare,
            ours_slow / bare_slow
        );
    }
    let (bare, copier) = copier.pipelined(VALID);
    let (ours, proxy) = proxy.pipelined(VALID);
    println!("pipelined: {ours:.0} calls a second, {:.2} × the copier's", ours / bare);
    let (mut copier, mut proxy) = (copier, proxy);
    let large = |client: &mut Client| (0..15).map(|_| client.ask(BIG)).min().unwrap().as_secs_f64();
    let (bare, ours) = (large(&mut copier), large(&mut proxy));
    println!("15 MiB answer: {:.0} MiB a second, {:.2} × the copier's", 15.0 / ours, bare / ours);
    println!("resident at the end: {:.1} MiB", proxy.resident());
    for mut client in [copier, proxy] {
        drop(client.stdin);
        client.child.wait().unwrap();
    }
}
