//! Identity guard: a value that its property accepts is never rewritten, so a convention must be able
//! to take another one.

use super::Subject;
use crate::diagnostic::{Diagnostic, rules};

/// Refuses a convention that cannot have an outcome anywhere.
pub(super) fn check(subject: &Subject<'_>, report: &mut Vec<Diagnostic>) {
    for (convention, ir) in subject.conventions() {
        if !subject.reaches.get(ir.name.as_str()).is_some_and(|reach| reach.is_empty(&subject.points)) {
            continue;
        }
        let place = convention.flow.as_ref().map_or(convention.name.span, |flow| flow.taken.span);
        let message = format!("`{}` can never have an outcome", ir.name);
        let error = Diagnostic::error(rules::DEAD, message).label(convention.source, place, "what it takes");
        let error = match convention.derive {
            Some(derive) => {
                error.label(convention.source, derive, "where this holds, there is nothing to do")
            }
            None => error,
        };
        report.push(error.help(
            "an accepted value is never rewritten, and a rejected outcome is no outcome: change the guard",
        ));
    }
}
