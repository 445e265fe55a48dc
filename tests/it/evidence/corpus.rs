//! A generator of session corpora that look like real ones, with the truth about them.
//!
//! The same seed gives the same bytes on every machine. A session is mostly prose: messages of
//! users and assistants, thinking, tool results with code in them. Among it stand model changes,
//! traces with retries and audits, envelopes that a guard must refuse, lines that are no JSON, blank
//! lines, and sometimes a last line that is still being written.

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::{Value, json};

/// What sessions to make.
#[derive(Debug, Clone)]
pub struct Options {
    pub seed: u64,
    pub sessions: usize,
    /// Lines a session, roughly.
    pub lines: usize,
    /// The share of lines that carry a trace.
    pub traces: f64,
    /// Words in a block of prose, at most.
    pub words: usize,
    /// The share of lines that are broken in some way.
    pub broken: f64,
}

impl Options {
    /// A few lines of everything, for tests.
    pub fn small(seed: u64) -> Self {
        Self { seed, sessions: 3, lines: 40, traces: 0.3, words: 300, broken: 0.1 }
    }

    /// As sessions of coding agents are: one line in thirty is a trace, the rest is long prose.
    pub fn prose(seed: u64) -> Self {
        Self { seed, sessions: 1, lines: 400, traces: 0.03, words: 1200, broken: 0.002 }
    }

    /// As the log of a proxy is: every line is a trace.
    pub fn traces(seed: u64) -> Self {
        Self { seed, sessions: 1, lines: 2000, traces: 1.0, words: 20, broken: 0.0 }
    }
}

/// What is known about a session because it was made.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Truth {
    pub lines: u64,
    pub traces: u64,
    pub operations: u64,
    pub action_operations: u64,
    pub rejections: u64,
    pub audits: u64,
    pub malformed: u64,
    pub refused: u64,
    pub unfinished: u64,
    /// Operations by model.
    pub models: BTreeMap<String, u64>,
}

impl Truth {
    pub fn add(&mut self, other: &Self) {
        self.lines += other.lines;
        self.traces += other.traces;
        self.operations += other.operations;
        self.action_operations += other.action_operations;
        self.rejections += other.rejections;
        self.audits += other.audits;
        self.malformed += other.malformed;
        self.refused += other.refused;
        self.unfinished += other.unfinished;
        for (model, operations) in &other.models {
            *self.models.entry(model.clone()).or_default() += operations;
        }
    }
}

/// A session's bytes and the truth about them.
#[derive(Debug, Clone)]
pub struct Session {
    pub name: String,
    pub text: Vec<u8>,
    pub truth: Truth,
}

/// Makes sessions.
pub fn sessions(options: &Options) -> impl Iterator<Item = Session> {
    let options = options.clone();
    (0..options.sessions).map(move |index| {
        let mut maker = Maker {
            rng: fastrand::Rng::with_seed(options.seed.wrapping_mul(1_000_003).wrapping_add(index as u64)),
            options: options.clone(),
            text: Vec::new(),
            truth: Truth::default(),
            model: String::new(),
        };
        maker.session();
        Session { name: format!("session-{index:04}.jsonl"), text: maker.text, truth: maker.truth }
    })
}

/// Writes sessions into a folder.
pub fn write(options: &Options, folder: &Path) -> Truth {
    let mut truth = Truth::default();
    for session in sessions(options) {
        std::fs::write(folder.join(&session.name), &session.text).unwrap();
        truth.add(&session.truth);
    }
    truth
}

/// Writes one session of at least `bytes` bytes, made of copies of one that is made once.
pub fn write_large(options: &Options, bytes: u64, path: &Path) -> u64 {
    use std::io::Write as _;
    let mut session = sessions(options).next().unwrap().text;
    // A half-written last line would run into the next copy.
    session.truncate(session.iter().rposition(|byte| *byte == b'\n').unwrap() + 1);
    let mut file = std::io::BufWriter::new(std::fs::File::create(path).unwrap());
    let mut written = 0;
    while written < bytes {
        file.write_all(&session).unwrap();
        written += session.len() as u64;
    }
    file.flush().unwrap();
    written
}

const MODELS: [(&str, &str); 4] =
    [("acme", "sonata-4"), ("acme", "haiku-4"), ("beta", "grand-2"), ("local", "tiny-q4")];
