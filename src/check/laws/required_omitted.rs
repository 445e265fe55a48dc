//! Optional only: a member that its object requires is never left out.

use super::Subject;
use crate::diagnostic::{Diagnostic, rules};
use crate::ir::Guard;

/// Refuses `omitted` where the guard does not say that the member is optional.
pub(super) fn check(subject: &Subject<'_>, report: &mut Vec<Diagnostic>) {
    for (convention, ir) in subject.conventions() {
        if ir.action.omits().is_none() || ir.guard.implies(&[(&Guard::Required, false)]) {
            continue;
        }
        let place = convention.flow.as_ref().map_or(convention.name.span, |flow| flow.written.span);
        let message = format!("`{}` may leave out a required member", ir.name);
        let error = Diagnostic::error(rules::REQUIRED_OMITTED, message);
        let error = error.label(convention.source, place, "left out here");
        let error = match convention.derive {
            Some(derive) => error.label(convention.source, derive, "this may hold for a required one"),
            None => error,
        };
        report.push(error.help("let `derive when` ask for `not required`"));
    }
}
