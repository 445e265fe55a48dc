//! The clauses of an item, by what sets them apart in an item of its kind.
//!
//! A word that a clause starts with is no name from outside unless it is quoted. So a clause that lacks
//! its argument ends where the next one starts.

use std::ops::Range;

use super::super::kind::Kind;
use super::super::token::TokenKind;
use super::Reader;

impl Reader<'_> {
    /// The clauses in `body`; the first one may be what stands before any clause. The body of an item of
    /// no known kind is one.
    pub(super) fn clauses(&self, kind: Option<Kind>, body: Range<usize>) -> Vec<Range<usize>> {
        let mut clauses = Vec::new();
        let mut start = body.start;
        while start < body.end {
            let starts = |at| at >= body.end || kind.is_some_and(|kind| self.starts_clause(kind, start, at));
            let end = self.find(start + 1, starts).min(body.end);
            clauses.push(start..end);
            start = end;
        }
        clauses
    }

    /// Whether a clause starts at token `at`, where the one before it starts at token `start`.
    fn starts_clause(&self, kind: Kind, start: usize, at: usize) -> bool {
        let word = self.word(at);
        let is_clause_word = kind.clauses().contains(&word);
        match kind {
            // Before `is`, any word is a schema keyword; `no key is` looks the same from `key` on.
            Kind::Shape if self.is(at + 1, "is") => {
                !word.is_empty()
                    && word != "is"
                    && !(at == start + 1 && self.is(start, "no") && word == "key")
            }
            Kind::Shape => word == "without" || word == "no" && self.is(at + 1, "key"),
            Kind::Spelling => is_clause_word,
            // In a guard, any word before `is` is a schema keyword.
            Kind::Convention | Kind::Profile => is_clause_word && !self.is(at + 1, "is"),
            Kind::Vocabulary => self.starts_member(at),
            // `=` is a usual slip, and means nothing in a fact.
            Kind::Facts => self.is_name(at) && (self.is(at + 1, ":") || self.is(at + 1, "=")),
            Kind::Search => {
                let is_facet = at > start + 1 && self.is(at - 2, "bears") && self.is(at - 1, "on");
                is_clause_word && !is_facet && !self.lacks_quotes(start, at)
            }
        }
    }

    /// Whether the clause word at token `at` should have been quoted: it stands right behind the word of
    /// the clause that starts at token `start`, or is part of something longer.
    fn lacks_quotes(&self, start: usize, at: usize) -> bool {
        let end_of = |at: usize| self.tokens.get(at).map(|token| token.span.end);
        let is_joined = end_of(at - 1) == self.tokens.get(at).map(|token| token.span.start);
        is_joined || at == start + 1 && !self.first_of_line(at)
    }

    /// Whether a member of a vocabulary starts at token `at`. What stands behind `=` or `|` is an alias;
    /// an alias is a string, so a word in a line of its own is none.
    fn starts_member(&self, at: usize) -> bool {
        let goes_on = self.is(at - 1, "=") || self.is(at - 1, "|");
        let is_number = self.kind(at) == Some(TokenKind::Number);
        let is_alias = self.kind(at) == Some(TokenKind::String) || !self.first_of_line(at);
        (self.is_name(at) || is_number) && !(goes_on && is_alias)
    }

    /// Whether token `at` could be a name from outside.
    fn is_name(&self, at: usize) -> bool {
        matches!(self.kind(at), Some(TokenKind::Word | TokenKind::String))
    }
}