const REFS: [&str; 7] = [
    "mcp.report.render",
    "mcp.parcel.track",
    "mcp.mail.send",
    "mcp.mail.search",
    "mcp.incidents.query",
    "fabric.discovery.search",
    "fabric.workflow.step",
];
const PHASES: [&str; 4] = ["collect", "ship", "review", ""];
const WORDS: [&str; 23] = [
    "the",
    "tool",
    "rejected",
    "arguments",
    "because",
    "a",
    "number",
    "was",
    "given",
    "as",
    "text",
    "so",
    "I",
    "will",
    "try",
    "again",
    "with",
    "`pageCount`",
    "{\\\"a\\\": 1}",
    "naïve",
    "名前",
    "->",
    "fn main()",
];

struct Maker {
    rng: fastrand::Rng,
    options: Options,
    text: Vec<u8>,
    truth: Truth,
    model: String,
}

impl Maker {
    fn session(&mut self) {
        let header = json!({"type": "session", "version": 3, "id": self.id(), "cwd": "/home/dev/project"});
        self.line(header.to_string());
        self.model_change();
        for _ in 0..self.options.lines {
            let dice = self.rng.f64();
            if dice < self.options.traces {
                self.trace();
            } else if dice < self.options.traces + self.options.broken {
                self.broken();
            } else {
                match self.rng.u32(..20) {
                    0 => self.model_change(),
                    1..=4 => self.message("user"),
                    5..=11 => self.message("assistant"),
                    _ => self.message("toolResult"),
                }
            }
        }
        if self.rng.f64() < self.options.broken * 3.0 {
            let line = self.envelope(1).to_string();
            self.text.extend_from_slice(&line.as_bytes()[..line.len() / 2]);
            self.truth.unfinished += 1;
        }
    }

    fn id(&mut self) -> String {
        format!("{:08x}", self.rng.u32(..))
    }

    fn line(&mut self, line: impl AsRef<[u8]>) {
        self.text.extend_from_slice(line.as_ref());
        // Some writers end lines as Windows does.
        if self.rng.u32(..50) == 0 {
            self.text.push(b'\r');
        }
        self.text.push(b'\n');
        self.truth.lines += 1;
    }

    fn model_change(&mut self) {
        let (provider, model) = *self.rng.choice(&MODELS).unwrap();
        self.model = format!("{provider}/{model}");
        let record = json!({"type": "model_change", "id": self.id(), "provider": provider, "modelId": model});
        self.line(record.to_string());
    }

