//! What a convention takes.

use super::super::names;
use super::{FlowReader, Taken};
use crate::diagnostic::nearest::suggest;
use crate::diagnostic::{Diagnostic, rules};
use crate::ir::{Called, Decoder, Level, Omitted, Unless};
use crate::syntax::ast::{self, At, Match, Word};
use crate::syntax::kind::Kind;
use crate::syntax::slip;
use crate::syntax::words::{self, KINDS};

impl FlowReader<'_> {
    /// What is taken, or nothing where that is reported.
    pub(crate) fn taken(&self, matching: &At<&Match>, report: &mut Vec<Diagnostic>) -> Option<At<Taken>> {
        let taken = match matching.value {
            Match::Undeclared { of_name, of_key } => Taken::Name(self.both_sides(of_name, of_key, report)?),
            Match::Surplus { of_name, of_key } => Taken::Surplus(self.both_sides(of_name, of_key, report)?),
            Match::EmptyString => Taken::One(Omitted::EmptyString),
            Match::Taken { kinds, binder: None } if only(kinds, "null") => Taken::One(Omitted::Null),
            Match::AbsentOrNull => Taken::Absent,
            Match::Taken { kinds, binder } => Taken::Raw {
                kinds: self.kinds(kinds, report)?,
                binder: self.binder(binder.as_ref(), report)?,
            },
            Match::OnlyMember { names, binder } => {
                let binder = self.binder(Some(binder), report)??;
                Taken::Member { names: names::distinct(self.source, names, report), binder }
            }
            Match::Read { kinds, unless, decoder, by, binder } => {
                let unless = unless.as_ref().map_or(Some(Vec::new()), |at| self.unless(&at.value, report));
                let (kinds, decoder) =
                    (self.kinds(kinds, report), self.decoder(decoder, by.as_ref(), report));
                let binder = self.binder(binder.as_ref(), report)?;
                Taken::Read { kinds: kinds?, unless: unless?, decoder: decoder?, binder }
            }
        };
        let of: &[Level] = match taken {
            Taken::Name(_) | Taken::Surplus(_) => &[Level::Key],
            Taken::One(_) => &[Level::Value],
            Taken::Read { .. } | Taken::Raw { .. } => &[Level::Value, Level::Call],
            Taken::Absent | Taken::Member { .. } => &[Level::Call],
        };
        self.fits(of, "match", matching.span, report).then(|| At::new(taken, matching.span))
    }

    /// The spelling that stands on both sides of a match on key.
    fn both_sides(&self, of_name: &Word, of_key: &Word, report: &mut Vec<Diagnostic>) -> Option<Word> {
        let known = self.names.has(Kind::Spelling, of_name, self.source, report);
        if of_name != of_key {
            report.push(
                Diagnostic::error(rules::TWO_SPELLINGS, "the two sides go by different spellings")
                    .label(self.source, of_key.span, "of the key")
                    .label(self.source, of_name.span, "of the name")
                    .help(format!("write `{}` on both sides", of_name.value)),
            );
            return None;
        }
        known.then(|| of_name.clone())
    }

    /// The kinds, or nothing where one of them is no kind.
    fn kinds(&self, kinds: &[Word], report: &mut Vec<Diagnostic>) -> Option<Vec<Word>> {
        let mut known = true;
        for kind in kinds.iter().filter(|kind| !KINDS.contains(&kind.value.as_str())) {
            known = false;
            report.push(match kind.value.as_str() {
                "empty" if kinds.len() > 1 => unknown_kind(self.source, kind)
                    .help("a convention takes one thing: write one more for `empty string`"),
                _ => unknown_kind(self.source, kind),
            });
        }
        known.then(|| kinds.to_vec())
    }

    /// What is not taken, or nothing where a part of that is reported.
    fn unless(&self, unless: &[ast::Unless], report: &mut Vec<Diagnostic>) -> Option<Vec<Unless>> {
        let mut known = Vec::new();
        for one in unless {
            known.push(match one {
                ast::Unless::Class(word) if word.value == "empty" => Unless::Empty,
                ast::Unless::Class(word) if word.value == "json" => Unless::Json,
                ast::Unless::Class(word) if word.value == "literal" => Unless::Literal,
                ast::Unless::Class(word) => {
                    let message = format!("`{}` is no class of texts", word.value);
                    let error = Diagnostic::error(rules::UNKNOWN_KIND, message);
                    let help = suggest(&word.value, ["empty", "json", "literal"]);
                    report.push(error.label(self.source, word.span, "unknown class").help(help));
                    return None;
                }
                ast::Unless::Has(parts) => {
                    if let Some(empty) = parts.iter().find(|part| part.value.is_empty()) {
                        let error =
                            Diagnostic::error(rules::NOT_A_CHARACTER, "every text has the empty one in it");
                        let error = error.label(self.source, empty.span, "the empty text");
                        report.push(error.help("take it out, or write the character that is meant"));
                        return None;
                    }
                    Unless::Has(parts.iter().map(|part| part.value.clone()).collect())
                }
            });
        }
        Some(known)
    }

    fn decoder(&self, decoder: &Word, by: Option<&Word>, report: &mut Vec<Diagnostic>) -> Option<Decoder> {
        let word = decoder.value.as_str();
        let called = Decoder::called(word);
        let way = called.as_ref().map(|called| called.with("S")).map_or(String::new(), |decoder| {
            format!("write `read as {} {}`", decoder.text(), decoder.binder())
        });
        let (message, help) = match (called, by) {
            (Some(Called::Alone(decoder)), None) => return Some(decoder),
            (Some(_), Some(by)) if self.names.knows(Kind::Vocabulary, by) => {
                match Decoder::of_vocabulary(word, &by.value) {
                    Some(decoder) => return Some(decoder),
                    None => (format!("`{word}` reads by no vocabulary"), way),
                }
            }
            (Some(called @ Called::By(_)), Some(by)) => {
                let known = self.names.has(Kind::Spelling, by, self.source, report);
                return known.then(|| called.with(&by.value));
            }
            (Some(Called::Alone(_)), Some(_)) => (format!("`{word}` reads by no spelling"), way),
            (Some(Called::By(_)), None) => (format!("`{word}` reads by a spelling"), way),
            (None, _) if word == words::MEMBER => (
                format!("`{word}` is read by a match of its own"),
                "in a convention on call, write `match the only member \"NAME\" as x`".to_owned(),
            ),
            (None, _) => (format!("there is no decoder called `{word}`"), suggest(word, Decoder::words())),
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
}

/// The error for a word that is no kind of value.
pub(crate) fn unknown_kind(source: usize, kind: &Word) -> Diagnostic {
    let error = Diagnostic::error(rules::UNKNOWN_KIND, format!("`{}` is no kind of JSON value", kind.value));
    error.label(source, kind.span, "unknown kind").help(match kind.value.as_str() {
        "empty" => "did you mean `empty string`?".to_owned(),
        "absent" => "did you mean `absent or null`?".to_owned(),
        other => match slip::word(other, KINDS.iter().copied()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => suggest(other, KINDS.iter().copied()),
        },
    })
}

fn only(kinds: &[Word], kind: &str) -> bool {
    matches!(kinds, [only] if only.value == kind)
}
