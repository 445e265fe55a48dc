//! Spellings.

use super::{At, Word};

/// A clause of a spelling.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SpellingClause {
    /// `first ALPHABET`
    First(Alphabet),
    /// `then ALPHABET`
    Then(Alphabet),
    /// `last ALPHABET`
    Last(Alphabet),
    /// `fold case`
    FoldCase,
    /// `drop "a", "b"`
    Drop {
        /// The strings.
        characters: Vec<Word>,
        /// `except between digits`
        except_between_digits: bool,
    },
    /// `apart by ALPHABET`
    ApartBy(Alphabet),
    /// `at least N characters`
    AtLeast(Word),
}

/// Words and strings between bars.
pub type Alphabet = Vec<At<Sort>>;

/// One alternative of an alphabet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Sort {
    /// `letter`, say.
    Word(String),
    /// A string.
    String(String),
}
