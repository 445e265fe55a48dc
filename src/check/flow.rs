//! What a convention takes and writes, and where what it writes comes from.

use super::names::Names;
use crate::diagnostic::nearest::suggest;
use crate::diagnostic::{Diagnostic, rules};
use crate::ir::{Action, Decoder, Omitted};
use crate::span::Span;
use crate::syntax::ast::{At, Literal, Match, Rewrite, Word};
use crate::syntax::words::{self, DECODERS, KINDS, LATER_DECODERS};

/// What a convention works on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Level {
    /// The name of a given member.
    Key,
    /// The value of a declared member.
    Value,
}

/// What a match takes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Taken {
    /// An undeclared name, by the key of the same form.
    Name(Word),
    /// `null`, or the empty string: one value, known in full.
    One(Omitted),
    /// Values of these kinds, read by a decoder.
    Read { kinds: Vec<Word>, decoder: Decoder, binder: Option<Word> },
    /// Values of these kinds, as they are.
    Raw { kinds: Vec<Word>, binder: Option<Word> },
}

/// Where that which is written comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Provenance {
    /// The live schema: a key, a member of an enum.
    Declared,
    /// The given value, its quotes moved.
    Decoded,
    /// Nothing: the member is left out.
    Omitted,
    /// The given value as it is.
    Given,
    /// The text of the rule.
    Literal,
}

/// A match and its rewrite, each with its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Flow {
    pub(super) taken: At<Taken>,
    pub(super) written: At<Provenance>,
}

impl Flow {
    /// What this comes to in a program, where there is anything to come to.
    pub(super) fn action(&self) -> Option<Action> {
        Some(match (&self.taken.value, self.written.value) {
            (Taken::Name(spelling), Provenance::Declared) => {
                Action::Rename { spelling: spelling.value.clone() }
            }
            (Taken::One(one), Provenance::Omitted) => Action::Omit(*one),
            (Taken::Read { decoder, .. }, Provenance::Decoded | Provenance::Declared) => {
                Action::Decode(decoder.clone())
            }
            _ => return None,
        })
    }
}

/// Reads the matches and rewrites of one convention.
pub(super) struct Reading<'n> {
    pub(super) source: usize,
    pub(super) level: Level,
    pub(super) names: &'n Names<'n>,
}

