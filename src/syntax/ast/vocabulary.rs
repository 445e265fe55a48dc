//! Vocabularies.

use super::Word;

/// A member of a vocabulary: `NAME`, or `NAME = "alias" | …`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Member {
    /// The member.
    pub name: Word,
    /// What else it is called.
    pub aliases: Vec<Word>,
}
