//! What a convention takes.

use super::{Level, Reading, Taken};
use crate::diagnostic::nearest::suggest;
use crate::diagnostic::{Diagnostic, rules};
use crate::ir::{Decoder, Omitted};
use crate::syntax::ast::{At, Match, Word};
use crate::syntax::slip;
use crate::syntax::words::{self, DECODERS, KINDS, LATER_DECODERS};

impl Reading<'_> {
    /// What is taken, or nothing where that is reported.
    pub(crate) fn taken(&self, matching: &At<&Match>, report: &mut Vec<Diagnostic>) -> Option<At<Taken>> {
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

    /// The kinds, or nothing where one of them is no kind.
    fn kinds(&self, kinds: &[Word], report: &mut Vec<Diagnostic>) -> Option<Vec<Word>> {
        let mut known = true;
        for kind in kinds.iter().filter(|kind| !KINDS.contains(&kind.value.as_str())) {
            known = false;
            let error =
                Diagnostic::error(rules::UNKNOWN_KIND, format!("`{}` is no kind of JSON value", kind.value));
            let error = error.label(self.source, kind.span, "unknown kind");
            report.push(error.help(match kind.value.as_str() {
                "empty" if kinds.len() > 1 => {
                    "a convention takes one thing: write one more for `empty string`".to_owned()
                }
                "empty" => "did you mean `empty string`?".to_owned(),
                other => match slip::word(other, KINDS.iter().copied()) {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => suggest(other, KINDS.iter().copied()),
                },
            }));
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
}

fn only(kinds: &[Word], kind: &str) -> bool {
    matches!(kinds, [only] if only.value == kind)
}
