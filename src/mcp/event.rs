//! What a proxy has to tell, as data: one [`Call`] for each operation, once it has ended.

use std::sync::Arc;
use std::time::Duration;

use super::era::Era;
use super::lists::Age;
use super::outcome::{Answer, Outcome};
use super::verdict::Verdict;

/// Something to tell.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub enum Event {
    /// A call has ended, with all its rounds.
    Call(Box<Call>),
    /// The first call is sent on: the session is no mere probe.
    FirstCall,
    /// The first complete list has passed: the names of the tools, and their schemas.
    FirstList(Vec<(Arc<str>, Option<Arc<str>>)>),
    /// A list was asked for.
    Asked,
}

/// A call of a tool, from its request to the answer that decides it.
#[derive(Debug, Clone)]
pub struct Call {
    /// Its number in the session, from 0, in the order in which calls were sent.
    pub sequence: u64,
    /// The tool's name; empty where none could be read.
    pub tool: String,
    /// The arguments as given, as JSON text. `None` where there were none, or too much of them was open.
    pub given: Option<Arc<str>>,
    /// The arguments as sent on.
    pub sent: Option<Arc<str>>,
    /// Our word on them.
    pub verdict: Verdict,
    /// The list that it is by.
    pub list: Option<Age>,
    /// The server's word.
    pub outcome: Outcome,
    /// The answer that the outcome is read from.
    pub answer: Answer,
    /// How often the call was sent: more than once where the server asked for something first.
    pub rounds: u32,
    /// Whether it ran as a task.
    pub is_task: bool,
    /// The era of its request, where that can be told.
    pub era: Option<Era>,
    /// `_meta.traceparent` of its request.
    pub trace_parent: Option<String>,
    /// When it was sent on first, and when it ended, since the session began.
    pub time: (Duration, Duration),
}
