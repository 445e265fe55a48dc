//! Back to text: canonical layout, which `rules fmt` writes. It moves tokens and comments and changes none of
//! them. What a program holds in the words of a rule file its [`ir`](crate::ir) says itself.
//!
//! An item is its head, its doc string and its clauses in a line each; a blank line stands between
//! items. A line that is too long goes on in the column of its argument. A comment stays with what it
//! stands beside: one at the end of a line stays at the end of that line, one on a line of its own
//! stays above what follows.

mod clause;

use super::kind::Kind;
use super::outline::{self, ItemText, Part};
use super::parse::parse;
use super::token::{self, Token, TokenKind};
use crate::diagnostic::Diagnostic;

/// How wide a line may be.
const WIDTH: usize = 110;

/// The indentation of a doc string and of a clause.
const INDENT: usize = 2;

/// The text of a rule file in canonical layout; the errors of one that cannot be read.
///
/// Laying out twice changes nothing more, and never what a file compiles to.
pub fn layout(source: usize, text: &str) -> Result<String, Vec<Diagnostic>> {
    let (_, errors) = parse(source, text);
    if !errors.is_empty() {
        return Err(errors);
    }
    let (comments, tokens) =
        token::tokens(text).into_iter().partition(|token| token.kind == TokenKind::Comment);
    let mut writer = Writer::new(text, tokens, comments);
    for part in outline::outline(text, &writer.tokens).parts {
        match part {
            Part::Language { word, version } => writer.language(word, version.unwrap_or(word) + 1),
            Part::Extends { word, program } => writer.extends(word, program.unwrap_or(word) + 1),
            Part::Item(item) => writer.item(&item),
            // INVARIANT (no errors): a stray token is an error, so there is none.
            Part::Stray(_) => {}
        }
    }
    Ok(writer.end())
}

/// A text that grows by tokens; each brings the comments before it.
struct Writer<'t> {
    text: &'t str,
    tokens: Vec<Token>,
    /// In their order; those before `next` are written.
    comments: Vec<Token>,
    next: usize,
    out: String,
    /// The line that is being written, without its end.
    line: String,
}

impl<'t> Writer<'t> {
    fn new(text: &'t str, tokens: Vec<Token>, comments: Vec<Token>) -> Self {
        Self { text, tokens, comments, next: 0, out: String::new(), line: String::new() }
    }

    fn language(&mut self, start: usize, end: usize) {
        self.part(start);
        self.words(start..end);
    }

    /// A line right below `language`.
    fn extends(&mut self, start: usize, end: usize) {
        self.line_before(start, 0);
        self.words(start..end);
    }

    fn item(&mut self, item: &ItemText) {
        // The first string behind the name is the doc string; a search may have none.
        let name = item.head.start + 1;
        let is_string = |at: usize| self.tokens.get(at).is_some_and(|token| token.kind == TokenKind::String);
        let doc = (name + 1..item.head.end).find(|at| is_string(*at));
        self.part(item.head.start);
        self.words(item.head.start..doc.unwrap_or(item.head.end));
        if let Some(doc) = doc {
            self.line_before(doc, INDENT);
            self.word(doc, INDENT);
        }
        if let Some(open) = item.open {
            self.line_before(open, 0);
            self.word(open, 0);
        }
        if let Some(kind) = Kind::of(self.of(item.head.start)) {
            let column = self.column(kind, &item.clauses);
            for clause in &item.clauses {
                self.clause(kind, column, clause.clone());
            }
        }
        if let Some(close) = item.close {
            // Comments before the closing brace belong to the clauses.
            self.line_before(close, INDENT);
            self.word(close, 0);
        }
    }

    /// Starts a language line or an item, a blank line behind what came before.
    fn part(&mut self, token: usize) {
        let apart = self.comments(self.start(token));
        let commented = !self.out.is_empty() && !apart;
        if apart || commented && self.tokens.get(token).is_some_and(|token| self.is_apart(*token)) {
            self.out.push('\n');
        }
    }

    /// The end of the text, and the comments before it.
    fn end(mut self) -> String {
        self.comments(self.text.len());
        self.out
    }

    /// Ends the line and writes the comments before `at`, outside any item. Gives whether what follows
    /// is still to be set apart by a blank line.
    fn comments(&mut self, at: usize) -> bool {
        self.trailing(at);
        self.flush();
        let mut apart = !self.out.is_empty();
        while let Some(comment) = self.comment_before(at) {
            if apart || self.is_apart(comment) && !self.out.is_empty() {
                self.out.push('\n');
            }
            self.own_line(comment, 0);
            apart = false;
        }
        apart
    }

    fn words(&mut self, range: std::ops::Range<usize>) {
        let start = range.start;
        for index in range {
            self.word(index, if index == start { 0 } else { INDENT });
        }
    }

    /// Writes a token into the line, behind a space; comments before it break the line.
    fn word(&mut self, index: usize, indent: usize) {
        let at = self.start(index);
        if self.comment_before(at).is_some() {
            self.line_before(index, indent);
        }
        let word = self.of(index);
        self.put(word, indent);
    }

    fn put(&mut self, word: &str, indent: usize) {
        if self.line.is_empty() {
            self.line.extend(std::iter::repeat_n(' ', indent));
        } else if !self.line.ends_with([' ', '(']) && ![",", ")"].contains(&word) {
            self.line.push(' ');
        }
        self.line.push_str(word);
    }

    /// Ends the line, and writes the comments before the token.
    fn line_before(&mut self, index: usize, indent: usize) {
        let at = self.start(index);
        self.trailing(at);
        self.flush();
        while let Some(comment) = self.comment_before(at) {
            self.own_line(comment, indent);
        }
    }

    /// Writes the comment that stands at the end of the line being written, if there is one.
    fn trailing(&mut self, at: usize) {
        let Some(comment) = self.comment_before(at).filter(|comment| !self.is_first_of_line(*comment)) else {
            return;
        };
        self.next += 1;
        let line = self.line.trim_end().len();
        self.line.truncate(line);
        if line > 0 {
            self.line.push_str("  ");
        }
        self.line.push_str(comment.span.of(self.text).trim_end());
    }

    fn own_line(&mut self, comment: Token, indent: usize) {
        self.next += 1;
        self.out.extend(std::iter::repeat_n(' ', indent));
        self.out.push_str(comment.span.of(self.text).trim_end());
        self.out.push('\n');
    }

    fn flush(&mut self) {
        if !self.line.is_empty() {
            self.out.push_str(self.line.trim_end());
            self.out.push('\n');
            self.line.clear();
        }
    }

    /// The next comment, where it stands before byte `at`.
    fn comment_before(&self, at: usize) -> Option<Token> {
        self.comments.get(self.next).copied().filter(|comment| comment.span.start < at)
    }

    fn is_first_of_line(&self, token: Token) -> bool {
        let before =
            self.text.get(..token.span.start).unwrap_or("").trim_end_matches([' ', '\t', '\u{FEFF}']);
        before.is_empty() || before.ends_with(['\n', '\r'])
    }

    /// Whether a blank line stands before the token.
    fn is_apart(&self, token: Token) -> bool {
        let before = self.text.get(..token.span.start).unwrap_or("");
        let blank = before.get(before.trim_end().len()..).unwrap_or("");
        blank.matches('\n').count() > 1
    }

    /// Where the token starts; the end of the text where there is none.
    fn start(&self, index: usize) -> usize {
        self.tokens.get(index).map_or(self.text.len(), |token| token.span.start)
    }

    fn of(&self, index: usize) -> &'t str {
        self.tokens.get(index).map_or("", |token| token.span.of(self.text))
    }
}
