//! A core with a clock of the test's own.

use std::sync::LazyLock;
use std::time::Duration;

use fabric_rules::internal::mcp::{Call, Core, Event, Input, Options, Side};
use fabric_rules::{Program, built_in};

pub const NONCE: &str = "n0nce";

/// Options that change calls under `profile`.
pub fn options(profile: &str) -> Options {
    static PROGRAM: LazyLock<Program> = LazyLock::new(|| built_in().unwrap());
    Options {
        profile: PROGRAM.profile(profile).unwrap(),
        server: None,
        is_observing: false,
        is_asking: true,
        is_noting: false,
        nonce: NONCE.to_owned(),
    }
}

/// A proxy, what went out of it, and the time.
pub struct Session {
    pub core: Core,
    pub now: Duration,
    pub to_client: Vec<u8>,
    pub to_server: Vec<u8>,
    pub events: Vec<Event>,
    pub hold: Option<Duration>,
}

impl Session {
    pub fn new(options: Options) -> Self {
        Self {
            core: Core::new(options),
            now: Duration::ZERO,
            to_client: Vec::new(),
            to_server: Vec::new(),
            events: Vec::new(),
            hold: None,
        }
    }

    pub fn feed(&mut self, input: Input<'_>) {
        let out = self.core.feed(self.now, input);
        self.to_client.extend(out.to_client);
        self.to_server.extend(out.to_server);
        self.events.extend(out.events);
        self.hold = out.hold;
    }

    pub fn bytes(&mut self, side: Side, bytes: impl AsRef<[u8]>) {
        self.feed(Input::Bytes(side, bytes.as_ref()));
    }

    pub fn line(&mut self, side: Side, line: impl AsRef<str>) {
        self.bytes(side, format!("{}\n", line.as_ref()));
    }

    pub fn client(&mut self, line: impl AsRef<str>) {
        self.line(Side::Client, line);
    }

    pub fn server(&mut self, line: impl AsRef<str>) {
        self.line(Side::Server, line);
    }

    /// Lets time pass. What is held is let go when its time has come.
    pub fn wait(&mut self, time: Duration) {
        let end = self.now + time;
        while let Some(until) = self.hold.filter(|until| *until <= end) {
            self.now = self.now.max(until);
            self.feed(Input::Tick);
        }
        self.now = end;
    }

    pub fn end(&mut self) {
        self.feed(Input::End(Side::Client));
        self.feed(Input::End(Side::Server));
    }

    /// What went to the server since the last time.
    pub fn sent(&mut self) -> String {
        String::from_utf8(std::mem::take(&mut self.to_server)).unwrap()
    }

    /// What went to the client since the last time.
    pub fn received(&mut self) -> String {
        String::from_utf8(std::mem::take(&mut self.to_client)).unwrap()
    }

    /// The calls that have ended, in the order in which they were sent.
    pub fn calls(&self) -> Vec<&Call> {
        let mut calls: Vec<&Call> = self
            .events
            .iter()
            .filter_map(|event| match event {
                Event::Call(call) => Some(&**call),
                _ => None,
            })
            .collect();
        calls.sort_by_key(|call| call.sequence);
        calls
    }
}

/// A part of a second.
pub fn ms(ms: u64) -> Duration {
    Duration::from_millis(ms)
}
