//! The value-observation pool: what arguments were seen to hold, over many sessions. Advisory.
//!
//! 1. [`window`]: the observations of one session become counts and a digest of their content;
//! 2. [`merge`]: a window is merged into the pool, once per content;
//! 3. [`wire`]: the pool as a file, read strictly.
//!
//! Everything is bounded: values an entry, sessions that can still change, digests of sessions that
//! cannot. Keeping the file, its lock and its writing is [`store`](crate::store)'s.

mod merge;
mod window;
mod wire;

use serde::Serialize;

pub use merge::{Merged, merge};
pub use window::Window;
pub use wire::PoolError;

use crate::evidence::{Observation, Value};

/// How many values an entry keeps.
pub const VALUES: usize = 16;
/// How many sessions are tracked, so that a change to one replaces what it gave before.
pub const TRACKED: usize = 16;
/// How many digests of other sessions are remembered.
pub const BAKED: usize = 512;

/// The pool.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Pool {
    version: u8,
    entries: Vec<Entry>,
    tracked: Vec<Tracked>,
    baked: Vec<Box<str>>,
}

/// The values seen for one argument, by count down, then by value key.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Entry {
    /// The ref of the action.
    #[serde(rename = "ref")]
    pub action: Box<str>,
    /// The argument.
    pub key: Box<str>,
    /// Its values.
    pub values: Vec<Counted>,
    /// The sum of their counts.
    pub total: u64,
}

/// A value and how often it was seen.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Counted {
    /// The value.
    pub value: Value,
    /// How often; at least once.
    pub count: u64,
}

/// What a session gave, to take it back should the session change.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Tracked {
    /// The name of the session's file.
    pub file: Box<str>,
    /// The digest of its content.
    pub digest: Box<str>,
    /// The identities it observed and how often.
    #[serde(serialize_with = "wire::counts")]
    pub counts: window::Counts,
}

impl Default for Pool {
    fn default() -> Self {
        Self { version: 1, entries: Vec::new(), tracked: Vec::new(), baked: Vec::new() }
    }
}

impl Pool {
    /// The entries, by ref and key.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The sessions that can still change, in order of first arrival.
    pub fn tracked(&self) -> &[Tracked] {
        &self.tracked
    }

    /// The digests of other sessions that were merged, the oldest first.
    pub fn baked(&self) -> &[Box<str>] {
        &self.baked
    }

    /// All that was seen, as observations.
    pub fn observations(&self) -> impl Iterator<Item = Observation> {
        self.entries.iter().flat_map(|entry| {
            entry.values.iter().map(|counted| Observation {
                action: entry.action.clone(),
                key: entry.key.clone(),
                value: counted.value.clone(),
                count: counted.count,
            })
        })
    }
}
