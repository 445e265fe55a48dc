//! Text to tokens. Every text has tokens; what fits no other kind is a mark.

use pest::Parser as _;

use super::grammar::{Grammar, Rule};
use crate::span::Span;

/// A piece of a rule file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Token {
    /// What it is.
    pub kind: TokenKind,
    /// Where it stands.
    pub span: Span,
}

/// The kinds of [`Token`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TokenKind {
    /// A name, a keyword.
    Word,
    /// Words joined by dots, as the refs of actions are.
    Dotted,
    /// What begins like a number.
    Number,
    /// A string with both its quotes.
    String,
    /// A string that its line ends without closing.
    Unclosed,
    /// From `//` to the end of the line.
    Comment,
    /// Any other character.
    Mark,
}

/// All tokens of `text`, comments included, in their order.
pub fn tokens(text: &str) -> Vec<Token> {
    // `tokens` takes every character there is, so it cannot fail; if it did, there would be no tokens.
    let Ok(pairs) = Grammar::parse(Rule::tokens, text) else { return Vec::new() };
    pairs
        .flat_map(pest::iterators::Pair::into_inner)
        .filter_map(|pair| {
            let kind = match pair.as_rule() {
                Rule::word => TokenKind::Word,
                Rule::dotted => TokenKind::Dotted,
                Rule::number => TokenKind::Number,
                Rule::string => TokenKind::String,
                Rule::unclosed => TokenKind::Unclosed,
                Rule::comment => TokenKind::Comment,
                Rule::mark => TokenKind::Mark,
                _ => return None,
            };
            Some(Token { kind, span: Span::new(pair.as_span().start(), pair.as_span().end()) })
        })
        .collect()
}
