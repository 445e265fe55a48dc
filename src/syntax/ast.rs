//! What a rule file says, with its places: words are not resolved, sets are not closed.
//!
//! An item of each kind has clauses of its own kind, in a module each.

mod convention;
mod facts;
mod guard;
mod profile;
mod search;
mod shape;
mod spelling;
mod vocabulary;

use std::fmt;

pub use convention::{ConventionClause, Match, Rewrite, Unless};
pub use facts::{Collection, Fact, FactPart, FactType};
pub use guard::Guard;
pub use profile::ProfileClause;
pub use search::{Argument, ArgumentPart, Bears, LimitPart, PagePart, SearchClause};
pub use shape::ShapeClause;
pub use spelling::{Alphabet, Sort, SpellingClause};
pub use vocabulary::Member;

use super::kind::Kind;
use crate::span::Span;

/// A value and the place that it was read from. Equality and `Debug` ignore the place.
#[derive(Clone)]
pub struct At<T> {
    /// The value.
    pub value: T,
    /// Where it stands.
    pub span: Span,
}

impl<T> At<T> {
    /// `value` at `span`.
    pub fn new(value: T, span: Span) -> Self {
        Self { value, span }
    }
}

impl<T: PartialEq> PartialEq for At<T> {
    fn eq(&self, other: &Self) -> bool {
        self.value == other.value
    }
}

impl<T: Eq> Eq for At<T> {}

impl<T: fmt::Debug> fmt::Debug for At<T> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.value.fmt(formatter)
    }
}

/// A word of the text, or the text of a string.
pub type Word = At<String>;

/// The place of something that says no more than that it is there.
pub type Place = At<()>;

/// A scalar, as it was written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Literal {
    /// A string, unescaped.
    String(String),
    /// What looks like a number.
    Number(String),
    /// `null`, `true`, `false`, or some other word.
    Word(String),
}

/// A rule file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct File {
    /// The version behind `language`.
    pub language: Option<Word>,
    /// The program behind `extends`: the built-in one.
    pub extends: Option<Word>,
    /// The items that have a name, in their order; broken ones too.
    pub items: Vec<Item>,
}

/// A named item.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Item {
    /// The source that it is in, by its index.
    pub source: usize,
    /// What it is, at the word that says so.
    pub kind: At<Kind>,
    /// From its first word to its closing brace.
    pub whole: Place,
    /// Its name.
    pub name: Word,
    /// Its doc string.
    pub doc: Option<Word>,
    /// The clauses that could be read.
    pub body: Body,
    /// Whether an error was reported within it, so that what seems to be missing may not be.
    pub broken: bool,
}

/// The clauses of an item, by its kind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Body {
    /// `shape`
    Shape(Vec<At<ShapeClause>>),
    /// `spelling`
    Spelling(Vec<At<SpellingClause>>),
    /// `convention`, with what stands behind `on`
    Convention(Option<Word>, Vec<At<ConventionClause>>),
    /// `profile`
    Profile(Vec<At<ProfileClause>>),
    /// `vocabulary`
    Vocabulary(Vec<At<Member>>),
    /// `facts`
    Facts(Vec<At<Fact>>),
    /// `search`
    Search(Vec<At<SearchClause>>),
}

impl Item {
    /// What stands behind `on`.
    pub fn on(&self) -> Option<&Word> {
        if let Body::Convention(on, _) = &self.body { on.as_ref() } else { None }
    }

    /// What stands behind `status`.
    pub fn status(&self) -> Option<&Word> {
        match &self.body {
            Body::Convention(_, clauses) => clauses.iter().find_map(|clause| match &clause.value {
                ConventionClause::Status(status) => Some(status),
                _ => None,
            }),
            Body::Profile(clauses) => clauses.iter().find_map(|clause| match &clause.value {
                ProfileClause::Status(status) => Some(status),
                _ => None,
            }),
            _ => None,
        }
    }
}
