//! The head of an item: its name, what it works on, its doc string.

use super::super::ast::{At, Word};
use super::super::outline::ItemText;
use super::super::token::TokenKind;
use super::Parser;
use crate::diagnostic::{Diagnostic, rules};

impl Parser<'_> {
    /// The name, what stands behind `on`, and the doc string.
    pub(super) fn head(
        &mut self,
        item: &ItemText,
        word: &Word,
    ) -> Option<(Word, Option<Word>, Option<Word>)> {
        let kind = &word.value;
        let mut at = item.head.start + 1;
        let Some(name) = self.word(at).filter(|name| at < item.head.end && name.value != "on") else {
            self.error(rules::SYNTAX, format!("this {kind} has no name"), word.span, "a name should follow");
            return None;
        };
        at += 1;
        let mut on = None;
        if at < item.head.end && self.word(at).is_some_and(|word| word.value == "on") {
            on = self.word(at + 1).filter(|_| at + 1 < item.head.end);
            at += if on.is_some() { 2 } else { 1 };
        }
        let errors = self.errors.len();
        let string = self.tokens.get(at).copied();
        let string = string.filter(|token| at < item.head.end && token.kind == TokenKind::String);
        at += usize::from(string.is_some());
        let doc = string.and_then(|token| {
            let text: Option<String> = serde_json::from_str(token.span.of(self.text)).ok();
            if text.is_none() {
                self.bad_string(token.span);
            }
            Some(At::new(text?, token.span))
        });
        if at < item.head.end {
            let span = self.span(at..at + 1);
            self.torn_or(span, "expected `{` and the clauses", "instead of this");
        } else if item.open.is_none() {
            let message = format!("the clauses of `{}` are missing", name.value);
            self.error(rules::SYNTAX, message, name.span, "`{` should follow");
        }
        let says_something = doc.as_ref().is_some_and(|doc| !doc.value.trim().is_empty());
        if !says_something && self.errors.len() == errors {
            let message = format!("the {kind} `{}` has no doc string", name.value);
            let error = Diagnostic::error(rules::MISSING_DOC, message).label(
                self.source,
                name.span,
                "what is it for?",
            );
            self.errors.push(error.help("write one sentence in double quotes before the `{`"));
        }
        Some((name, on, doc))
    }
}
