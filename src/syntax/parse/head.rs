//! The head of an item: its name, what a convention works on, its doc string.

use super::super::ast::{At, Word};
use super::super::kind::Kind;
use super::super::outline::ItemText;
use super::super::token::TokenKind;
use super::Parser;
use crate::diagnostic::{Diagnostic, rules};
use crate::span::Span;

impl Parser<'_> {
    /// The name, what stands behind `on`, and the doc string.
    pub(super) fn head(
        &mut self,
        kind: Kind,
        item: &ItemText,
        word: Span,
    ) -> Option<(Word, Option<Word>, Option<Word>)> {
        let errors = self.errors.len();
        let mut at = item.head.start + 1;
        let name = self.name(kind, at).filter(|name| at < item.head.end && name.value != "on");
        let Some(name) = name else {
            if self.errors.len() > errors {
                // A name in quotes that cannot be read.
                return None;
            }
            let message = format!("this {} has no name", kind.word());
            self.error(rules::SYNTAX, message, word, "a name should follow");
            return None;
        };
        at += 1;
        let mut on = None;
        let says_on = self.word(at).is_some_and(|word| word.value == "on");
        if kind == Kind::Convention && at < item.head.end && says_on {
            on = self.word(at + 1).filter(|_| at + 1 < item.head.end);
            at += if on.is_some() { 2 } else { 1 };
        }
        let errors = self.errors.len();
        let doc = self.string(at..item.head.end);
        at += usize::from(self.is_string(at) && at < item.head.end);
        if at < item.head.end {
            let span = self.span(at..at + 1);
            self.unclosed_or(span, "expected `{` and the clauses", "instead of this");
        } else if item.open.is_none() {
            let message = format!("the clauses of `{}` are missing", name.value);
            self.error(rules::SYNTAX, message, name.span, "`{` should follow");
        }
        let says_something = doc.as_ref().is_some_and(|doc| !doc.value.trim().is_empty());
        // A search says by its source what it looks into.
        if !says_something && kind != Kind::Search && self.errors.len() == errors {
            let message = format!("the {} `{}` has no doc string", kind.word(), name.value);
            let error = Diagnostic::error(rules::MISSING_DOC, message).label(
                self.source,
                name.span,
                "what is it for?",
            );
            self.errors.push(error.help("write one sentence in double quotes before the `{`"));
        }
        Some((name, on, doc))
    }

    /// The name at this token. That of a search comes from outside, so it may be a string.
    fn name(&mut self, kind: Kind, at: usize) -> Option<Word> {
        if kind == Kind::Search && self.is_string(at) {
            return self.string(at..at + 1);
        }
        let token = self.tokens.get(at)?;
        let is_name = matches!(token.kind, TokenKind::Word | TokenKind::Number | TokenKind::Dotted);
        is_name.then(|| At::new(token.span.of(self.text).to_owned(), token.span))
    }

    /// The text of the string that the tokens begin with, if they do; one that is no JSON is reported.
    fn string(&mut self, tokens: std::ops::Range<usize>) -> Option<Word> {
        let token = self.tokens.get(tokens.start).copied();
        let span = token.filter(|_| self.is_string(tokens.start) && !tokens.is_empty())?.span;
        let text: Option<String> = serde_json::from_str(span.of(self.text)).ok();
        if text.is_none() {
            self.bad_string(span);
        }
        Some(At::new(text?, span))
    }

    fn is_string(&self, at: usize) -> bool {
        self.tokens.get(at).is_some_and(|token| token.kind == TokenKind::String)
    }
}
