//! Spellings as finite automata: what holds of *all* names is decided, and not sampled.
//!
//! A spelling reads a name from left to right and remembers little: whether every character stood in its
//! alphabet, whether the last one may be the last, how many there were up to `at least`, and, where
//! separators between digits count, a digit before and a separator that waits for one. It writes the form
//! meanwhile. So three questions have an answer:
//!
//! - [`shortest_form`]: which names have a form under one spelling and not under another;
//! - [`shortest_pair`]: which pairs of names are [related](Relation) by one and not by another;
//! - [`answers`]: which declared name each text stands for, for all texts.
//!
//! 1. `letters` finds a few characters that stand for all others;
//! 2. `state` is one spelling, halfway through a name, and `trie` the texts that are compared with;
//! 3. `walk` visits all states, those of short and readable names first.
//!
//! The answer is always the least name there is: the shortest one, and of these the first in the order of
//! [`rank`], lower-case letters before digits, capitals, marks and whatever is hard to read.

mod forms;
mod letters;
mod names;
mod pairs;
mod state;
mod trie;
mod walk;

pub use forms::shortest_form;
pub use letters::{key, rank};
pub use names::{Answer, answers};
pub use pairs::{Relation, shortest_pair};

/// How many states of an automaton are looked at.
pub const STATES: usize = 1 << 17;

/// A question about spellings that needs more states than are looked at: it is not decided.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("this takes more than the {STATES} states of an automaton that are looked at")]
pub struct TooLarge;