    /// Prose. Written by hand, since building it as a value would take most of the time.
    fn message(&mut self, role: &str) {
        let mut line = format!(
            r#"{{"type":"message","id":"{}","timestamp":"2026-03-01T12:00:00.000Z","message":{{"role":"{role}","#,
            self.id()
        );
        if role == "assistant" {
            let (provider, model) = *self.rng.choice(&MODELS).unwrap();
            self.model = format!("{provider}/{model}");
            line.push_str(&format!(
                r#""provider":"{provider}","model":"{model}","usage":{{"input":{},"output":{}}},"#,
                self.rng.u32(..20000),
                self.rng.u32(..2000)
            ));
        }
        line.push_str(r#""content":["#);
        for block in 0..self.rng.u32(1..4) {
            if block > 0 {
                line.push(',');
            }
            let kind = if self.rng.u32(..3) == 0 { "thinking" } else { "text" };
            line.push_str(&format!(r#"{{"type":"{kind}","{kind}":""#));
            self.prose(&mut line);
            line.push_str(r#""}"#);
        }
        line.push_str("]}}");
        self.line(line);
    }

    fn prose(&mut self, line: &mut String) {
        // The output of a command on a terminal.
        let is_coloured = self.rng.u32(..20) == 0;
        for _ in 0..self.rng.usize(1..=self.options.words) {
            line.push_str(self.rng.choice(&WORDS).unwrap());
            if is_coloured && self.rng.u32(..8) == 0 {
                line.push_str("\\u001b[0m");
            }
            line.push_str(match self.rng.u32(..12) {
                0 => "\\n",
                1 => ", ",
                _ => " ",
            });
        }
    }

    /// One line that must not move a figure.
    fn broken(&mut self) {
        match self.rng.u32(..7) {
            0 => self.malformed(b"{\"type\":\"message\",\"message\":{\"role\":\"user\",\"content\":\"cut o"),
            1 => self.malformed(b"not JSON at all"),
            2 => self.malformed(b"{\"type\":\"message\",\"content\":\"\xff\xfe\"}"),
            3 => self.malformed(b"\0\0\0\0"),
            4 => {
                let line = self.envelope(1).to_string();
                let cut = &line.as_bytes()[..line.len() - 2];
                self.malformed(cut);
            }
            5 => {
                let line = self.envelope(2).to_string();
                self.line(line);
                self.truth.refused += 1;
            }
            _ => self.line("  "),
        }
    }

    fn malformed(&mut self, line: &[u8]) {
        self.line(line);
        self.truth.malformed += 1;
    }

    fn trace(&mut self) {
        let envelope = self.envelope(1);
        let operations = envelope["message"]["details"]["trace"]["operations"].as_array().unwrap().clone();
        *self.truth.models.entry(self.model.clone()).or_default() += operations.len() as u64;
        for operation in &operations {
            let action = operation["ref"].as_str().unwrap();
            let is_action = !action.starts_with("fabric.");
            let rejected = ["resolve", "prepare", "validate"]
                .contains(&operation["failureStage"].as_str().unwrap_or(""));
            self.truth.operations += 1;
            self.truth.action_operations += u64::from(is_action);
            self.truth.rejections += u64::from(is_action && rejected && operation["outcome"] == "failed");
        }
        self.truth.traces += 1;
        self.truth.audits +=
            envelope["message"]["details"]["audits"].as_array().map_or(0, |audits| audits.len() as u64);
        self.line(envelope.to_string());
    }

    fn envelope(&mut self, version: u32) -> Value {
        let mut operations = Vec::new();
        let mut audits = Vec::new();
        for _ in 0..self.rng.usize(0..6) {
            let action = *self.rng.choice(&REFS).unwrap();
            let args = self.args(action);
            // A rejected call is often tried again, with arguments that differ a little.
            let retries = if self.rng.u32(..4) == 0 { self.rng.usize(1..3) } else { 0 };
            for _ in 0..retries {
                let mut args = args.clone();
                args[["note", "page_count", "zone"][self.rng.usize(..3)]] = Value::Null;
                let stage = *self.rng.choice(&["resolve", "prepare", "validate", "invoke"]).unwrap();
                operations
                    .push(json!({"ref": action, "args": args, "outcome": "failed", "failureStage": stage,
                    "error": "expected a number"}));
            }
            let outcome = *self
                .rng
                .choice(&[
                    "succeeded",
                    "succeeded",
                    "succeeded",
                    "succeeded",
                    "failed",
                    "aborted",
                    "timed_out",
                ])
                .unwrap();
            let mut call = json!({"ref": action, "args": args, "outcome": outcome,
                "result": {"rows": self.rng.u32(..100), "text": "done"}});
            if self.rng.u32(..10) == 0 {
                let digest = "a".repeat(64);
                call["normalization"] = json!({"version": 1, "baseSchemaDigest": digest, "beforeShape": digest,
                    "afterShape": digest, "rules": [{"kind": "key-form", "key": "zone"}]});
            }
            operations.push(call);
            if self.rng.bool() {
                audits.push(json!({"ref": action, "args": args}));
            }
        }
        for (sequence, operation) in operations.iter_mut().enumerate() {
            operation["type"] = json!("call");
            operation["sequence"] = json!(sequence);
        }
        let phases: Vec<&str> =
            (0..self.rng.usize(0..3)).map(|_| *self.rng.choice(&PHASES).unwrap()).collect();
        let trace = json!({"kind": "pi-fabric.execution", "version": version, "outcome": "succeeded",
            "phases": phases, "operations": operations,
            "counts": {"droppedValues": 0, "truncatedValues": 0, "redactedValues": 0, "droppedOperations": 0}});
        let mut text = String::new();
        self.prose(&mut text);
        json!({"type": "message", "id": self.id(), "message": {"role": "toolResult", "toolName": "fabric_exec",
            "content": [{"type": "text", "text": text}], "details": {"trace": trace, "audits": audits}}})
    }

    fn args(&mut self, action: &str) -> Value {
        let mut args = json!({});
        match action {
            "mcp.report.render" => {
                args["outputFormat"] = json!(*self.rng.choice(&["pdf", "html", "PDF"]).unwrap());
                args[*self.rng.choice(&["pageCount", "page_count"]).unwrap()] = json!(self.rng.u32(1..9));
            }
            "mcp.mail.search" => {
                args[*self.rng.choice(&["query", "id"]).unwrap()] = json!("invoice");
            }
            "mcp.mail.send" => args["to"] = json!({"name": "A", "mail": "a@example.org"}),
            _ => {
                args["zone"] = json!(*self.rng.choice(&["n", "s"]).unwrap());
                if self.rng.bool() {
                    args["grams"] = json!(self.rng.u32(..500));
                }
            }
        }
        args
    }
}
