//! What a person probably meant by what cannot be read.

use std::ops::Range;

use super::super::ast::Word;
use super::super::token::{Token, TokenKind};
use super::super::{slip, words};
use super::Parser;
use crate::diagnostic::{Diagnostic, rules};
use crate::span::Span;

impl Parser<'_> {
    /// The error for a token that belongs to nothing.
    pub(super) fn stray(&mut self, span: Span) {
        let text = span.of(self.text);
        if text.starts_with('"') {
            return self.torn_or(span, "this belongs to no item", "an item starts with a word");
        }
        let error = Diagnostic::error(rules::SYNTAX, "this belongs to no item");
        let error = error.label(self.source, span, "an item starts with a word");
        self.errors.push(match self.mark_at(span) {
            Some(help) => error.help(help),
            None => error,
        });
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
            let error = Diagnostic::error(rules::SYNTAX, message).label(self.source, span, label);
            self.errors.push(match self.mark_at(span) {
                Some(help) => error.help(help),
                None => error,
            });
        }
    }

    /// The error for a clause that cannot be read from byte `at` on.
    pub(super) fn expected(&mut self, item: &Word, clause: Range<usize>, at: usize, expected: &[&str]) {
        let tokens = self.tokens.get(clause.clone()).unwrap_or(&[]);
        if let Some(error) = self.guard_slip(tokens).or_else(|| self.unended(item, tokens, at)) {
            self.errors.push(error);
            return;
        }
        let message = match expected {
            [] => "this clause cannot be read".to_owned(),
            [only] => format!("expected {only}"),
            [init @ .., last] => format!("expected {} or {last}", init.join(", ")),
        };
        let error = Diagnostic::error(rules::SYNTAX, message);
        let Some(index) = tokens.iter().position(|token| token.span.start >= at) else {
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
        let span = self.span(clause.start + index..clause.start + index + 1);
        let error = error.label(self.source, span, "instead of this");
        let help = self.meant(item, clause.start, index, expected);
        self.errors.push(match help {
            Some(help) => error.help(help),
            None => error,
        });
    }

    /// What was meant by the token of this index in the clause.
    fn meant(&self, item: &Word, clause: usize, index: usize, expected: &[&str]) -> Option<String> {
        let (first, found) = (self.text_at(clause), self.tokens.get(clause + index)?);
        let text = found.span.of(self.text);
        if index == 1 && item.value != "shape" && [":", "="].contains(&text) {
            return Some(format!(
                "nothing stands between `{first}` and what belongs behind it: take this out"
            ));
        }
        if first == "match" && text == "\"\"" {
            return Some("did you mean `empty string`?".to_owned());
        }
        if found.kind != TokenKind::Word {
            return self.mark_at(found.span).map(str::to_owned);
        }
        let expected = expected.iter().map(|words| words.trim_matches('`'));
        let expected = expected.filter(|word| word.bytes().all(|byte| byte.is_ascii_lowercase()));
        if let Some(near) = slip::word(text, expected) {
            return Some(format!("did you mean `{near}`?"));
        }
        let near = slip::word(text, clauses_of(item).iter().copied())?;
        Some(format!("did you mean a clause that starts with `{near}`?"))
    }

    /// The error for a clause word that is misspelled, which does not end the clause before it.
    fn unended(&self, item: &Word, tokens: &[Token], at: usize) -> Option<Diagnostic> {
        let pairs = tokens.windows(2).zip(tokens.iter().skip(2).map(Some).chain([None]));
        let (span, near) = pairs.into_iter().find_map(|(pair, next)| {
            let [before, token] = pair else { return None };
            let text = token.span.of(self.text);
            let is_word = token.kind == TokenKind::Word && token.span.start <= at;
            let is_guard = text == "when" && before.span.of(self.text) == "derive";
            // Before `is`, any word is a schema keyword.
            let is_keyword = next.is_some_and(|next| next.span.of(self.text) == "is");
            let may = is_word && !is_guard && !is_keyword && self.is_first_of_line(token.span);
            let near = may.then(|| slip::word(text, clauses_of(item).iter().copied()))??;
            Some((token.span, near))
        })?;
        let message = format!("`{}` starts no clause of a {}", span.of(self.text), item.value);
        let error = Diagnostic::error(rules::UNKNOWN_CLAUSE, message);
        Some(error.label(self.source, span, "unknown clause").help(format!("did you mean `{near}`?")))
    }

    /// What to do about the mark of another language that stands here.
    pub(super) fn mark_at(&self, span: Span) -> Option<&'static str> {
        slip::mark(self.text.get(span.start..)?)
    }

    fn text_at(&self, token: usize) -> &str {
        self.tokens.get(token).map_or("", |token| token.span.of(self.text))
    }

    fn is_first_of_line(&self, span: Span) -> bool {
        let before = self.text.get(..span.start).unwrap_or("");
        before.trim_end_matches([' ', '\t']).ends_with(['\n', '\r'])
    }
}

/// The words that a clause of this item may start with.
fn clauses_of(item: &Word) -> &'static [&'static str] {
    words::item(&item.value).map_or(&[], |words| words.clauses)
}
