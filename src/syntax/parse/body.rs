//! The clauses of an item.

use std::ops::Range;

use super::super::ast::{At, Body, Word};
use super::super::clause::{Clause, Fault, clause};
use super::super::kind::Kind;
use super::super::token::TokenKind;
use super::Parser;

impl Parser<'_> {
    pub(super) fn body(&mut self, kind: Kind, on: Option<Word>, clauses: &[Range<usize>]) -> Body {
        match kind {
            Kind::Shape => Body::Shape(self.clauses(kind, clauses)),
            Kind::Spelling => Body::Spelling(self.clauses(kind, clauses)),
            Kind::Convention => Body::Convention(on, self.clauses(kind, clauses)),
            Kind::Profile => Body::Profile(self.clauses(kind, clauses)),
            Kind::Vocabulary => Body::Vocabulary(self.clauses(kind, clauses)),
            Kind::Facts => Body::Facts(self.clauses(kind, clauses)),
            Kind::Search => Body::Search(self.clauses(kind, clauses)),
        }
    }

    /// The clauses that can be read; each other one is reported.
    fn clauses<C: Clause>(&mut self, kind: Kind, clauses: &[Range<usize>]) -> Vec<At<C>> {
        clauses.iter().filter_map(|range| self.clause(kind, range.clone())).collect()
    }

    fn clause<C: Clause>(&mut self, kind: Kind, range: Range<usize>) -> Option<At<C>> {
        let span = self.span(range.clone());
        let tokens = self.tokens.get(range.clone()).unwrap_or(&[]);
        if let Some(unclosed) = tokens.iter().find(|token| token.kind == TokenKind::Unclosed) {
            self.unclosed(unclosed.span);
            return None;
        }
        if let Some(deep) = self.too_deep(tokens) {
            self.nesting(deep);
            return None;
        }
        if let Some(error) = self.unbalanced(tokens).filter(|_| kind == Kind::Convention) {
            self.errors.push(error);
            return None;
        }
        match clause(span.of(self.text), span.start) {
            Ok(clause) => return Some(At::new(clause, span)),
            Err(Fault::BadString(span)) => self.bad_string(span),
            Err(Fault::TooDeep(span)) => self.nesting(span),
            Err(Fault::Expected { at, .. }) if at == span.start => {
                let first = self.span(range.start..range.start + 1);
                self.unknown_clause(kind, first);
            }
            Err(Fault::Expected { at, expected }) => self.expected(kind, range, at, &expected),
        }
        None
    }
}
