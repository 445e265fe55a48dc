//! Uniqueness: what is looked up by a spelling is the only one of its form.

use super::Subject;
use crate::diagnostic::{Diagnostic, rules};

/// Refuses a key or an enum member that is looked up by a spelling where the guard does not say `unique`.
pub(super) fn check(subject: &Subject<'_>, report: &mut Vec<Diagnostic>) {
    for (convention, ir) in subject.conventions() {
        let Some(lookup) = ir.action.looks_up() else { continue };
        let unique = lookup.unique();
        if ir.guard.implies(&[(&unique, true)]) {
            continue;
        }
        let place = convention.flow.as_ref().map_or(convention.name.span, |flow| flow.taken.span);
        let message = format!("`{}` looks up {} that need not be unique", ir.name, lookup.words());
        let error = Diagnostic::error(rules::MISSING_UNIQUE, message).label(
            convention.source,
            place,
            "looked up here",
        );
        let error = match convention.derive {
            Some(derive) => error.label(convention.source, derive, "this may hold without"),
            None => error,
        };
        report.push(error.help(format!("let `derive when` ask for `{}`", unique.text())));
    }
}
