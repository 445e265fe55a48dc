//! What is known of a session, whatever side tells it.

use std::time::Duration;

use super::asking::Asking;
use super::calls::{Kept, Waiting};
use super::core::Options;
use super::era::Opening;
use super::event::{Call, Event};
use super::lists::{Asked, Lists};
use super::open::Open;
use super::outcome::{Answer, Outcome};

/// How much of a line is held back once we have asked something: a list that comes twice is shorter.
const HELD_BACK: usize = 256 << 10;

/// A request of the client's.
#[derive(Debug)]
pub(super) enum Request {
    /// A call of a tool.
    Call(Box<Call>),
    /// A list of tools.
    List(Asked),
    /// What became of the task of this id: its result, or how it stands.
    Task(String, TaskMethod),
    /// Anything else.
    Other,
}

/// The two ways to ask for a task.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TaskMethod {
    /// `tasks/result`.
    Result,
    /// `tasks/get`.
    Get,
}

/// A call that waits for a list.
#[derive(Debug, Clone, Copy)]
pub(super) struct Hold {
    /// Until when, at most.
    pub(super) until: Duration,
    /// How often a list was asked for, from its first page on.
    pub(super) again: usize,
}

/// What a tool is called where rules are derived for it: `mcp.<server>.<tool>`, or as it calls itself.
pub fn reference(server: Option<&str>, tool: &str) -> String {
    match server {
        Some(server) => format!("mcp.{server}.{tool}"),
        None => tool.to_owned(),
    }
}

/// All that is known of a session.
#[derive(Debug)]
pub(super) struct Logic {
    pub(super) options: Options,
    pub(super) opening: Opening,
    pub(super) lists: Lists,
    pub(super) asking: Asking,
    pub(super) open: Open<Request>,
    pub(super) waiting: Waiting,
    pub(super) kept: Kept,
    pub(super) hold: Option<Hold>,
    pub(super) sequence: u64,
    pub(super) is_server_gone: bool,
    pub(super) has_told_list: bool,
    /// After how many lines it is to fail, for tests.
    pub(super) fails_after: Option<u64>,
}

impl Logic {
    pub(super) fn new(options: Options) -> Self {
        let asking = Asking::new(&options.nonce);
        Self {
            options,
            asking,
            opening: Opening::default(),
            lists: Lists::default(),
            open: Open::default(),
            waiting: Waiting::default(),
            kept: Kept::default(),
            hold: None,
            sequence: 0,
            is_server_gone: false,
            has_told_list: false,
            fails_after: None,
        }
    }

    /// What a tool is called where rules are derived for it.
    pub(super) fn reference(&self, tool: &str) -> String {
        reference(self.options.server.as_deref(), tool)
    }

    /// Until when a call is held.
    pub(super) fn held_until(&self) -> Option<Duration> {
        self.hold.map(|hold| hold.until)
    }

    /// Whether what came of a line of the server's, so many bytes, can go on before its end has come: it is
    /// then neither an answer to us nor one that is to be changed.
    pub(super) fn lets_ahead(&self, waiting: usize) -> bool {
        let is_call = |request: &Request| matches!(request, Request::Call(_));
        let may_be_ours = self.asking.is_awaited() || (self.asking.has_asked() && waiting <= HELD_BACK);
        let may_be_noted = self.options.is_noting && self.open.any(is_call);
        !may_be_ours && !may_be_noted
    }

    /// A line has come.
    #[expect(clippy::panic, reason = "a test asked for it: see `Core::fail_after`")]
    pub(super) fn count(&mut self) {
        match &mut self.fails_after {
            Some(0) => panic!("as was asked for"),
            Some(lines) => *lines -= 1,
            None => {}
        }
    }

    /// A call has ended.
    pub(super) fn ended(
        &mut self,
        now: Duration,
        call: Call,
        by: (Outcome, Answer),
        events: &mut Vec<Event>,
    ) {
        self.kept.free(Kept::weight(&call));
        events.push(Event::Call(Box::new(call.ended(now, by))));
    }

    /// Nothing more will come: what is under way has no answer.
    pub(super) fn end(&mut self, now: Duration, events: &mut Vec<Event>) {
        let open = self.open.drain().into_iter().filter_map(|request| match request {
            Request::Call(call) => Some(*call),
            _ => None,
        });
        let mut calls: Vec<Call> = open.chain(self.waiting.drain()).collect();
        calls.sort_by_key(|call| call.sequence);
        for call in calls {
            self.ended(now, call, (Outcome::Aborted, Answer::default()), events);
        }
    }
}
