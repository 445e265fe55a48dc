//! Uniqueness: what is looked up by a spelling is the only one of its form.

use super::Subject;
use super::implies::implies;
use crate::diagnostic::{Diagnostic, rules};
use crate::ir::{Action, Decoder, Guard};

/// Refuses a key or an enum member that is looked up by a spelling where the guard does not say `unique`.
pub(super) fn check(subject: &Subject<'_>, report: &mut Vec<Diagnostic>) {
    for (convention, ir) in subject.conventions() {
        let (what, condition, text) = match &ir.action {
            Action::Rename { spelling } => (
                "a key",
                Guard::KeyUnique(spelling.clone()),
                format!("{spelling} of key is unique among keys"),
            ),
            Action::Decode(Decoder::EnumBy(spelling)) => (
                "an enum member",
                Guard::SomeEnumUnique(spelling.clone()),
                format!("some enum has a unique {spelling}"),
            ),
            Action::Decode(Decoder::Number) | Action::Omit(_) => continue,
        };
        if implies(&ir.guard, &[(&condition, true)]) {
            continue;
        }
        let place = convention.flow.as_ref().map_or(convention.name.span, |flow| flow.taken.span);
        let message = format!("`{}` looks up {what} that need not be unique", ir.name);
        let error = Diagnostic::error(rules::MISSING_UNIQUE, message).label(
            convention.source,
            place,
            "looked up here",
        );
        let error = match convention.derive {
            Some(derive) => error.label(convention.source, derive, "this may hold without"),
            None => error,
        };
        report.push(error.help(format!("let `derive when` ask for `{text}`")));
    }
}