impl Reading<'_> {
    /// What is taken, or nothing where that is reported.
    pub(super) fn taken(&self, matching: &At<&Match>, report: &mut Vec<Diagnostic>) -> Option<At<Taken>> {
        let taken = match matching.value {
            Match::Undeclared { of_name, of_key } => {
                let known = self.names.has("spelling", of_name, self.source, report);
                if of_name != of_key {
                    report.push(
                        Diagnostic::error(rules::TWO_SPELLINGS, "the two sides go by different spellings")
                            .label(self.source, of_key.span, "of the key")
                            .label(self.source, of_name.span, "of the name")
                            .help(format!("write `{}` on both sides", of_name.value)),
                    );
                    return None;
                }
                known.then(|| Taken::Name(of_name.clone()))?
            }
            Match::EmptyString => Taken::One(Omitted::EmptyString),
            Match::Taken { kinds, binder: None } if only(kinds, "null") => Taken::One(Omitted::Null),
            Match::Taken { kinds, .. } if kinds.iter().any(|kind| kind.value == "absent") => {
                return self.not_yet("absent or null", matching.span, report);
            }
            Match::Taken { kinds, binder } => Taken::Raw {
                kinds: self.kinds(kinds, report)?,
                binder: self.binder(binder.as_ref(), report)?,
            },
            Match::OnlyMember => return self.not_yet("the only member", matching.span, report),
            Match::Read { unless: Some(unless), .. } => return self.not_yet("unless", *unless, report),
            Match::Read { kinds, decoder, by, binder, .. } => {
                let (kinds, decoder) =
                    (self.kinds(kinds, report), self.decoder(decoder, by.as_ref(), report));
                let binder = self.binder(binder.as_ref(), report)?;
                Taken::Read { kinds: kinds?, decoder: decoder?, binder }
            }
        };
        let of = if matches!(taken, Taken::Name(_)) { Level::Key } else { Level::Value };
        self.fits(of, "match", matching.span, report).then(|| At::new(taken, matching.span))
    }

    /// Where that which is written comes from, or nothing where that is reported.
    pub(super) fn written(
        &self,
        taken: &Taken,
        rewrite: &At<&Rewrite>,
        report: &mut Vec<Diagnostic>,
    ) -> Option<At<Provenance>> {
        let provenance = match rewrite.value {
            Rewrite::ToEmptyObject => return self.not_yet("to empty object", rewrite.span, report),
            Rewrite::To { planned: Some(planned), .. } => {
                return self.not_yet("planned again", *planned, report);
            }
            Rewrite::Rename(target) => {
                if !self.fits(Level::Key, "rewrite", rewrite.span, report) {
                    return None;
                }
                match &target.value {
                    Literal::Word(word) if word == "key" => Provenance::Declared,
                    other => self.other(taken, other, target.span, report)?,
                }
            }
            Rewrite::To { target, .. } => {
                if !self.fits(Level::Value, "rewrite", rewrite.span, report) {
                    return None;
                }
                match &target.value {
                    Literal::Word(word) if word == "omitted" => Provenance::Omitted,
                    other => self.other(taken, other, target.span, report)?,
                }
            }
        };
        let binder = match taken {
            Taken::Read { binder, .. } | Taken::Raw { binder, .. } => binder.as_ref(),
            Taken::Name(_) | Taken::One(_) => None,
        };
        if let (Provenance::Omitted, Some(binder)) = (provenance, binder) {
            report.push(
                Diagnostic::error(
                    rules::UNWRITTEN_NAME,
                    format!("`{}` is read and not written", binder.value),
                )
                .label(self.source, binder.span, "bound here")
                .label(self.source, rewrite.span, "not written here")
                .help(format!("write `rewrite to {}`", binder.value)),
            );
            return None;
        }
        Some(At::new(provenance, rewrite.span))
    }

    /// A target that is no word of the language: a bound name, or a literal.
    fn other(
        &self,
        taken: &Taken,
        target: &Literal,
        span: Span,
        report: &mut Vec<Diagnostic>,
    ) -> Option<Provenance> {
        let Literal::Word(word) = target else { return Some(Provenance::Literal) };
        if ["null", "true", "false"].contains(&word.as_str()) {
            return Some(Provenance::Literal);
        }
        let (binder, provenance) = match taken {
            Taken::Read { binder, decoder: Decoder::Number, .. } => (binder.as_ref(), Provenance::Decoded),
            Taken::Read { binder, decoder: Decoder::EnumBy(_), .. } => {
                (binder.as_ref(), Provenance::Declared)
            }
            Taken::Raw { binder, .. } => (binder.as_ref(), Provenance::Given),
            Taken::Name(_) | Taken::One(_) => (None, Provenance::Given),
        };
        if binder.is_some_and(|binder| binder.value == *word) {
            return Some(provenance);
        }
        let error =
            Diagnostic::error(rules::UNBOUND_NAME, format!("`{word}` names nothing that is read here"));
        let mut error = error.label(self.source, span, "unknown name");
        if let Some(binder) = binder {
            error = error.label(self.source, binder.span, "this is read");
        }
        let known = match self.level {
            Level::Key => vec!["key"],
            Level::Value => binder.map_or("omitted", |binder| binder.value.as_str()).split(' ').collect(),
        };
        report.push(error.help(suggest(word, known)));
        None
    }

    /// Whether what belongs to `of` stands in a convention on that.
    fn fits(&self, of: Level, clause: &str, span: Span, report: &mut Vec<Diagnostic>) -> bool {
        if of == self.level {
            return true;
        }
        let (here, there, help) = match self.level {
            Level::Key => (
                "key",
                "value",
                "`match undeclared name where S of name is S of key` and `rewrite name to key`",
            ),
            Level::Value => {
                ("value", "key", "`match KIND read as DECODER x` and `rewrite to x`, or `rewrite to omitted`")
            }
        };
        let message = format!("this {clause} is for conventions on {there}");
        let error = Diagnostic::error(rules::WRONG_LEVEL, message);
        let error = error.label(self.source, span, format!("in a convention on {here}"));
        report.push(error.help(format!("a convention on {here} has {help}")));
        false
    }

    /// The kinds, or nothing where one of them is no kind.
    fn kinds(&self, kinds: &[Word], report: &mut Vec<Diagnostic>) -> Option<Vec<Word>> {
        let mut known = true;
        for kind in kinds.iter().filter(|kind| !KINDS.contains(&kind.value.as_str())) {
            known = false;
            let error =
                Diagnostic::error(rules::UNKNOWN_KIND, format!("`{}` is no kind of JSON value", kind.value));
            let error = error.label(self.source, kind.span, "unknown kind");
            report.push(error.help(suggest(&kind.value, KINDS.iter().copied())));
        }
        known.then(|| kinds.to_vec())
    }

    fn decoder(&self, decoder: &Word, by: Option<&Word>, report: &mut Vec<Diagnostic>) -> Option<Decoder> {
        let word = decoder.value.as_str();
        let (message, help) = match (word, by) {
            ("number", None) => return Some(Decoder::Number),
            ("enum", Some(by)) => {
                let known = self.names.has("spelling", by, self.source, report);
                return known.then(|| Decoder::EnumBy(by.value.clone()));
            }
            ("number", Some(_)) => {
                ("`number` reads by no spelling".to_owned(), "write `read as number n`".to_owned())
            }
            ("enum", None) => {
                ("`enum` reads by a spelling".to_owned(), "write `read as enum by S m`".to_owned())
            }
            _ if LATER_DECODERS.contains(&word) => {
                return self.not_yet(&format!("read as {word}"), decoder.span, report);
            }
            _ => (format!("there is no decoder called `{word}`"), suggest(word, DECODERS.iter().copied())),
        };
        let error = Diagnostic::error(rules::UNKNOWN_DECODER, message);
        report.push(error.label(self.source, decoder.span, "this decoder").help(help));
        None
    }

    /// The binder, unless it is reported.
    fn binder(&self, binder: Option<&Word>, report: &mut Vec<Diagnostic>) -> Option<Option<Word>> {
        let Some(word) = binder.filter(|binder| words::is_reserved(&binder.value)) else {
            return Some(binder.cloned());
        };
        let message = format!("`{}` is a word of the language, so it names nothing that is read", word.value);
        let error =
            Diagnostic::error(rules::RESERVED_BINDER, message).label(self.source, word.span, "reserved");
        report.push(error.help("name it otherwise: `n`, `m`"));
        None
    }

    fn not_yet<T>(&self, what: &str, span: Span, report: &mut Vec<Diagnostic>) -> Option<T> {
        let message = format!("this version does not compile `{what}` yet");
        let error = Diagnostic::error(rules::NOT_YET, message).label(self.source, span, "comes later");
        report.push(error.help(
            "there is `undeclared name …` with `name to key`, `null` and `empty string` with `to omitted`, \
             `string read as number x` and `string read as enum by S x` with `to x`",
        ));
        None
    }
}

fn only(kinds: &[Word], kind: &str) -> bool {
    matches!(kinds, [only] if only.value == kind)
}
