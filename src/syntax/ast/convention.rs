//! Conventions.

use super::{At, Guard, Literal, Place, Word};

/// A clause of a convention.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ConventionClause {
    /// `status WORD`
    Status(Word),
    /// `derive when GUARD`
    Derive(At<Guard>),
    /// `after NAME, …`
    After(Vec<Word>),
    /// `match …`
    Match(Match),
    /// `rewrite …`
    Rewrite(Rewrite),
}

/// What a convention takes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Match {
    /// `undeclared name where S of name is S of key`
    Undeclared {
        /// The spelling of the name.
        of_name: Word,
        /// The spelling of the key.
        of_key: Word,
    },
    /// `undeclared name where S of name is S of no key with an empty value`
    Surplus {
        /// The spelling of the name.
        of_name: Word,
        /// The spelling of every key.
        of_key: Word,
    },
    /// `empty string`
    EmptyString,
    /// `KIND, … unless …, … read as DECODER BINDER`
    Read {
        /// The kinds of value.
        kinds: Vec<Word>,
        /// What is not taken, and where that is said.
        unless: Option<At<Vec<Unless>>>,
        /// The decoder.
        decoder: Word,
        /// What stands behind `by`.
        by: Option<Word>,
        /// The name of what was read.
        binder: Option<Word>,
    },
    /// `KIND, …` alone, or with a name
    Taken {
        /// The kinds of value.
        kinds: Vec<Word>,
        /// The name of the value.
        binder: Option<Word>,
    },
    /// `absent or null`
    AbsentOrNull,
    /// `the only member "a" | "b" as x`
    OnlyMember {
        /// The names that it may have.
        names: Vec<Word>,
        /// The name of its value.
        binder: Word,
    },
}

/// What a match does not take.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unless {
    /// `empty` or `json`: a class of texts.
    Class(Word),
    /// `it has "a", "b"`
    Has(Vec<Word>),
}

/// What a convention makes of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Rewrite {
    /// `name to TARGET`
    Rename(At<Literal>),
    /// `to TARGET`
    To {
        /// What is written.
        target: At<Literal>,
        /// Whether it says `planned again`, and where.
        planned: Option<Place>,
    },
    /// `to empty object`
    ToEmptyObject,
}
