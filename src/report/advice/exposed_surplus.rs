//! Closed objects: a call with one name too many is refused, and no rule drops the name.

use super::{Found, MOST_LABELS, Subject, note};
use crate::coverage::count;
use crate::diagnostic::Diagnostic;
use crate::facets::is_closed;
use crate::ir::Level;
use crate::json::Node;
use crate::span::Span;

pub(super) const CODE: &str = "check::exposed-surplus";

/// One finding a tool.
pub(super) fn find<'s>(subject: &'s Subject<'s>) -> Found<'s> {
    let mut closed: Vec<Span> =
        subject.parts.iter().filter_map(|part| closed_at(subject, part.node)).collect();
    closed.sort();
    closed.dedup();
    let is_exposed = !closed.is_empty() && !drops_surplus(subject);
    Box::new(is_exposed.then(|| told(subject, &closed)).into_iter())
}

fn told(subject: &Subject<'_>, closed: &[Span]) -> Diagnostic {
    let is_closed = closed_at(subject, subject.schema.root()).is_some();
    let place = match (is_closed, closed.len()) {
        (true, 1) => String::new(),
        (true, number) => format!(", and so it is in {} inside", count(number - 1, "object")),
        (false, number) => format!(" in {} inside", count(number, "object")),
    };
    let message =
        format!("a name too many in a call of {} is refused{place}, and no rule drops it", subject.tool());
    let labelled = closed.iter().take(MOST_LABELS);
    let found = labelled.fold(note(CODE, message), |note, span| note.label(0, *span, subject.at(*span)));
    found.help(
        "models invent arguments; leave the object closed, since only there a misspelled name is known for \
         one, and say in the description that nothing else is taken",
    )
}

/// Where it says that `node` takes no undeclared names.
fn closed_at(subject: &Subject<'_>, node: &Node) -> Option<Span> {
    let member = node.member("additionalProperties").filter(|_| is_closed(subject.schema, node))?;
    Some(member.name_span)
}

/// Whether a convention of the profile drops undeclared names.
fn drops_surplus(subject: &Subject<'_>) -> bool {
    let mut actions = subject.profile.conventions().map(|convention| &convention.action);
    actions.any(|action| action.level() == Level::Key && action.renames_by().is_none())
}
