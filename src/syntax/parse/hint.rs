//! What a person probably meant by what cannot be read.

use std::ops::Range;

use super::super::ast::Word;
use super::super::token::{Token, TokenKind};
use super::super::words;
use super::Parser;
use crate::diagnostic::nearest::nearest;
use crate::diagnostic::{Diagnostic, rules};
use crate::span::Span;

/// What a comment starts with elsewhere.
const COMMENT: &str = "a comment starts with `//`";

impl Parser<'_> {
    /// The error for a token that belongs to nothing.
    pub(super) fn stray(&mut self, span: Span) {
        let text = span.of(self.text);
        if text.starts_with('"') {
            return self.torn_or(span, "this belongs to no item", "an item starts with a word");
        }
        let error = Diagnostic::error(rules::SYNTAX, "this belongs to no item");
        let error = error.label(self.source, span, "an item starts with a word");
        self.errors.push(if text == "#" { error.help(COMMENT) } else { error });
    }

    /// The error for a string that its line ends.
    pub(super) fn torn(&mut self, span: Span) {
        let error = Diagnostic::error(rules::SYNTAX, "this string is not closed in its line");
        let error = error.label(self.source, span, "a `\"` is missing");
        self.errors.push(error.help("end it with `\"`; a line feed in a string is written `\\n`"));
    }

    /// The error for a string that should not be here: that it is not closed, where it is not.
    pub(super) fn torn_or(&mut self, span: Span, message: &str, label: &str) {
        let is_torn = |token: &&Token| token.span.start == span.start && token.kind == TokenKind::Torn;
        if self.tokens.iter().any(|token| is_torn(&token)) {
            self.torn(span);
        } else {
            self.error(rules::SYNTAX, message, span, label);
        }
    }

    /// The error for a clause that cannot be read from byte `at` on.
    pub(super) fn expected(&mut self, item: &Word, clause: Range<usize>, at: usize, expected: &[&str]) {
        let tokens = self.tokens.get(clause.clone()).unwrap_or(&[]);
        if let Some(error) = self.joined_twice(tokens) {
            self.errors.push(error);
            return;
        }
        let message = match expected {
            [] => "this clause cannot be read".to_owned(),
            [only] => format!("expected {only}"),
            [init @ .., last] => format!("expected {} or {last}", init.join(", ")),
        };
        let error = Diagnostic::error(rules::SYNTAX, message);
        let Some(found) = tokens.iter().find(|token| token.span.start >= at) else {
            let end = self.span(clause.clone()).end;
            let error = error.label(self.source, Span::at(end), "the clause ends here");
            let (first, next) = (self.text_at(clause.start), self.text_at(clause.end));
            self.errors.push(match next {
                "}" | "" => error.help(format!("`{first}` lacks what belongs behind it")),
                next => error
                    .help(format!("`{first}` lacks what belongs behind it: `{next}` starts the next clause")),
            });
            return;
        };
        let text = found.span.of(self.text);
        let known = words::item(&item.value).map_or(&[] as &[&str], |words| words.clauses);
        let near = nearest(text, known.iter().copied()).filter(|_| found.kind == TokenKind::Word);
        self.errors.push(match near {
            // A clause word that is misspelled does not end the clause before it.
            Some(near) if self.is_first_of_line(found.span) => {
                let message = format!("`{text}` starts no clause of a {}", item.value);
                Diagnostic::error(rules::UNKNOWN_CLAUSE, message)
                    .label(self.source, found.span, "unknown clause")
                    .help(format!("did you mean `{near}`?"))
            }
            Some(near) => error
                .label(self.source, found.span, "instead of this")
                .help(format!("did you mean a clause that starts with `{near}`?")),
            None if text == "#" => error.label(self.source, found.span, "instead of this").help(COMMENT),
            None => error.label(self.source, found.span, "instead of this"),
        });
    }

    /// The error for `and and` and its like.
    fn joined_twice(&self, tokens: &[Token]) -> Option<Diagnostic> {
        let joins = |token: &Token| matches!(token.span.of(self.text), "and" | "or");
        let [first, again] = tokens.windows(2).find_map(|pair| match pair {
            [first, again] if joins(first) && joins(again) => Some([first, again]),
            _ => None,
        })?;
        let (first, word) = (first.span.of(self.text), again.span.of(self.text));
        let error =
            Diagnostic::error(rules::SYNTAX, format!("expected a guard between `{first}` and `{word}`"));
        let error = error.label(self.source, again.span, "instead of this");
        Some(error.help(if first == word {
            format!("one `{word}` joins two guards: take this one out")
        } else {
            "take one of the two out".to_owned()
        }))
    }

    fn text_at(&self, token: usize) -> &str {
        self.tokens.get(token).map_or("", |token| token.span.of(self.text))
    }

    fn is_first_of_line(&self, span: Span) -> bool {
        let before = self.text.get(..span.start).unwrap_or("");
        before.trim_end_matches([' ', '\t']).ends_with(['\n', '\r'])
    }
}
