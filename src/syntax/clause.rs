//! The text of one clause to its tree, by the grammar of its kind of item.

mod convention;
mod facts;
mod guard;
mod profile;
mod reader;
mod search;
mod shape;
mod spelling;
mod vocabulary;

use pest::Parser as _;
use pest::iterators::Pair;

use self::reader::{Reader, child, children};
use super::grammar::{Grammar, Rule};
use crate::span::Span;

/// Why a clause could not be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fault {
    /// Something else was expected at this offset.
    Expected {
        /// Offset in the file.
        at: usize,
        /// What could have stood there, in words.
        expected: Vec<String>,
    },
    /// A string that is no JSON string.
    BadString(Span),
    /// Parentheses and `not` inside each other, too many of them.
    TooDeep(Span),
}

/// A part that the grammar promises: `None` stands for a promise broken.
type Part<T> = Result<Option<T>, Fault>;

/// A clause of one kind of item.
pub(super) trait Clause: Sized {
    /// The rule for the whole text of one; it holds exactly one other rule.
    const RULE: Rule;

    /// The clause that this other rule stands for.
    fn read(reader: &Reader, pair: &Pair<'_, Rule>) -> Part<Self>;
}

/// Reads the text of a clause, found at byte `offset` of its file.
pub(super) fn clause<C: Clause>(text: &str, offset: usize) -> Result<C, Fault> {
    let mut pairs = Grammar::parse(C::RULE, text).map_err(|error| super::expected::fault(&error, offset))?;
    let whole = pairs.next().and_then(|pair| pair.into_inner().next());
    // INVARIANT (grammar): a rule has the parts that are asked for here.
    let unread = Fault::Expected { at: offset, expected: vec!["a clause".to_owned()] };
    C::read(&Reader { offset }, &whole.ok_or(unread.clone())?)?.ok_or(unread)
}
