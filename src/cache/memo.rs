//! The memory itself, without threads: what a lookup comes to, and what the end of a run does.

use std::collections::{HashMap, HashSet, VecDeque};

use serde_json::Value;

use super::fidelity::Trials;
use super::storable::is_storable;
use super::{Key, Options, Stats};

/// Answers by key.
#[derive(Debug, Default)]
pub struct Memo {
    options: Options,
    entries: HashMap<Key, Entry>,
    /// The keys of the entries, the oldest first.
    order: VecDeque<Key>,
    /// What they take together.
    bytes: usize,
    /// The keys whose derivation runs.
    flights: HashSet<Key>,
    stats: Stats,
}

#[derive(Debug)]
struct Entry {
    answer: Value,
    /// What it takes, with its key.
    bytes: usize,
    trials: Trials,
}

/// What a lookup comes to.
#[derive(Debug)]
pub enum Look {
    /// The answer is known: a copy of it.
    Served(Value),
    /// It is to be worked out, and the memory to be told how that [ended](Memo::finish).
    Run(Run),
    /// It is being worked out: [look again](Memo::look_again) when that has ended.
    Wait,
}

/// That a derivation runs.
#[derive(Debug)]
#[must_use = "a memory has to know how a run ended"]
pub struct Run {
    key: Option<Key>,
    why: Why,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Why {
    /// Nobody is to know.
    Bypass,
    /// There is nothing stored. Whether others wait for it.
    Miss { is_shared: bool },
    /// A hit, to be compared.
    Trial,
    /// A hit of a key that does not reproduce.
    Escalated,
}

impl Memo {
    /// A memory that knows nothing yet.
    pub fn new(options: Options) -> Self {
        Self { options, ..Self::default() }
    }

    /// Looks up a key. Without one, or where the caller explores, the memory is neither read nor written.
    pub fn look(&mut self, key: Option<&Key>, explores: bool) -> Look {
        self.stats.calls += 1;
        let Some(key) = key.filter(|_| !explores) else {
            self.stats.bypass += 1;
            return Look::Run(Run { key: None, why: Why::Bypass });
        };
        if let Some(known) = self.known(key) {
            return known;
        }
        let is_shared = self.options.single_flight;
        if is_shared && !self.flights.insert(key.clone()) {
            self.stats.coalesced += 1;
            return Look::Wait;
        }
        self.miss(key, is_shared)
    }

    /// Looks again for one who has waited. Where there still is no answer, it is to be worked out at once.
    pub fn look_again(&mut self, key: &Key) -> Look {
        self.known(key).unwrap_or_else(|| self.miss(key, false))
    }

    /// Whether the derivation of a key runs that others wait for.
    pub fn is_awaited(&self, key: &Key) -> bool {
        self.flights.contains(key)
    }

    /// Notes that an answer was found elsewhere, so that nothing has to run: what its lookup comes to then.
    pub fn found(&mut self, run: Run, answer: Value) -> Look {
        let Run { key: Some(key), why: Why::Miss { is_shared } } = run else { return Look::Run(run) };
        self.keep(&key, answer);
        if is_shared {
            self.flights.remove(&key);
        }
        self.stats.misses -= 1;
        self.look_again(&key)
    }

    /// Notes how a run ended: with an answer, or with none where the derivation failed.
    pub fn finish(&mut self, run: Run, answer: Option<&Value>) {
        let Run { key: Some(key), why } = run else { return };
        match (why, answer) {
            (Why::Trial, Some(answer)) if !answer.is_null() => {
                if let Some(entry) = self.entries.get_mut(&key) {
                    entry.trials.note(entry.answer == *answer);
                }
            }
            (Why::Miss { is_shared }, answer) => {
                if is_shared {
                    self.flights.remove(&key);
                }
                if let Some(answer) = answer.filter(|answer| self.options.max > 0 && is_storable(answer)) {
                    self.stats.stores += 1;
                    self.keep(&key, answer.clone());
                }
            }
            _ => {}
        }
    }

    /// Forgets every answer. What happened is still counted.
    pub fn clear(&mut self) {
        self.entries.clear();
        self.order.clear();
        self.bytes = 0;
    }

    /// What happened so far.
    pub fn stats(&self) -> Stats {
        self.stats
    }

    /// How many answers are known.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether none is.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// What a lookup comes to where there is an answer.
    fn known(&mut self, key: &Key) -> Option<Look> {
        let entry = self.entries.get_mut(key)?;
        let why = match self.options.fidelity {
            Some(fidelity) if entry.trials.begun < fidelity.warmup => {
                entry.trials.begun += 1;
                self.stats.verified += 1;
                Why::Trial
            }
            Some(fidelity) if entry.trials.fail(fidelity) => {
                self.stats.escalated += 1;
                Why::Escalated
            }
            _ => {
                self.stats.hits += 1;
                return Some(Look::Served(entry.answer.clone()));
            }
        };
        Some(Look::Run(Run { key: Some(key.clone()), why }))
    }

    fn miss(&mut self, key: &Key, is_shared: bool) -> Look {
        self.stats.misses += 1;
        Look::Run(Run { key: Some(key.clone()), why: Why::Miss { is_shared } })
    }

    /// Keeps an answer, if there is room for it when the others are gone.
    fn keep(&mut self, key: &Key, answer: Value) {
        let bytes = size(&answer).saturating_add(ENTRY);
        if bytes > self.options.max_bytes {
            return;
        }
        let entry = Entry { answer, bytes, trials: Trials::default() };
        match self.entries.insert(key.clone(), entry) {
            Some(before) => self.bytes -= before.bytes,
            None => self.order.push_back(key.clone()),
        }
        self.bytes += bytes;
        while self.entries.len() > self.options.max || self.bytes > self.options.max_bytes {
            let Some(oldest) = self.order.pop_front() else { break };
            self.bytes -= self.entries.remove(&oldest).map_or(0, |entry| entry.bytes);
        }
    }
}

/// About how many bytes a key takes, twice, and an entry without its answer.
const ENTRY: usize = 512;
/// The same for a value without what is inside.
const VALUE: usize = 72;

/// About how many bytes an answer takes.
fn size(answer: &Value) -> usize {
    VALUE
        + match answer {
            Value::String(text) => text.len(),
            Value::Array(items) => items.iter().map(size).sum(),
            Value::Object(members) => {
                members.iter().map(|(name, value)| VALUE + name.len() + size(value)).sum()
            }
            _ => 0,
        }
}

impl Run {
    /// The key under which the answer may be stored, if it is one that is not known yet.
    pub fn wants(&self) -> Option<&Key> {
        self.key.as_ref().filter(|_| matches!(self.why, Why::Miss { .. }))
    }
}
