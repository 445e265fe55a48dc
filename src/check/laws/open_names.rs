//! Closed names: in an open object an undeclared name is legal, and only a call that lacks a required
//! key is certainly misspelled.

use super::Subject;
use crate::diagnostic::{Diagnostic, rules};
use crate::ir::{Guard, Level, Literal, ShapeClause};

/// Refuses a key convention in a profile over open objects, unless its guard asks for closed names or
/// a required key.
pub(super) fn check(subject: &Subject<'_>, report: &mut Vec<Diagnostic>) {
    for profile in &subject.program.profiles {
        let shapes = profile.over.iter().filter_map(|word| subject.program.shape(&word.value));
        let Some((open, lacks)) =
            shapes.into_iter().find_map(|shape| Some((shape, lacking(&shape.ir.clauses)?)))
        else {
            continue;
        };
        for (word, convention, ir) in subject.members(profile) {
            // A name that is nobody's is legal wherever the object is open, whatever is required.
            let is_surplus = ir.action.omits_surplus_by().is_some();
            let wanted = [(&Guard::NamesClosed, true), (&Guard::Required, true)];
            let wanted = if is_surplus { wanted.split_at(1).0 } else { &wanted };
            if convention.level != Some(Level::Key) || ir.guard.implies(wanted) {
                continue;
            }
            let (does, lacks_it, help) = match is_surplus {
                true => (
                    "leaves names out",
                    "does not ask for it",
                    "let `derive when` ask for `names are closed`, or close the shape",
                ),
                false => (
                    "renames",
                    "asks for neither",
                    "let `derive when` ask for `names are closed or required`, or close the shape",
                ),
            };
            let message = format!("`{}` {does} in objects that are open", word.value);
            report.push(
                Diagnostic::error(rules::OPEN_NAMES, message)
                    .label(profile.source, word.span, "named here")
                    .label(open.source, open.name.span, format!("this shape does not ask for `{lacks}`"))
                    .label(convention.source, convention.derive.unwrap_or(convention.name.span), lacks_it)
                    .help(help),
            );
        }
    }
}

/// What a shape does not ask for that closes an object. Beside `patternProperties`, undeclared names are
/// legal in spite of `additionalProperties`.
fn lacking(clauses: &[ShapeClause]) -> Option<&'static str> {
    let is_false = |clause: &ShapeClause| matches!(clause, ShapeClause::Is { keyword, literal: Literal::Bool(false) } if keyword == "additionalProperties");
    let is_without = |clause: &ShapeClause| matches!(clause, ShapeClause::Without(keywords) if keywords.iter().any(|word| word == "patternProperties"));
    if !clauses.iter().any(is_false) {
        Some("additionalProperties is false")
    } else if !clauses.iter().any(is_without) {
        Some("without patternProperties")
    } else {
        None
    }
}
