//! A rule file to its tree and all its errors.

mod body;
mod expected;
mod extends;
mod guard;
mod head;
mod hint;

use std::ops::Range;

use super::ast::{At, File, Item, Word};
use super::kind::Kind;
use super::outline::{self, ItemText, Part};
use super::token::{self, Token, TokenKind};
use super::{FILE_BYTES, NESTING};
use crate::diagnostic::{Diagnostic, rules};
use crate::span::Span;

/// The version of the language that this compiler reads.
pub const LANGUAGE: &str = "1";

/// Reads `text`, which is the source of index `source`.
///
/// There is always a tree: of the items and clauses that could be read. Each one that could not has
/// one error.
pub fn parse(source: usize, text: &str) -> (File, Vec<Diagnostic>) {
    if text.len() > FILE_BYTES {
        let message = format!("this file has {} bytes, more than the {FILE_BYTES} that are read", text.len());
        let error = Diagnostic::error(rules::TOO_LARGE, message).label(source, Span::at(0), "this file");
        return (File::default(), vec![error.help("a program is a set of files: split this one")]);
    }
    let tokens: Vec<Token> =
        token::tokens(text).into_iter().filter(|token| token.kind != TokenKind::Comment).collect();
    let mut parser = Parser { source, text, tokens: &tokens, errors: Vec::new() };
    let file = parser.file();
    (file, parser.errors)
}

struct Parser<'t> {
    source: usize,
    text: &'t str,
    tokens: &'t [Token],
    errors: Vec<Diagnostic>,
}

impl Parser<'_> {
    fn file(&mut self) -> File {
        let parts = outline::outline(self.text, self.tokens).parts;
        let mut file = File::default();
        if !self.language(&parts) {
            return file;
        }
        let first = matches!(parts.first(), Some(Part::Language { .. }));
        if let Some(Part::Language { version: Some(version), .. }) = parts.first() {
            file.language = self.word(*version);
        }
        for (index, part) in parts.iter().enumerate().skip(usize::from(first)) {
            match part {
                Part::Extends { word, program } => {
                    file.extends =
                        self.extends((*word, *program), index == usize::from(first)).or(file.extends);
                }
                Part::Language { word, .. } => {
                    let span = self.span(*word..word + 1);
                    self.error(
                        rules::LANGUAGE,
                        "`language` stands once, at the start of a file",
                        span,
                        "not at the start",
                    );
                }
                Part::Stray(range) => self.stray(self.span(range.start..range.start + 1)),
                Part::Item(item) => file.items.extend(self.item(item)),
            }
        }
        file
    }

    /// Whether the file is in this version of the language, as far as it says.
    fn language(&mut self, parts: &[Part]) -> bool {
        let (word, version) = match parts.first() {
            Some(Part::Language { word, version }) => {
                (self.span(*word..word + 1), version.map(|v| self.span(v..v + 1)))
            }
            // One that stands elsewhere is reported there.
            _ if parts.iter().any(|part| matches!(part, Part::Language { .. })) => return true,
            _ => {
                let span = self.tokens.first().map_or(Span::at(0), |token| token.span);
                let message = "a rule file starts with `language 1`";
                let error =
                    Diagnostic::error(rules::LANGUAGE, message).label(self.source, span, "before this");
                self.errors.push(error.help("write `language 1` in the first line"));
                return true;
            }
        };
        match version.map(|span| (span, span.of(self.text))) {
            Some((_, LANGUAGE)) => return true,
            Some((span, other)) => {
                let message =
                    format!("this is language {other}, and this compiler reads language {LANGUAGE}");
                let error = Diagnostic::error(rules::LANGUAGE, message);
                let error = error.label(self.source, span, "the version of the language");
                self.errors.push(error.help("it was written for another version of this compiler"));
            }
            None => self.error(rules::LANGUAGE, "`language` lacks its number", word, "write `language 1`"),
        }
        version.is_none()
    }

    fn item(&mut self, item: &ItemText) -> Option<Item> {
        let errors = self.errors.len();
        let word = self.word(item.head.start)?;
        let Some(kind) = Kind::of(&word.value) else {
            self.unknown_item(item, &word);
            return None;
        };
        let (name, on, doc) = self.head(kind, item, word.span)?;
        let body = self.body(kind, on, &item.clauses);
        if let (Some(open), None) = (item.open, item.close) {
            self.error(rules::SYNTAX, "this brace is never closed", self.span(open..open + 1), "opened here");
        }
        let broken = self.errors.len() > errors;
        let whole = At::new((), self.span(item.head.start..item.end()));
        Some(Item { source: self.source, kind: At::new(kind, word.span), whole, name, doc, body, broken })
    }

    /// The parenthesis that is one too many inside others.
    fn too_deep(&self, tokens: &[Token]) -> Option<Span> {
        let mut depth = 0usize;
        tokens.iter().find_map(|token| {
            match token.span.of(self.text) {
                "(" => depth += 1,
                ")" => depth = depth.saturating_sub(1),
                _ => {}
            }
            (depth > NESTING).then_some(token.span)
        })
    }

    fn nesting(&mut self, span: Span) {
        let message = format!("parentheses and `not` nest deeper than {NESTING} levels");
        self.error(rules::TOO_LARGE, message, Span::new(span.start, span.start + 1), "here");
    }

    fn bad_string(&mut self, span: Span) {
        let error = Diagnostic::error(rules::SYNTAX, "this is not a JSON string").label(
            self.source,
            span,
            "not JSON",
        );
        self.errors.push(error.help("a backslash starts one of \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\uXXXX"));
    }

    fn error(&mut self, code: &'static str, message: impl Into<String>, span: Span, label: &str) {
        self.errors.push(Diagnostic::error(code, message).label(self.source, span, label));
    }

    /// The word, or what begins like a number, at this token.
    fn word(&self, at: usize) -> Option<Word> {
        let token = self.tokens.get(at)?;
        let is_word = matches!(token.kind, TokenKind::Word | TokenKind::Number);
        is_word.then(|| At::new(token.span.of(self.text).to_owned(), token.span))
    }

    fn span(&self, range: Range<usize>) -> Span {
        outline::span(self.text, self.tokens, range)
    }
}
