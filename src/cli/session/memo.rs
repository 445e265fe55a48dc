//! A bounded memory of results by text.

use std::collections::{HashMap, VecDeque};
use std::sync::{Mutex, PoisonError};

/// How many results are kept.
const MOST: usize = 1000;
/// How many bytes their keys may take together.
const MOST_BYTES: usize = 4 << 20;

/// Results by text; the oldest goes first.
pub(super) struct Memo<V>(Mutex<Kept<V>>);

struct Kept<V> {
    results: HashMap<Box<str>, V>,
    order: VecDeque<Box<str>>,
    bytes: usize,
}

impl<V> Default for Memo<V> {
    fn default() -> Self {
        Self(Mutex::new(Kept { results: HashMap::new(), order: VecDeque::new(), bytes: 0 }))
    }
}

impl<V: Clone> Memo<V> {
    /// The result for `key`, worked out by `make` where it is not kept.
    ///
    /// Two threads that ask at once may both work it out; the results are the same.
    pub(super) fn get(&self, key: &str, make: impl FnOnce() -> V) -> V {
        if let Some(found) = self.kept().results.get(key) {
            return found.clone();
        }
        let made = make();
        self.kept().keep(key, made.clone());
        made
    }

    fn kept(&self) -> std::sync::MutexGuard<'_, Kept<V>> {
        // Nothing in here is half done where a thread could stop.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<V> Kept<V> {
    fn keep(&mut self, key: &str, value: V) {
        if key.len() > MOST_BYTES || self.results.insert(key.into(), value).is_some() {
            return;
        }
        self.order.push_back(key.into());
        self.bytes += key.len();
        while self.order.len() > MOST || self.bytes > MOST_BYTES {
            let Some(oldest) = self.order.pop_front() else { return };
            self.bytes -= oldest.len();
            self.results.remove(&oldest);
        }
    }
}
