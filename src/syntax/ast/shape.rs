//! Shapes.

use super::{At, Literal, Word};

/// A clause of a shape.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ShapeClause {
    /// `KEYWORD is LITERAL`
    Is(Word, At<Literal>),
    /// `KEYWORD is not LITERAL`
    IsNot(Word, At<Literal>),
    /// `KEYWORD is an WORD`
    IsAn(Word, Word),
    /// `without KEYWORD, …`
    Without(Vec<Word>),
    /// `no key is "a" | "b"`
    NoKey(Vec<Word>),
}
