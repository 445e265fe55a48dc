//! Closed names: in an open object an undeclared name is legal, and only a call that lacks a required
//! key is certainly misspelled.

use super::super::flow::Level;
use super::Subject;
use super::implies::implies;
use crate::diagnostic::{Diagnostic, rules};
use crate::ir::{Guard, Literal, ShapeClause};

/// Refuses a key convention in a profile over open objects, unless its guard asks for closed names or
/// a required key.
pub(super) fn check(subject: &Subject<'_>, report: &mut Vec<Diagnostic>) {
    for profile in &subject.program.profiles {
        let shapes = profile.over.iter().filter_map(|word| subject.program.shape(&word.value));
        let Some(open) = shapes.into_iter().find(|shape| !is_closed(&shape.ir.clauses)) else { continue };
        for (word, convention, ir) in subject.members(profile) {
            let wanted = [(&Guard::Required, true), (&Guard::NamesClosed, true)];
            if convention.level != Some(Level::Key) || implies(&ir.guard, &wanted) {
                continue;
            }
            let message = format!("`{}` renames in objects that are open", word.value);
            report.push(
                Diagnostic::error(rules::OPEN_NAMES, message)
                    .label(profile.source, word.span, "named here")
                    .label(
                        open.source,
                        open.name.span,
                        "this shape does not ask for `additionalProperties is false`",
                    )
                    .label(
                        convention.source,
                        convention.derive.unwrap_or(convention.name.span),
                        "asks for neither",
                    )
                    .help("let `derive when` ask for `names are closed or required`, or close the shape"),
            );
        }
    }
}

fn is_closed(clauses: &[ShapeClause]) -> bool {
    clauses.iter().any(|clause| {
        matches!(clause, ShapeClause::Is { keyword, literal: Literal::Bool(false) } if keyword == "additionalProperties")
    })
}
