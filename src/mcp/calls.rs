//! Operations under way: calls whose answer is to come, or was not the last word.
//!
//! A call that is answered by a question goes on with the client's next call of that tool and state; one that
//! is answered by a task with what is told of that task. Both are one operation.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;
use std::time::Duration;

use super::event::Call;
use super::outcome::{Answer, Outcome};

/// How many tasks, and how many questions, are remembered.
const MOST: usize = 1_024;
/// How many bytes of arguments are kept of calls that are not answered.
const MOST_BYTES: usize = 64 << 20;
/// How long a task's id, or a state, may be.
const MOST_KEY: usize = 16 << 10;

/// Operations that wait for something else than the answer to their request.
#[derive(Debug, Default)]
pub(super) struct Waiting {
    tasks: Bounded<String>,
    /// By the tool and the state that the server gave, as it was written.
    questions: Bounded<(String, String)>,
}

#[derive(Debug)]
struct Bounded<K> {
    calls: HashMap<K, Call>,
    order: VecDeque<K>,
}

impl<K> Default for Bounded<K> {
    fn default() -> Self {
        Self { calls: HashMap::new(), order: VecDeque::new() }
    }
}

impl<K: std::hash::Hash + Eq + Clone> Bounded<K> {
    /// Puts in a call; what has no room any more comes out.
    fn put(&mut self, key: K, call: Call) -> Vec<Call> {
        let mut out: Vec<Call> = self.calls.insert(key.clone(), call).into_iter().collect();
        if out.is_empty() {
            self.order.push_back(key);
        }
        while self.calls.len() > MOST {
            let Some(oldest) = self.order.pop_front() else { break };
            out.extend(self.calls.remove(&oldest));
        }
        out
    }

    fn take(&mut self, key: &K) -> Option<Call> {
        let call = self.calls.remove(key)?;
        self.order.retain(|known| known != key);
        Some(call)
    }
}

impl Waiting {
    /// A call waits for the task of this id. Those that are given up for it come out.
    pub(super) fn task(&mut self, id: String, call: Call) -> Vec<Call> {
        if id.len() > MOST_KEY { vec![call] } else { self.tasks.put(id, call) }
    }

    /// A call waits for the client's answer to a question.
    pub(super) fn question(&mut self, state: &str, call: Call) -> Vec<Call> {
        if state.len() > MOST_KEY {
            return vec![call];
        }
        self.questions.put((call.tool.clone(), state.to_owned()), call)
    }

    /// The call that waits for a task.
    pub(super) fn of_task(&mut self, id: &str) -> Option<Call> {
        self.tasks.take(&id.to_owned())
    }

    /// Whether a call waits for this task.
    pub(super) fn has_task(&self, id: &str) -> bool {
        self.tasks.calls.contains_key(id)
    }

    /// The call that a call of this tool and state goes on with.
    pub(super) fn of_question(&mut self, tool: &str, state: &str) -> Option<Call> {
        self.questions.take(&(tool.to_owned(), state.to_owned()))
    }

    /// All that wait, and none does any more.
    pub(super) fn drain(&mut self) -> Vec<Call> {
        let Self { tasks, questions } = std::mem::take(self);
        tasks.calls.into_values().chain(questions.calls.into_values()).collect()
    }
}

/// How many bytes of arguments calls under way keep.
#[derive(Debug, Default)]
pub(super) struct Kept(usize);

impl Kept {
    /// The text, where there is room for it.
    pub(super) fn keep(&mut self, text: &str) -> Option<Arc<str>> {
        if self.0 + text.len() > MOST_BYTES {
            return None;
        }
        self.0 += text.len();
        Some(text.into())
    }

    /// How many bytes a call keeps.
    pub(super) fn weight(call: &Call) -> usize {
        let is_shared = match (&call.given, &call.sent) {
            (Some(given), Some(sent)) => Arc::ptr_eq(given, sent),
            _ => false,
        };
        let bytes = |text: &Option<Arc<str>>| text.as_deref().map_or(0, str::len);
        bytes(&call.given) + if is_shared { 0 } else { bytes(&call.sent) }
    }

    /// A call is over: what it kept is not counted any more.
    pub(super) fn free(&mut self, weight: usize) {
        self.0 = self.0.saturating_sub(weight);
    }
}

impl Call {
    /// The call, ended.
    pub(super) fn ended(mut self, now: Duration, (outcome, answer): (Outcome, Answer)) -> Self {
        (self.outcome, self.answer, self.time.1) = (outcome, answer, now);
        self
    }
}
