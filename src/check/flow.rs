//! What a convention takes and writes, and where what it writes comes from.

mod taken;
mod written;

pub(super) use taken::unknown_kind;

use super::names::Names;
use crate::diagnostic::{Diagnostic, rules};
use crate::ir::{Action, Decoder, Decoding, Kinds, Level, Omitted, Provenance, Unless};
use crate::span::Span;
use crate::syntax::ast::{At, Word};

/// What a match takes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Taken {
    /// An undeclared name, by the key of the same form.
    Name(Word),
    /// An undeclared name that no key has the form of, where its value is empty.
    Surplus(Word),
    /// Arguments that are absent or `null`.
    Absent,
    /// The value of the only member, where that is called like this.
    Member { names: Vec<String>, binder: Word },
    /// `null`, or the empty string: one value, known in full.
    One(Omitted),
    /// Values of these kinds, read by a decoder.
    Read { kinds: Vec<Word>, unless: Vec<Unless>, decoder: Decoder, binder: Option<Word> },
    /// Values of these kinds, as they are.
    Raw { kinds: Vec<Word>, binder: Option<Word> },
}

/// A match and its rewrite, each with its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Flow {
    pub(super) taken: At<Taken>,
    pub(super) written: At<Provenance>,
    /// Whether it is planned again.
    pub(super) again: bool,
}

impl Flow {
    /// What this comes to in a program, where there is anything to come to.
    pub(super) fn action(&self, level: Level) -> Option<Action> {
        Some(match (&self.taken.value, self.written.value) {
            (Taken::Name(spelling), Provenance::Declared) => {
                Action::Rename { spelling: spelling.value.clone() }
            }
            (Taken::Surplus(spelling), Provenance::Omitted) => {
                Action::OmitSurplus { spelling: spelling.value.clone() }
            }
            (Taken::One(one), Provenance::Omitted) => Action::Omit(*one),
            (Taken::Absent, Provenance::Empty) => Action::EmptyCall,
            (Taken::Member { names, .. }, Provenance::Decoded) => {
                let decoding = Decoding::of_only_member(names.clone());
                Action::DecodeCall(Decoding { again: self.again, ..decoding })
            }
            (Taken::Read { kinds, unless, decoder, .. }, Provenance::Decoded | Provenance::Declared) => {
                let kinds: Kinds = kinds.iter().filter_map(|kind| Kinds::of(&kind.value)).collect();
                // Other kinds would be lossy.
                if !kinds.within(decoder.kinds()) {
                    return None;
                }
                let (decoder, unless) = (decoder.clone(), unless.clone());
                let decoding = Decoding { decoder, kinds, unless, again: self.again };
                if level == Level::Call { Action::DecodeCall(decoding) } else { Action::Decode(decoding) }
            }
            _ => return None,
        })
    }
}

/// Reads the matches and rewrites of one convention.
pub(super) struct FlowReader<'n> {
    pub(super) source: usize,
    pub(super) level: Level,
    pub(super) names: &'n Names<'n>,
}

impl FlowReader<'_> {
    /// Whether what belongs to conventions on `of` stands in one of those.
    fn fits(&self, of: &[Level], clause: &str, span: Span, report: &mut Vec<Diagnostic>) -> bool {
        if of.contains(&self.level) {
            return true;
        }
        let help = match self.level {
            Level::Key => "`match undeclared name where S of name is S of key` and `rewrite name to key`",
            Level::Value => "`match KIND read as DECODER x` and `rewrite to x`, or `rewrite to omitted`",
            Level::Call => "`match string read as json v` and `rewrite to v, planned again`",
        };
        let (here, there) = (self.level.word(), of.first().map_or("value", |level| level.word()));
        let message = format!("this {clause} is for conventions on {there}");
        let error = Diagnostic::error(rules::WRONG_LEVEL, message);
        let error = error.label(self.source, span, format!("in a convention on {here}"));
        report.push(error.help(format!("a convention on {here} has {help}")));
        false
    }
}
