//! Closed objects: a call with one name too many is refused, and no rule leaves the name out.

use super::{Found, MOST_LABELS, Subject, note};
use crate::coverage::count;
use crate::diagnostic::Diagnostic;
use crate::facets::is_closed;
use crate::json::{Node, pointer};
use crate::plan::Rule;
use crate::span::Span;

pub(super) const CODE: &str = "check::exposed-surplus";

/// One finding a tool.
pub(super) fn find<'s>(subject: &'s Subject<'s>) -> Found<'s> {
    let covered: Vec<&Node> = covered(subject).collect();
    let is_covered = |node: &Node| covered.iter().any(|covered| std::ptr::eq(*covered, node));
    let parts = subject.parts.iter().filter(|part| !is_covered(part.node));
    let mut closed: Vec<Span> = parts.filter_map(|part| closed_at(subject, part.node)).collect();
    closed.sort();
    closed.dedup();
    Box::new((!closed.is_empty()).then(|| told(subject, &closed)).into_iter())
}

fn told(subject: &Subject<'_>, closed: &[Span]) -> Diagnostic {
    let is_closed = closed_at(subject, subject.schema.root()).is_some_and(|span| closed.contains(&span));
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

/// The objects in which a rule of the plan leaves undeclared names out. It leaves out only what is empty:
/// what holds something is refused all the same, but that is no more than a person would want.
fn covered<'s>(subject: &'s Subject<'s>) -> impl Iterator<Item = &'s Node> {
    let ir = subject.profile.program().ir();
    let omits = move |rule: &&Rule| {
        let convention = ir.convention(&rule.kind);
        convention.is_some_and(|convention| convention.action.omits_surplus_by().is_some())
    };
    let root = subject.schema.root();
    subject
        .rules()
        .iter()
        .filter(omits)
        .filter_map(|rule| pointer::get(root, rule.at.as_deref().unwrap_or("")))
}
