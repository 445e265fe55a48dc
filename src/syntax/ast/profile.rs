//! Profiles.

use super::Word;

/// A clause of a profile.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ProfileClause {
    /// `status WORD`
    Status(Word),
    /// `plan N`
    Plan(Word),
    /// `over NAME, …`
    Over(Vec<Word>),
    /// `reach WORD, …`
    Reach(Vec<Word>),
    /// `conventions NAME, …`
    Conventions(Vec<Word>),
    /// `except NAME, … for REF, …`
    Except {
        /// The conventions.
        conventions: Vec<Word>,
        /// The refs.
        refs: Vec<Word>,
    },
    /// `bounds WORD N, …`
    Bounds(Vec<(Word, Word)>),
}
