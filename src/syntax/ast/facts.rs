//! Facts.

use super::{At, Literal, Word};

/// A fact: `NAME : TYPE`, and what stands behind that.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fact {
    /// Its name.
    pub name: Word,
    /// Whether there are several of its type.
    pub collection: Option<Collection>,
    /// What it is.
    pub of: FactType,
    /// In the order in which they stand.
    pub parts: Vec<At<FactPart>>,
}

/// Several of a type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Collection {
    /// `list of`
    List,
    /// `set of`
    Set,
}

/// The type of a fact.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FactType {
    /// `grain N`
    Grain(Word),
    /// `int`, say, or the name of a vocabulary.
    Named(Word),
}

/// What stands behind the type of a fact.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FactPart {
    /// `at most N`
    AtMost(Word),
    /// `default VALUE`
    Default(At<Literal>),
    /// `from "key"`
    From(Word),
}
