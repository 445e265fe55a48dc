//! What is wrong with the guard of a clause that cannot be read, seen from its tokens.

use super::super::token::Token;
use super::Parser;
use crate::diagnostic::{Diagnostic, rules};
use crate::span::Span;

/// The words that a guard of its own starts with.
const STARTS: &[&str] = &["required", "accepts", "every", "some", "names"];

impl Parser<'_> {
    /// The error for a parenthesis that has no other one.
    pub(super) fn unbalanced(&self, tokens: &[Token]) -> Option<Diagnostic> {
        let is_guard = tokens.first().is_some_and(|token| self.of(token) == "derive");
        let mut opened = Vec::new();
        for token in tokens.iter().filter(|_| is_guard) {
            match self.of(token) {
                "(" => opened.push(token.span),
                ")" if opened.pop().is_none() => {
                    let error = self.fault("this parenthesis was never opened", token.span, "closed here");
                    return Some(error.help("take it out, or open it before its guard"));
                }
                _ => {}
            }
        }
        let error = self.fault("this parenthesis is never closed", opened.pop()?, "opened here");
        Some(error.help("a `)` is missing behind its guard"))
    }

    /// The error for a guard that lacks a part, or has a word too many.
    pub(super) fn guard_slip(&self, tokens: &[Token]) -> Option<Diagnostic> {
        let texts: Vec<&str> = tokens.iter().map(|token| self.of(token)).collect();
        if !texts.starts_with(&["derive", "when"]) {
            return None;
        }
        let text = |at: usize| texts.get(at).copied().unwrap_or("");
        tokens.iter().enumerate().skip(1).find_map(|(at, token)| {
            let before = text(at - 1);
            let starts = ["when", "(", "not", "and", "or"].contains(&before);
            match (text(at), text(at + 1)) {
                // Before `is`, these are schema keywords.
                ("and" | "or", "is") => None,
                ("and" | "or", _) if ["and", "or"].contains(&before) => {
                    Some(self.joined_twice(before, token))
                }
                (join @ ("and" | "or"), _) if before == "is" => {
                    let left = text(at.saturating_sub(2));
                    let error =
                        self.fault(format!("`{left} is` lacks its literal"), token.span, "instead of this");
                    Some(error.help(format!(
                        "write a string, a number, `true`, `false`, `null` or `absent` before `{join}`"
                    )))
                }
                (join @ ("and" | "or"), _) if starts => Some(self.missing(join, "before", token.span)),
                (join @ ("and" | "or"), ")" | "") => Some(self.missing(join, "behind", token.span)),
                ("is", next) if starts && (next == "not" || STARTS.contains(&next)) => {
                    let error = self.fault("expected a guard", token.span, "instead of this");
                    Some(error.help(format!("take `is` out: `{next}` stands by itself")))
                }
                ("accepts", "empty") => {
                    let error =
                        self.fault("expected a literal behind `accepts`", token.span, "accepts what?");
                    Some(error.help("did you mean `accepts \"\"`?"))
                }
                _ => None,
            }
        })
    }

    /// The error for `and and` and its like.
    fn joined_twice(&self, first: &str, again: &Token) -> Diagnostic {
        let word = self.of(again);
        let message = format!("expected a guard between `{first}` and `{word}`");
        let error = self.fault(message, again.span, "instead of this");
        error.help(if first == word {
            format!("one `{word}` joins two guards: take this one out")
        } else {
            "take one of the two out".to_owned()
        })
    }

    fn missing(&self, join: &str, side: &str, span: Span) -> Diagnostic {
        let error = self.fault(format!("a guard is missing {side} `{join}`"), span, "joins two guards");
        error.help(format!("write one there, or take `{join}` out"))
    }

    fn fault(&self, message: impl Into<String>, span: Span, label: &str) -> Diagnostic {
        Diagnostic::error(rules::SYNTAX, message).label(self.source, span, label)
    }

    fn of(&self, token: &Token) -> &str {
        token.span.of(self.text)
    }
}
