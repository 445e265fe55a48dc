//! The requests of the client that wait for an answer.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use super::id::Id;

/// How many are known at once; those beyond pass without anybody waiting for their answers.
const MOST: usize = 1 << 16;

/// Requests by their ids.
#[derive(Debug)]
pub(super) struct Open<T>(HashMap<Id, Slot<T>>);

#[derive(Debug)]
enum Slot<T> {
    One(T),
    /// So many requests of one id: nobody can say which of them an answer is for.
    Several(usize),
}

impl<T> Default for Open<T> {
    fn default() -> Self {
        Self(HashMap::new())
    }
}

impl<T> Open<T> {
    /// A request goes out. `false` where it cannot be told from others.
    pub(super) fn open(&mut self, id: Id, request: T) -> bool {
        let is_full = self.0.len() >= MOST;
        match self.0.entry(id) {
            Entry::Vacant(slot) if !is_full => {
                slot.insert(Slot::One(request));
                true
            }
            Entry::Vacant(_) => false,
            Entry::Occupied(mut slot) => {
                let several = match slot.get() {
                    Slot::One(_) => 2,
                    Slot::Several(several) => several + 1,
                };
                slot.insert(Slot::Several(several));
                false
            }
        }
    }

    /// The request that an answer of this id is for.
    pub(super) fn answered(&mut self, id: Id) -> Option<T> {
        if self.0.contains_key(&id) { self.close(id) } else { self.close(id.other()?) }
    }

    /// The request of this id, which nobody waits for any more.
    pub(super) fn close(&mut self, id: Id) -> Option<T> {
        match self.0.entry(id) {
            Entry::Vacant(_) => None,
            Entry::Occupied(mut slot) => match slot.get_mut() {
                Slot::Several(several) if *several > 1 => {
                    *several -= 1;
                    None
                }
                Slot::Several(_) => {
                    slot.remove();
                    None
                }
                Slot::One(_) => match slot.remove() {
                    Slot::One(request) => Some(request),
                    Slot::Several(_) => None,
                },
            },
        }
    }

    /// Whether one of the requests that can be told apart is such a one.
    pub(super) fn any(&self, is: impl Fn(&T) -> bool) -> bool {
        self.0.values().any(|slot| matches!(slot, Slot::One(request) if is(request)))
    }

    /// All requests that can be told apart, and none is left.
    pub(super) fn drain(&mut self) -> Vec<T> {
        let all = self.0.drain().filter_map(|(_, slot)| match slot {
            Slot::One(request) => Some(request),
            Slot::Several(_) => None,
        });
        all.collect()
    }
}
