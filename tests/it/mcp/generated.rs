//! Conversations made from seeds: nothing is lost, reordered or changed but arguments, and no plan is applied
//! from a list that was asked for before a change or has gone stale.
//!
//! A world is a client and a server with a clock of their own. The server answers what it was sent when it
//! likes, or never; its tool has another key after each change. `FABRIC_SEEDS` says how many worlds are tried.

use std::collections::VecDeque;
use std::time::Duration;

use fabric_rules::internal::mcp::{Side, Verdict};
use serde_json::Value;

use super::support::{Session, ms, options};

/// The keys that the tool may have, one for each change; all are spellings of each other.
const KEYS: [&str; 4] = ["berthNo", "berth_no", "berth-no", "BerthNo"];

/// A list that the server was asked for.
struct Asked {
    at: Duration,
    change: usize,
    /// For how long it is fresh, once it was answered.
    answered: Option<Duration>,
}

struct World {
    session: Session,
    random: fastrand::Rng,
    is_modern: bool,
    is_open: bool,
    change: usize,
    /// What the client has said, as the server is to hear it where nothing is changed.
    said: VecDeque<String>,
    /// What the server has said that the client is to hear.
    answered: String,
    /// Requests that wait for the server: the id as it was written, and what is asked.
    waiting: Vec<(String, bool)>,
    lists: Vec<(String, Asked)>,
    next: u64,
    calls: usize,
}

impl World {
    fn new(seed: u64) -> Self {
        let mut random = fastrand::Rng::with_seed(seed);
        let mut options = options(if random.bool() { "fabric" } else { "wide" });
        options.is_noting = false;
        let is_modern = random.bool();
        Self {
            session: Session::new(options),
            random,
            is_modern,
            // Each request of the modern era opens.
            is_open: is_modern,
            change: 0,
            said: VecDeque::new(),
            answered: String::new(),
            waiting: Vec::new(),
            lists: Vec::new(),
            next: 0,
            calls: 0,
        }
    }

