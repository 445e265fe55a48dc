//! The derivation cache: a memory of what a deterministic derivation gave, by all that it read.
//!
//! 1. A [`Question`] names the derivation, the version of its rules, and the [`Inputs`] that it may read;
//!    its [`Key`] covers all three. What reads anything else has no inputs that could be told: it is not
//!    keyable, and goes past the memory.
//! 2. [`Memo`] is the memory without threads, clock or files: a lookup gives an answer, or says that one is
//!    to be worked out or waited for. It keeps what is [storable](storable::is_storable), the oldest out
//!    first, and counts in [`Stats`].
//! 3. [`Fidelity`] is a gate for a key that may not cover everything: the first hits are worked out again
//!    and compared, and a key that does not reproduce is never served.
//! 4. [`Cache`] is the same for many threads: those that ask for one key at once run its derivation once.
//!    A [`Shelf`] keeps answers beyond the process.
//!
//! What is served was derived from exactly these inputs under exactly this version, or it is derived now.

mod fidelity;
mod inputs;
mod key;
mod memo;
mod shared;
pub mod storable;

pub use fidelity::Fidelity;
pub use inputs::Inputs;
pub use key::{Key, PARTS, Part, Question};
pub use memo::{Look, Memo, Run};
pub use shared::{Cache, Shelf};

/// How many answers are kept, unless told otherwise.
pub const MOST: usize = 5000;

/// How many bytes they may take together, unless told otherwise.
pub const MOST_BYTES: usize = 128 << 20;

/// How a cache works.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Options {
    /// How many answers are kept at most.
    pub max: usize,
    /// How many bytes they may take together, as it is estimated.
    pub max_bytes: usize,
    /// Whether hits are tried first; off by default.
    pub fidelity: Option<Fidelity>,
    /// Whether those who ask for one key at once share one run.
    pub single_flight: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self { max: MOST, max_bytes: MOST_BYTES, fidelity: None, single_flight: true }
    }
}

/// What happened, by number of lookups.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, serde::Serialize)]
#[non_exhaustive]
pub struct Stats {
    /// Lookups, each once.
    pub calls: u64,
    /// Answered from the memory without a derivation.
    pub hits: u64,
    /// Nothing was stored.
    pub misses: u64,
    /// Not keyable, or exploring.
    pub bypass: u64,
    /// Answers that were stored.
    pub stores: u64,
    /// Hits that were derived again to be compared.
    pub verified: u64,
    /// Hits that were derived again since the key does not reproduce.
    pub escalated: u64,
    /// Lookups that waited for the run of another one.
    pub coalesced: u64,
}
