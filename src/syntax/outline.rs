//! Tokens to items and clauses, before a clause is read.
//!
//! Braces do not nest in the language, and a clause begins with what nothing inside a clause of such an
//! item may be. So the text falls apart into items, and an item into clauses, without being understood;
//! a fault stays within the clause, or the item, that has it.

mod body;

use std::ops::Range;

use super::kind::Kind;
use super::token::{Token, TokenKind};
use super::{slip, words};
use crate::span::Span;

/// The parts of a file, as ranges of its tokens.
#[derive(Debug, Clone, Default)]
pub struct Outline {
    /// In their order.
    pub parts: Vec<Part>,
}

/// A part of a file.
#[derive(Debug, Clone)]
pub enum Part {
    /// `language` and what stands behind it.
    Language {
        /// The token of the word.
        word: usize,
        /// The token of the version.
        version: Option<usize>,
    },
    /// `extends` and what stands behind it.
    Extends {
        /// The token of the word.
        word: usize,
        /// The token of the program that is extended.
        program: Option<usize>,
    },
    /// An item.
    Item(ItemText),
    /// Tokens that belong to nothing.
    Stray(Range<usize>),
}

/// The tokens of an item.
#[derive(Debug, Clone)]
pub struct ItemText {
    /// From its first word to right before its opening brace.
    pub head: Range<usize>,
    /// The opening brace.
    pub open: Option<usize>,
    /// The clauses; the first one may be what stands before any clause word.
    pub clauses: Vec<Range<usize>>,
    /// The closing brace.
    pub close: Option<usize>,
}

/// Groups `tokens`, which must hold no comments.
pub fn outline(text: &str, tokens: &[Token]) -> Outline {
    let reader = Reader { text, tokens };
    let mut parts = Vec::new();
    let mut at = 0;
    while let Some(token) = tokens.get(at) {
        let part = match token.kind {
            TokenKind::Word if reader.is(at, "language") => reader.language(at),
            TokenKind::Word if reader.is(at, words::EXTENDS) => reader.extends(at),
            TokenKind::Word => Part::Item(reader.item(at)),
            // What other languages call a comment ends with its line.
            _ if reader.starts_comment(at) => {
                Part::Stray(at..reader.find(at + 1, |i| reader.first_of_line(i)))
            }
            _ => Part::Stray(at..reader.find(at + 1, |i| reader.kind(i) == Some(TokenKind::Word))),
        };
        at = part.end();
        parts.push(part);
    }
    Outline { parts }
}

impl Part {
    /// The index of the token behind the part.
    fn end(&self) -> usize {
        match self {
            Self::Language { word, version } => version.unwrap_or(*word) + 1,
            Self::Extends { word, program } => program.unwrap_or(*word) + 1,
            Self::Item(item) => item.end(),
            Self::Stray(range) => range.end,
        }
    }
}

impl ItemText {
    /// The index of the token behind the item.
    pub fn end(&self) -> usize {
        let clauses = self.clauses.last().map(|clause| clause.end);
        let close = self.close.map(|close| close + 1);
        close.or(clauses).or(self.open.map(|open| open + 1)).unwrap_or(self.head.end)
    }
}

struct Reader<'t> {
    text: &'t str,
    tokens: &'t [Token],
}

impl Reader<'_> {
    fn language(&self, word: usize) -> Part {
        Part::Language { word, version: self.argument(word + 1) }
    }

    fn extends(&self, word: usize) -> Part {
        Part::Extends { word, program: self.argument(word + 1) }
    }

    /// The token at `next`, where it does not start a part of its own.
    fn argument(&self, next: usize) -> Option<usize> {
        let starts_part = || Kind::of(self.word(next)).is_some() || self.is(next, words::EXTENDS);
        match self.kind(next) {
            Some(TokenKind::Number | TokenKind::String) => Some(next),
            Some(TokenKind::Word) if !starts_part() => Some(next),
            _ => None,
        }
    }

    fn item(&self, start: usize) -> ItemText {
        let ends = |i| self.is(i, "{") || self.is(i, "}") || self.starts_item(i);
        let head = start..self.find(start + 1, ends);
        if !self.is(head.end, "{") {
            // A brace that closes what was never opened goes with the item that lacks the other one.
            let close = self.is(head.end, "}").then_some(head.end);
            return ItemText { head, open: None, clauses: Vec::new(), close };
        }
        let open = head.end;
        let end = self.find(open + 1, |i| self.is(i, "}") || self.starts_item(i));
        let clauses = self.clauses(Kind::of(self.word(start)), open + 1..end);
        ItemText { head, open: Some(open), clauses, close: self.is(end, "}").then_some(end) }
    }

    /// Whether an item starts at token `at`, seen from within another one: its word is the first of
    /// a line, and an opening brace follows soon. Only an item that was never closed holds such a place.
    fn starts_item(&self, at: usize) -> bool {
        const HEAD: usize = 6;
        Kind::of(self.word(at)).is_some()
            && self.first_of_line(at)
            && self.is(self.find(at + 1, |i| i > at + HEAD || self.is(i, "{") || self.is(i, "}")), "{")
    }

    fn starts_comment(&self, at: usize) -> bool {
        let start = self.tokens.get(at).map(|token| token.span.start);
        start.and_then(|start| self.text.get(start..)).is_some_and(slip::starts_comment)
    }

    fn first_of_line(&self, at: usize) -> bool {
        let start = self.tokens.get(at).map_or(0, |token| token.span.start);
        let before = self.text.get(..start).unwrap_or("");
        before.trim_end_matches([' ', '\t']).ends_with(['\n', '\r']) || before.trim().is_empty()
    }

    /// The first token from `start` on that `wanted` holds for, or the end.
    fn find(&self, start: usize, wanted: impl Fn(usize) -> bool) -> usize {
        (start..self.tokens.len()).find(|i| wanted(*i)).unwrap_or(self.tokens.len())
    }

    fn kind(&self, at: usize) -> Option<TokenKind> {
        self.tokens.get(at).map(|token| token.kind)
    }

    /// The text of the word at `at`, empty where there is none.
    fn word(&self, at: usize) -> &str {
        let word = self.tokens.get(at).filter(|token| token.kind == TokenKind::Word);
        word.map_or("", |token| token.span.of(self.text))
    }

    fn is(&self, at: usize, text: &str) -> bool {
        self.tokens.get(at).is_some_and(|token| token.span.of(self.text) == text)
    }
}

/// The span of a range of tokens; empty at the end of the text where the range is.
pub fn span(text: &str, tokens: &[Token], range: Range<usize>) -> Span {
    let within = tokens.get(range).unwrap_or(&[]);
    match (within.first(), within.last()) {
        (Some(first), Some(last)) => first.span.to(last.span),
        _ => Span::at(text.len()),
    }
}