    fn meta(&self) -> &'static str {
        match self.is_modern {
            true => r#""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","t":1e0},"#,
            false => "",
        }
    }

    fn id(&mut self) -> String {
        self.next += 1;
        let n = self.next;
        match self.random.u8(..5) {
            0 => format!("\"{n}\""),
            1 => format!("{n}.0"),
            2 => format!("\"\\u00fc-{n}\""),
            3 => format!("{}", 9_007_199_254_740_993 + n),
            _ => format!("{n}"),
        }
    }

    fn args(&mut self) -> String {
        let key = KEYS[self.random.usize(..KEYS.len())];
        let spelt = match self.random.u8(..6) {
            0 => "BERTH NO".to_owned(),
            1 => "other".to_owned(),
            _ => key.to_owned(),
        };
        let value =
            ["4", "\"4\"", "9007199254740993", "null", "\"\\ud83d\\udea2\"", "1e0"][self.random.usize(..6)];
        let more = if self.random.u8(..8) == 0 { format!(" , \"{key}\":1") } else { String::new() };
        format!("{{ \"{spelt}\" :{value}{more}}}")
    }

    /// Sends bytes in pieces.
    fn send(&mut self, side: Side, line: &str) {
        let (mut rest, cuts) = (line.as_bytes(), self.random.u8(..3));
        for _ in 0..cuts {
            let (piece, after) = rest.split_at(self.random.usize(..=rest.len()));
            self.session.bytes(side, piece);
            rest = after;
        }
        self.session.bytes(side, rest);
    }

    fn client(&mut self, line: &str) {
        let line = format!("{line}{}", if self.random.u8(..6) == 0 { "\r\n" } else { "\n" });
        self.said.push_back(line.clone());
        self.send(Side::Client, &line);
    }

    fn server(&mut self, line: &str, is_ours: bool) {
        let line = format!("{line}\n");
        if !is_ours {
            self.answered.push_str(&line);
        }
        self.send(Side::Server, &line);
    }

    /// One thing that somebody does.
    fn step(&mut self) {
        match self.random.u8(..16) {
            0..=5 => {
                let (id, args) = (self.id(), self.args());
                let method = if self.random.bool() { "tools/call" } else { "t\\u006fols\\/call" };
                self.calls += 1;
                let line = format!(
                    r#"{{"jsonrpc":"2.0","id":{id},"method":"{method}","params":{{{}"name":"dock","arguments":{args}}}}}"#,
                    self.meta()
                );
                self.client(&line);
            }
            6 => {
                let id = self.id();
                let params = self.meta().trim_end_matches(',');
                self.client(&format!(r#"{{"id":{id},"method":"tools/list","params":{{{params}}}}}"#));
            }
            7 => {
                let lines = [
                    "noise",
                    "",
                    r#"{"method":"notifications/progress","params":{"progressToken":1}}"#,
                    r#"{"id":1,"result":{"action":"accept"}}"#,
                    r#"[{"id":1,"method":"ping"},{"id":2,"method":"tools/call","params":{"name":"dock","arguments":{"BERTH NO":1}}}]"#,
                    r#"{"id":1,"method":"tools/call","params":{"name":"dock","arguments":{"BERTH NO":1}},"id":2}"#,
                ];
                let line = lines[self.random.usize(..lines.len())];
                self.client(line);
            }
            8 => {
                let id = self.next;
                self.client(&format!(
                    r#"{{"method":"notifications/cancelled","params":{{"requestId":{id}}}}}"#
                ));
            }
            9 => {
                let lines = [
                    "desk: hello",
                    r#"{"id":1,"method":"elicitation/create","params":{}}"#,
                    r#"{"method":"notifications/progress","params":{"progressToken":1,"progress":0.50}}"#,
                    r#"{"id":"never asked","result":{}}"#,
                ];
                let line = lines[self.random.usize(..lines.len())];
                self.server(line, false);
            }
            10 if self.is_open => {
                self.change += 1;
                self.server(r#"{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}"#, false);
            }
            11 | 12 => {
                let time = [1, 40, 700, 1_200, 5_000, 700_000][self.random.usize(..6)];
                self.wait(ms(time));
            }
            _ => self.answer(),
        }
        self.check();
    }

    /// Time passes. What is let go meanwhile is looked at when that happens.
    fn wait(&mut self, time: Duration) {
        let end = self.session.now + time;
        while let Some(until) = self.session.hold.filter(|until| *until <= end) {
            self.session.wait(until.saturating_sub(self.session.now));
            self.check();
        }
        self.session.wait(end - self.session.now);
    }

    /// The server answers one of the requests that wait.
    fn answer(&mut self) {
        if self.waiting.is_empty() {
            return;
        }
        let (id, is_list) = self.waiting.remove(self.random.usize(..self.waiting.len()));
        let is_ours = id.starts_with("\"fabric-rules:");
        if self.random.u8(..8) == 0 {
            self.server(&format!(r#"{{"error":{{"code":-32603,"message":"no"}},"id":{id}}}"#), is_ours);
            return;
        }
        if !is_list {
            self.server(&format!(r#"{{"result":{{"content":[]}},"id":{id}}}"#), is_ours);
            return;
        }
        let key = KEYS[self.change % KEYS.len()];
        let (ttl, fresh) = match self.random.u8(..3) {
            0 => (r#","ttlMs":0"#, ms(1_000)),
            1 => (r#","ttlMs":60000"#, ms(60_000)),
            _ => ("", ms(if self.is_modern { 1_000 } else { 600_000 })),
        };
        if let Some((_, asked)) = self.lists.iter_mut().find(|(known, _)| *known == id) {
            asked.answered = Some(fresh);
        }
        let tool = format!(
            r#"{{"name":"dock","inputSchema":{{"type":"object","additionalProperties":false,"properties":{{"{key}":{{"type":"integer"}}}}}}}}"#
        );
        self.server(&format!(r#"{{"result":{{"tools":[{tool}]{ttl}}},"id":{id}}}"#), is_ours);
    }

    /// Takes what went out, and holds it against what is allowed.
    fn check(&mut self) {
        assert_eq!(self.session.received(), std::mem::take(&mut self.answered), "to the client");
        let sent = self.session.sent();
        for line in sent.split_inclusive('\n') {
            let value: Value = serde_json::from_str(line).unwrap_or_default();
            if value["id"].as_str().is_some_and(|id| id.starts_with("fabric-rules:")) {
                assert!(self.is_open, "asked before the client has opened");
                assert_eq!(value["params"]["_meta"].is_object(), self.is_modern, "{line}");
                self.asked(&value["id"].to_string());
                continue;
            }
            let said = self.said.pop_front().expect("nothing that was not said");
            let is_call = said.contains("call\",\"params\"") && said.starts_with("{\"jsonrpc\"");
            if line != said {
                assert!(is_call, "changed: {said}");
                self.changed(line, &said);
            }
            let id = || line.split_once("\"id\":").unwrap().1.split([',', '}']).next().unwrap().to_owned();
            if is_call {
                self.waiting.push((id(), false));
            } else if line.contains("\"tools/list\"") {
                self.asked(&id());
            }
        }
        match self.session.hold {
            Some(until) => assert!(until <= self.session.now + ms(1_000)),
            None => assert!(self.said.is_empty(), "held back: {:?}", self.said),
        }
    }

    fn asked(&mut self, id: &str) {
        let asked = Asked { at: self.session.now, change: self.change, answered: None };
        self.lists.push((id.to_owned(), asked));
        self.waiting.push((id.to_owned(), true));
    }

    /// A call was changed: so that the tool takes it as it is now, by a list that is fresh.
    fn changed(&self, line: &str, said: &str) {
        let parts = |line: &str| {
            let (head, rest) = line.split_once("\"arguments\":").unwrap();
            let (args, tail) = rest.split_at(rest.find('}').unwrap() + 1);
            (head.to_owned(), args.to_owned(), tail.to_owned())
        };
        let (sent, given) = (parts(line), parts(said));
        assert_eq!((&sent.0, &sent.2), (&given.0, &given.2));
        let args: Value = serde_json::from_str(&sent.1).unwrap();
        let key = KEYS[self.change % KEYS.len()];
        assert!(args.as_object().unwrap().keys().all(|given| given == key), "{line} but the key is {key}");
        let now = self.session.now;
        let is_fresh = |asked: &Asked| {
            asked.change == self.change && asked.answered.is_some_and(|fresh| now - asked.at < fresh)
        };
        assert!(self.lists.iter().any(|(_, asked)| is_fresh(asked)), "changed by a stale list");
    }

    fn open(&mut self) {
        if self.is_modern {
            return;
        }
        self.client(r#"{"id":"i","method":"initialize"}"#);
        self.client(r#"{"method":"notifications/initialized"}"#);
        self.is_open = true;
        self.check();
    }
}

/// Plays a world of so many steps.
fn play(seed: u64, steps: usize) -> (usize, usize) {
    let mut world = World::new(seed);
    for step in 0..steps {
        if step == steps.min(3) {
            world.open();
        }
        world.step();
    }
    world.wait(ms(2_000));
    world.session.end();
    world.check();
    let calls = world.session.calls();
    // Ids that were used twice at once are nobody's; these are not.
    assert_eq!(calls.len(), world.calls, "each call is told once");
    let changed = calls.iter().filter(|call| matches!(call.verdict, Verdict::Normalized { .. })).count();
    (calls.len(), changed)
}

#[test]
fn nothing_is_lost_early_or_stale_in_any_world() {
    let seeds = std::env::var("FABRIC_SEEDS").ok().and_then(|seeds| seeds.parse().ok()).unwrap_or(1_500);
    let (mut calls, mut changed) = (0, 0);
    for seed in 0..seeds {
        match std::panic::catch_unwind(|| play(seed, 60)) {
            Ok(told) => (calls, changed) = (calls + told.0, changed + told.1),
            Err(_) => {
                let least = (0..=60).find(|steps| std::panic::catch_unwind(|| play(seed, *steps)).is_err());
                panic!("seed {seed} fails with {least:?} steps; what the last failure says is above");
            }
        }
    }
    // The worlds must not be so poor that nothing could fail.
    assert!(calls > seeds as usize * 8 && changed * 20 > calls, "{changed} of {calls} calls were changed");
}
