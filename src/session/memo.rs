//! A memory of results by text, bounded by what they cost.

use std::collections::{HashMap, VecDeque};
use std::sync::{Mutex, PoisonError};

/// How many bytes all results and their keys may take together, as they are estimated.
pub(super) const MOST: usize = 128 << 20;

/// Results by text; the oldest goes first.
#[derive(Debug)]
pub(super) struct Memo<V>(Mutex<Kept<V>>);

#[derive(Debug)]
struct Kept<V> {
    results: HashMap<Box<str>, V>,
    /// The keys with what each costs, the oldest first.
    order: VecDeque<(Box<str>, usize)>,
    cost: usize,
}

/// What a result costs to keep, in bytes.
pub(super) trait Cost {
    /// An estimate.
    fn cost(&self) -> usize;
}

impl<V> Default for Memo<V> {
    fn default() -> Self {
        Self(Mutex::new(Kept { results: HashMap::new(), order: VecDeque::new(), cost: 0 }))
    }
}

impl<V: Clone + Cost> Memo<V> {
    /// The result for `key`, worked out by `make` where it is not kept.
    ///
    /// Two threads that ask at once may both work it out; the results are the same.
    pub(super) fn get(&self, key: &str, make: impl FnOnce() -> V) -> V {
        if let Some(found) = self.kept().results.get(key) {
            return found.clone();
        }
        let made = make();
        let gone = self.kept().keep(key, made.clone());
        // A compiled schema takes its time to go: nobody needs to wait for that.
        drop(gone);
        made
    }

    fn kept(&self) -> std::sync::MutexGuard<'_, Kept<V>> {
        // Nothing in here is half done where a thread could stop.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<V: Cost> Kept<V> {
    /// Keeps `value`, and gives back what had to go for it.
    fn keep(&mut self, key: &str, value: V) -> Vec<V> {
        // The key is kept twice.
        let cost = value.cost().saturating_add(2 * key.len());
        if cost > MOST || self.results.contains_key(key) {
            return vec![value];
        }
        self.results.insert(key.into(), value);
        self.order.push_back((key.into(), cost));
        self.cost += cost;
        let mut gone = Vec::new();
        while self.cost > MOST {
            let Some((oldest, cost)) = self.order.pop_front() else { break };
            self.cost -= cost;
            gone.extend(self.results.remove(&oldest));
        }
        gone
    }
}
