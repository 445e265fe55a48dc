//! What a convention takes.

use super::{Reading, Taken};
use crate::diagnostic::nearest::suggest;
use crate::diagnostic::{Diagnostic, rules};
use crate::ir::{Called, Decoder, Level, Omitted};
use crate::syntax::ast::{At, Match, Word};
use crate::syntax::kind::Kind;
use crate::syntax::slip;
use crate::syntax::words::{self, KINDS, LATER_DECODERS};

impl Reading<'_> {
    /// What is taken, or nothing where that is reported.
    pub(crate) fn taken(&self, matching: &At<&Match>, report: &mut Vec<Diagnostic>) -> Option<At<Taken>> {
        let taken = match matching.value {
            Match::Undeclared { of_name, of_key } => {
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
                known.then(|| Taken::Name(of_name.clone()))?
            }
            Match::EmptyString => Taken::One(Omitted::EmptyString),
            Match::Taken { kinds, binder: None } if only(kinds, "null") => Taken::One(Omitted::Null),
            Match::AbsentOrNull => return self.not_yet("absent or null", matching.span, report),
            Match::Surplus { .. } => return self.not_yet("with an empty value", matching.span, report),
            Match::Taken { kinds, binder } => Taken::Raw {
                kinds: self.kinds(kinds, report)?,
                binder: self.binder(binder.as_ref(), report)?,
            },
            Match::OnlyMember { .. } => return self.not_yet("the only member", matching.span, report),
            Match::Read { unless: Some(unless), .. } => return self.not_yet("unless", unless.span, report),
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
                "absent" => "did you mean `absent or null`?".to_owned(),
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
        let called = Decoder::called(word);
        let way = called.as_ref().map(|called| called.with("S")).map_or(String::new(), |decoder| {
            format!("write `read as {} {}`", decoder.text(), decoder.binder())
        });
        let (message, help) = match (called, by) {
            (Some(Called::Alone(decoder)), None) => return Some(decoder),
            (Some(called @ Called::By(_)), Some(by)) => {
                let known = self.names.has(Kind::Spelling, by, self.source, report);
                return known.then(|| called.with(&by.value));
            }
            (Some(Called::Alone(_)), Some(_)) => (format!("`{word}` reads by no spelling"), way),
            (Some(Called::By(_)), None) => (format!("`{word}` reads by a spelling"), way),
            (None, _) if LATER_DECODERS.contains(&word) => {
                return self.not_yet(&format!("read as {word}"), decoder.span, report);
            }
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

fn only(kinds: &[Word], kind: &str) -> bool {
    matches!(kinds, [only] if only.value == kind)
}
