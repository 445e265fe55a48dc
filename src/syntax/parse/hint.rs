//! What a person probably meant by what belongs to no item.

use super::super::kind::Kind;
use super::super::outline::ItemText;
use super::super::token::{Token, TokenKind};
use super::super::{ast::Word, slip, words};
use super::Parser;
use crate::diagnostic::nearest::suggest;
use crate::diagnostic::{Diagnostic, rules};
use crate::span::Span;

impl Parser<'_> {
    /// The error for an item of no known kind.
    pub(super) fn unknown_item(&mut self, item: &ItemText, word: &Word) {
        let message = format!("`{}` starts no item", word.value);
        let error =
            Diagnostic::error(rules::UNKNOWN_ITEM, message).label(self.source, word.span, "unknown item");
        let kinds = Kind::ALL.iter().map(|kind| kind.word());
        let next = self.word(item.head.start + 1);
        self.errors.push(error.help(match slip::word(&word.value, kinds.clone().chain([words::EXTENDS])) {
            _ if next.is_some_and(|next| next.value == words::BUILT_IN) => {
                "write `extends built-in`".to_owned()
            }
            Some(near) => format!("did you mean `{near}`?"),
            None => suggest(&word.value, kinds),
        }));
    }

    /// The error for a token that belongs to nothing.
    pub(super) fn stray(&mut self, span: Span) {
        let text = span.of(self.text);
        if text.starts_with('"') {
            return self.unclosed_or(span, "this belongs to no item", "an item starts with a word");
        }
        let error = Diagnostic::error(rules::SYNTAX, "this belongs to no item");
        let error = error.label(self.source, span, "an item starts with a word");
        self.errors.push(match self.mark_at(span) {
            Some(help) => error.help(help),
            None => error,
        });
    }

    /// The error for a string that its line ends.
    pub(super) fn unclosed(&mut self, span: Span) {
        let error = Diagnostic::error(rules::SYNTAX, "this string is not closed in its line");
        let error = error.label(self.source, span, "a `\"` is missing");
        self.errors.push(error.help("end it with `\"`; a line feed in a string is written `\\n`"));
    }

    /// The error for a string that should not be here: that it is not closed, where it is not.
    pub(super) fn unclosed_or(&mut self, span: Span, message: &str, label: &str) {
        let is_unclosed =
            |token: &&Token| token.span.start == span.start && token.kind == TokenKind::Unclosed;
        if self.tokens.iter().any(|token| is_unclosed(&token)) {
            self.unclosed(span);
        } else {
            let error = Diagnostic::error(rules::SYNTAX, message).label(self.source, span, label);
            self.errors.push(match self.mark_at(span) {
                Some(help) => error.help(help),
                None => error,
            });
        }
    }

    /// What to do about the mark of another language that stands here.
    pub(super) fn mark_at(&self, span: Span) -> Option<&'static str> {
        slip::mark(self.text.get(span.start..)?)
    }
}
