//! Our own requests for lists: when one may be sent, what it is called, and where a walk over pages stands.

use std::collections::{HashMap, HashSet};
use std::time::Duration;

use super::era::Beside;
use super::lists::{Asked, Page};
use crate::json::canonical;

/// How long a call waits for a list, at most.
pub(super) const PATIENCE: Duration = Duration::from_secs(1);
/// How long nothing is asked after the first failure, and after many.
const BACK_OFF: [Duration; 2] = [Duration::from_secs(1), Duration::from_secs(60)];
/// How many pages a walk has.
const MOST_PAGES: usize = 1_000;
/// How many bytes they have together.
const MOST_BYTES: usize = 64 << 20;
/// How many requests of ours may be without an answer.
const MOST_OPEN: usize = 64;
/// How long a walk that was left can be gone on with.
const MOST_PARKED: Duration = Duration::from_secs(60);
/// How often one call has a list asked for again that is out of date when it comes.
pub(super) const MOST_AGAIN: usize = 3;

/// What is known of our requests.
#[derive(Debug)]
pub(super) struct Asking {
    /// What all our ids begin with.
    prefix: String,
    count: u64,
    open: HashMap<u64, Asked>,
    back_off: Duration,
    not_before: Duration,
    walk: Option<Walk>,
}

/// A walk over the pages of a list.
#[derive(Debug)]
struct Walk {
    since: Duration,
    /// The request for its last page so far.
    asked: Asked,
    /// Our request that is to be answered next; `None` where the next page was not asked for.
    waits_for: Option<u64>,
    next: Option<String>,
    seen: HashSet<String>,
    pages: usize,
    bytes: usize,
}

/// What an answer to a request of ours means for its walk.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Step {
    /// There is another page.
    Next,
    /// That was the last page.
    Done,
    /// The walk leads nowhere.
    Failed,
    /// It is no part of the walk: it came too late.
    Late,
}

impl Asking {
    pub(super) fn new(nonce: &str) -> Self {
        Self {
            prefix: format!("fabric-rules:{nonce}:"),
            count: 0,
            open: HashMap::new(),
            back_off: BACK_OFF[0],
            not_before: Duration::ZERO,
            walk: None,
        }
    }

    /// The number of a request of ours, if the id, unescaped, is one; of something else of ours, `None` inside.
    pub(super) fn ours(&self, id: &str) -> Option<Option<u64>> {
        Some(id.strip_prefix(&self.prefix)?.parse().ok())
    }

    /// Whether a call may begin to wait for a list now.
    pub(super) fn is_allowed(&self, now: Duration) -> bool {
        now >= self.not_before
    }

    /// Whether anything was ever asked.
    pub(super) fn has_asked(&self) -> bool {
        self.count > 0
    }

    /// Whether an answer to us is awaited, or may still come.
    pub(super) fn is_awaited(&self) -> bool {
        !self.open.is_empty()
    }

    /// The request for the page that the walk waits for.
    pub(super) fn awaited(&self) -> Option<&Asked> {
        self.walk.as_ref().filter(|walk| walk.waits_for.is_some()).map(|walk| &walk.asked)
    }

    /// The cursor that a walk, of which no page is awaited, goes on with, and the request for its last page.
    pub(super) fn parked(&self, now: Duration) -> Option<(String, &Asked)> {
        let is_near = |walk: &&Walk| now.saturating_sub(walk.since) < MOST_PARKED;
        let walk = self.walk.as_ref().filter(|walk| walk.waits_for.is_none()).filter(is_near)?;
        Some((walk.next.clone()?, &walk.asked))
    }

    /// The line that asks, in the era that `beside` is in.
    pub(super) fn ask(&mut self, now: Duration, asked: Asked, beside: &Beside) -> String {
        self.count += 1;
        if self.open.len() >= MOST_OPEN {
            let oldest = self.open.keys().min().copied();
            oldest.and_then(|oldest| self.open.remove(&oldest));
        }
        if asked.cursor.is_none() || self.walk.is_none() {
            let (seen, asked) = (HashSet::new(), asked.clone());
            self.walk =
                Some(Walk { since: now, asked, waits_for: None, next: None, seen, pages: 0, bytes: 0 });
        }
        if let Some(walk) = &mut self.walk {
            (walk.waits_for, walk.asked) = (Some(self.count), asked.clone());
        }
        let cursor =
            asked.cursor.as_deref().map(|cursor| format!("\"cursor\":{}", canonical::string(cursor)));
        let meta = match beside {
            Beside::Legacy => None,
            Beside::Modern(meta) => Some(format!("\"_meta\":{meta}")),
        };
        let params: Vec<String> = meta.into_iter().chain(cursor).collect();
        let params = match params.is_empty() {
            true => String::new(),
            false => format!(",\"params\":{{{}}}", params.join(",")),
        };
        self.open.insert(self.count, asked);
        let (prefix, count) = (&self.prefix, self.count);
        format!("{{\"jsonrpc\":\"2.0\",\"id\":\"{prefix}{count}\",\"method\":\"tools/list\"{params}}}\n")
    }

    /// The request that an answer is for. It is answered once.
    pub(super) fn answered(&mut self, number: u64) -> Option<Asked> {
        self.open.remove(&number)
    }

    /// What the answer to the request of this number means: a page of so many bytes, or nothing of use.
    pub(super) fn step(&mut self, number: u64, page: Option<&Page>, bytes: usize) -> Step {
        let Some(walk) = self.walk.as_mut().filter(|walk| walk.waits_for == Some(number)) else {
            return Step::Late;
        };
        walk.pages += 1;
        walk.bytes += bytes;
        walk.waits_for = None;
        let Some(page) = page else {
            self.walk = None;
            return Step::Failed;
        };
        let Some(next) = &page.next else {
            self.walk = None;
            return if page.is_whole { Step::Done } else { Step::Failed };
        };
        let is_over = walk.pages >= MOST_PAGES || walk.bytes >= MOST_BYTES || !page.is_whole;
        if is_over || !walk.seen.insert(next.clone()) {
            self.walk = None;
            return Step::Failed;
        }
        walk.next = Some(next.clone());
        Step::Next
    }

    /// Asking led nowhere: for a while nothing is asked, each time for longer.
    pub(super) fn failed(&mut self, now: Duration) {
        self.not_before = now + self.back_off;
        self.back_off = (self.back_off * 2).min(BACK_OFF[1]);
    }

    /// A list has passed: asking may help again.
    pub(super) fn succeeded(&mut self) {
        (self.back_off, self.not_before) = (BACK_OFF[0], Duration::ZERO);
    }
}
