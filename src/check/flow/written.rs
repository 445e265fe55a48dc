//! What a convention writes, and where that comes from.

use super::{FlowReader, Taken};
use crate::diagnostic::nearest::suggest;
use crate::diagnostic::{Diagnostic, rules};
use crate::ir::{Level, Provenance};
use crate::syntax::ast::{At, Literal, Rewrite, Word};

impl FlowReader<'_> {
    /// Where that which is written comes from, or nothing where that is reported.
    ///
    /// Where it is not known what is taken, as much is reported as can be told without.
    pub(crate) fn written(
        &self,
        taken: Option<&Taken>,
        rewrite: &At<&Rewrite>,
        report: &mut Vec<Diagnostic>,
    ) -> Option<At<Provenance>> {
        let surplus = matches!(taken, Some(Taken::Surplus(_)));
        let (levels, target): (&[Level], _) = match rewrite.value {
            Rewrite::ToEmptyObject => {
                let fits = self.fits(&[Level::Call], "rewrite", rewrite.span, report);
                return fits.then(|| At::new(Provenance::Empty, rewrite.span));
            }
            Rewrite::Rename(target) => (&[Level::Key], target),
            // An undeclared name that is nobody's is left out with its value.
            Rewrite::To { target, .. } if surplus => (&[Level::Key], target),
            Rewrite::To { target, .. } => (&[Level::Value, Level::Call], target),
        };
        if !self.fits(levels, "rewrite", rewrite.span, report) {
            return None;
        }
        let is_renamed = matches!(rewrite.value, Rewrite::Rename(_));
        let provenance = match &target.value {
            Literal::Word(word) if is_renamed && !surplus && word == "key" => Provenance::Declared,
            Literal::Word(word) if !is_renamed && self.level != Level::Call && word == "omitted" => {
                Provenance::Omitted
            }
            Literal::Word(word) if !["null", "true", "false"].contains(&word.as_str()) => {
                self.bound(taken?, &At::new(word, target.span), report)?
            }
            _ => Provenance::Literal,
        };
        if let (Rewrite::To { planned: Some(planned), .. }, false) = (rewrite.value, reads(taken)) {
            let error = Diagnostic::error(rules::UNBOUND_NAME, "nothing is read that could be planned again");
            let error = error.label(self.source, planned.span, "planned again");
            report.push(error.help("take it out, or read the value by a decoder: `string read as json v`"));
            return None;
        }
        if let (Provenance::Omitted, Some(binder)) = (provenance, taken.and_then(binder)) {
            let message = format!("`{}` is read and not written", binder.value);
            report.push(
                Diagnostic::error(rules::UNWRITTEN_NAME, message)
                    .label(self.source, binder.span, "bound here")
                    .label(self.source, rewrite.span, "not written here")
                    .help(format!("write `rewrite to {}`", binder.value)),
            );
            return None;
        }
        Some(At::new(provenance, rewrite.span))
    }

    /// Where that comes from which is called `name`.
    fn bound(&self, taken: &Taken, name: &At<&String>, report: &mut Vec<Diagnostic>) -> Option<Provenance> {
        let binder = binder(taken);
        if binder.is_some_and(|binder| binder.value == *name.value) {
            return Some(match taken {
                Taken::Read { decoder, .. } => decoder.provenance(),
                Taken::Member { .. } => Provenance::Decoded,
                _ => Provenance::Given,
            });
        }
        let message = format!("`{}` names nothing that is read here", name.value);
        let mut error =
            Diagnostic::error(rules::UNBOUND_NAME, message).label(self.source, name.span, "unknown name");
        if let Some(binder) = binder {
            error = error.label(self.source, binder.span, "this is read");
        }
        let known = match self.level {
            Level::Key if matches!(taken, Taken::Surplus(_)) => "omitted",
            Level::Key => "key",
            Level::Call => binder.map_or("empty object", |binder| binder.value.as_str()),
            Level::Value => binder.map_or("omitted", |binder| binder.value.as_str()),
        };
        report.push(error.help(match taken {
            Taken::Read { binder: None, .. } => {
                format!("name what is read: write `{}` behind the decoder, as in `number n`", name.value)
            }
            _ => suggest(name.value, [known]),
        }));
        None
    }
}

/// Whether a decoder reads what is taken; so too where that is not known.
fn reads(taken: Option<&Taken>) -> bool {
    taken.is_none_or(|taken| matches!(taken, Taken::Read { .. } | Taken::Member { .. }))
}

/// The name of what is taken.
fn binder(taken: &Taken) -> Option<&Word> {
    match taken {
        Taken::Read { binder, .. } | Taken::Raw { binder, .. } => binder.as_ref(),
        Taken::Member { binder, .. } => Some(binder),
        Taken::Name(_) | Taken::Surplus(_) | Taken::One(_) | Taken::Absent => None,
    }
}
