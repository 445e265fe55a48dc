//! What a person probably meant by a clause that cannot be read.

use std::ops::Range;

use super::super::kind::Kind;
use super::super::slip;
use super::super::token::{Token, TokenKind};
use super::Parser;
use crate::diagnostic::nearest::suggest;
use crate::diagnostic::{Diagnostic, rules};
use crate::span::Span;

impl Parser<'_> {
    /// The error for a clause that starts with what no clause of such an item does.
    pub(super) fn unknown_clause(&mut self, kind: Kind, span: Span) {
        let first = span.of(self.text);
        let error =
            Diagnostic::error(rules::UNKNOWN_CLAUSE, format!("`{first}` starts no {}", kind.clause()));
        let known = kind.clauses().iter().copied();
        let help = match (self.mark_in(kind, span), kind.pattern(), slip::word(first, known.clone())) {
            (Some(mark), _, _) => mark.to_owned(),
            (None, Some(pattern), _) => pattern.to_owned(),
            (None, None, Some(near)) => format!("did you mean `{near}`?"),
            (None, None, None) => suggest(first, known),
        };
        self.errors.push(error.label(self.source, span, "unknown clause").help(help));
    }

    /// The error for a clause that cannot be read from byte `at` on.
    pub(super) fn expected(&mut self, kind: Kind, clause: Range<usize>, at: usize, expected: &[String]) {
        let tokens = self.tokens.get(clause.clone()).unwrap_or(&[]);
        if let Some(error) = self.guard_slip(tokens).or_else(|| self.unended(kind, tokens, at)) {
            self.errors.push(error);
            return;
        }
        let message = match expected {
            [] => "this clause cannot be read".to_owned(),
            [only] => format!("expected {only}"),
            [init @ .., last] => format!("expected {} or {last}", init.join(", ")),
        };
        let error = Diagnostic::error(rules::SYNTAX, message);
        let Some(index) = tokens.iter().position(|token| token.span.end > at) else {
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
        let help = self.meant(kind, clause.start, index, expected);
        self.errors.push(match help {
            Some(help) => error.help(help),
            None => error,
        });
    }

    /// What was meant by the token of this index in the clause.
    fn meant(&self, kind: Kind, clause: usize, index: usize, expected: &[String]) -> Option<String> {
        let (first, found) = (self.text_at(clause), self.tokens.get(clause + index)?);
        let text = found.span.of(self.text);
        if index == 1 && kind.pattern().is_none() && [":", "="].contains(&text) {
            return Some(format!(
                "nothing stands between `{first}` and what belongs behind it: take this out"
            ));
        }
        if kind == Kind::Convention && first == "match" && text == "\"\"" {
            return Some("did you mean `empty string`?".to_owned());
        }
        if kind == Kind::Facts && ["list", "set"].contains(&text) {
            return Some("a list or set holds single values, and no lists or sets".to_owned());
        }
        const READ: [&str; 6] = ["rows", "next", "has", "total", "partial", "queried"];
        if kind == Kind::Search && READ.contains(&first) && expected == ["a string"] {
            return Some("a place in a result is a JSON Pointer in quotes, as in `\"/items\"`".to_owned());
        }
        let digits = self.tokens.get(clause + index + 1).filter(|next| next.span.start == found.span.end);
        let digits = digits.map_or("", |next| next.span.of(self.text));
        if text == "." && digits.starts_with(|first: char| first.is_ascii_digit()) {
            return Some(format!("a number begins with a digit: write `0.{digits}`"));
        }
        if found.kind != TokenKind::Word {
            return self.mark_in(kind, found.span).map(str::to_owned);
        }
        if kind == Kind::Search && (expected == ["a word or a string"] || expected == ["a literal"]) {
            return Some(format!("this is a word of a search; in quotes it is a name: `\"{text}\"`"));
        }
        if kind == Kind::Search
            && let Some(clause) = behind(text).filter(|_| self.is_first_of_line(found.span))
        {
            return Some(format!("this starts no clause: it stands behind {clause}"));
        }
        let words = expected.iter().filter_map(|words| words.strip_prefix('`')?.split([' ', '`']).next());
        let words = words.filter(|word| word.bytes().all(|byte| byte.is_ascii_lowercase()));
        if let Some(near) = slip::word(text, words) {
            return Some(format!("did you mean `{near}`?"));
        }
        let near = slip::word(text, kind.clauses().iter().copied())?;
        Some(format!("did you mean a clause that starts with `{near}`?"))
    }

    /// The error for a clause word that is misspelled, which does not end the clause before it.
    fn unended(&self, kind: Kind, tokens: &[Token], at: usize) -> Option<Diagnostic> {
        let pairs = tokens.windows(2).zip(tokens.iter().skip(2).map(Some).chain([None]));
        let (span, near) = pairs.into_iter().find_map(|(pair, next)| {
            let [before, token] = pair else { return None };
            let text = token.span.of(self.text);
            let is_word = token.kind == TokenKind::Word && token.span.start <= at;
            let is_guard = text == "when" && before.span.of(self.text) == "derive";
            // Before `is`, any word is a schema keyword.
            let is_keyword = next.is_some_and(|next| next.span.of(self.text) == "is");
            let may = is_word && !is_guard && !is_keyword && self.is_first_of_line(token.span);
            let near = may.then(|| slip::word(text, kind.clauses().iter().copied()))??;
            // A word that is as it should be was read as something else.
            (near != text).then_some((token.span, near))
        })?;
        let message = format!("`{}` starts no {}", span.of(self.text), kind.clause());
        let error = Diagnostic::error(rules::UNKNOWN_CLAUSE, message);
        Some(error.label(self.source, span, "unknown clause").help(format!("did you mean `{near}`?")))
    }

    /// What to do about the mark of another language in a clause of such an item.
    fn mark_in(&self, kind: Kind, span: Span) -> Option<&'static str> {
        match (kind, span.of(self.text)) {
            (Kind::Vocabulary, ":" | ",") => {
                Some("write `=` before the aliases of a member, and `|` between them")
            }
            (Kind::Facts, "=") => Some("write `:` between a fact and its type"),
            _ => self.mark_at(span),
        }
    }

    fn text_at(&self, token: usize) -> &str {
        self.tokens.get(token).map_or("", |token| token.span.of(self.text))
    }

    fn is_first_of_line(&self, span: Span) -> bool {
        let before = self.text.get(..span.start).unwrap_or("");
        before.trim_end_matches([' ', '\t']).ends_with(['\n', '\r'])
    }
}

/// The clauses of a search that a part stands behind, where it starts none itself.
fn behind(part: &str) -> Option<&'static str> {
    Some(match part {
        "server" | "window" => "`limit`, as in `limit max server 100`",
        "by" | "ends" | "first" | "snapshot" => "`page`, as in `page cursor first omitted`",
        "any" | "one" | "said" | "when" => {
            "the argument that it is about, as in `filter state any when omitted`"
        }
        "identity" => "`host`, as in `host tenant identity org`",
        "because" | "bears" | "before" => "`gap`, as in `gap \"old ones\" bears on period`",
        "unless" => "the place that it is about, as in `next at \"/next\" unless null`",
        _ => return None,
    })
}
