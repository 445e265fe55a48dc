//! A rule file to its tree and all its errors.

mod extends;
mod guard;
mod head;
mod hint;

use std::ops::Range;

use super::ast::{At, Clause, File, Item, Word};
use super::clause::{self, Fault};
use super::outline::{self, ItemText, Part};
use super::token::{self, Token, TokenKind};
use super::{FILE_BYTES, NESTING, slip, words};
use crate::diagnostic::nearest::suggest;
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
        if words::LATER_ITEMS.contains(&word.value.as_str()) {
            let message = format!("this version does not compile `{}` yet", word.value);
            let error =
                Diagnostic::error(rules::NOT_YET, message).label(self.source, word.span, "comes later");
            self.errors.push(error.help(format!("an item is one of {}", quoted(&item_words()))));
            // Its name stays known, so that what refers to it is no error of its own.
            let name = self.word(item.head.start + 1)?;
            let (source, clauses) = (self.source, Vec::new());
            return Some(Item { source, word, name, on: None, doc: None, clauses, broken: true });
        }
        if words::item(&word.value).is_none() {
            let message = format!("`{}` starts no item", word.value);
            let error =
                Diagnostic::error(rules::UNKNOWN_ITEM, message).label(self.source, word.span, "unknown item");
            let known = item_words().chain([words::EXTENDS]);
            let next = self.word(item.head.start + 1);
            self.errors.push(error.help(match slip::word(&word.value, known) {
                _ if next.is_some_and(|next| next.value == words::BUILT_IN) => {
                    "write `extends built-in`".to_owned()
                }
                Some(near) => format!("did you mean `{near}`?"),
                None => suggest(&word.value, item_words()),
            }));
            return None;
        }
        let (name, on, doc) = self.head(item, &word)?;
        let mut clauses = Vec::new();
        for range in &item.clauses {
            clauses.extend(self.clause(&word, range.clone()));
        }
        if let (Some(open), None) = (item.open, item.close) {
            self.error(rules::SYNTAX, "this brace is never closed", self.span(open..open + 1), "opened here");
        }
        let broken = self.errors.len() > errors;
        Some(Item { source: self.source, word, name, on, doc, clauses, broken })
    }

    fn clause(&mut self, item: &Word, range: Range<usize>) -> Option<At<Clause>> {
        let span = self.span(range.clone());
        let tokens = self.tokens.get(range.clone()).unwrap_or(&[]);
        if let Some(torn) = tokens.iter().find(|token| token.kind == TokenKind::Torn) {
            self.torn(torn.span);
            return None;
        }
        if let Some(deep) = self.too_deep(tokens) {
            self.nesting(deep);
            return None;
        }
        if let Some(error) = self.unbalanced(tokens) {
            self.errors.push(error);
            return None;
        }
        match clause::clause(&item.value, span.of(self.text), span.start) {
            Ok(clause) => return Some(At::new(clause, span)),
            Err(Fault::BadString(span)) => self.bad_string(span),
            Err(Fault::TooDeep(span)) => self.nesting(span),
            Err(Fault::Expected { at, .. }) if at == span.start => {
                let first = self.span(range.start..range.start + 1);
                self.unknown_clause(item, first);
            }
            Err(Fault::Expected { at, expected }) => self.expected(item, range, at, &expected),
        }
        None
    }

    fn unknown_clause(&mut self, item: &Word, span: Span) {
        let known = words::item(&item.value).map_or(&[] as &[&str], |words| words.clauses);
        let message = format!("`{}` starts no clause of a {}", span.of(self.text), item.value);
        let first = span.of(self.text);
        let mut help = match slip::word(first, known.iter().copied()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => suggest(first, known.iter().copied()),
        };
        if let Some(mark) = self.mark_at(span) {
            help = mark.to_owned();
        } else if item.value == "shape" {
            help = "a clause of a shape is `KEYWORD is LITERAL`, `KEYWORD is not LITERAL`, `properties is an object`, \
                    `without KEYWORD, …` or `no key is \"a\" | \"b\"`"
                .to_owned();
        }
        let error =
            Diagnostic::error(rules::UNKNOWN_CLAUSE, message).label(self.source, span, "unknown clause");
        self.errors.push(error.help(help));
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

fn item_words() -> impl Iterator<Item = &'static str> + Clone {
    words::ITEMS.iter().map(|item| item.item)
}

fn quoted(words: &(impl Iterator<Item = &'static str> + Clone)) -> String {
    words.clone().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", ")
}
