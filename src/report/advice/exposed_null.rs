//! Optional properties that refuse null, where no rule leaves a null out.

use super::{Found, MOST_LABELS, Subject, list, note};
use crate::coverage::count;
use crate::facets::kinds;
use crate::ir::Kinds;
use crate::schema::Position;
use crate::span::Span;

pub(super) const CODE: &str = "check::exposed-null";

/// One finding a tool: what is done about it is done for all of them.
pub(super) fn find<'s>(subject: &'s Subject<'s>) -> Found<'s> {
    let exposed = subject.positions.iter().filter(|position| is_exposed(subject, position));
    let (mut top, mut below): (Vec<&Position<'_>>, Vec<_>) =
        exposed.partition(|position| position.depth == 0);
    top.sort_by_key(|position| position.name_span);
    below.sort_by_key(|position| position.name_span);
    let number = top.len() + below.len();
    let found = (number > 0).then(|| {
        let keys = top.iter().filter_map(|position| position.key);
        let pointers = below.iter().map(|position| &*position.pointer);
        let refuse = if number == 1 { "refuses" } else { "refuse" };
        let of = subject.tool();
        let who = match (top.len(), below.len()) {
            (top, 0) => format!("{} of {of}", count(top, "optional argument")),
            (0, below) => format!("{} inside arguments of {of}", count(below, "optional member")),
            (top, below) => format!("{} of {of} and {below} inside others", count(top, "optional argument")),
        };
        let message =
            format!("{who} {refuse} null, and no rule leaves one out: {}", list(keys.chain(pointers)));
        let help = match subject.plan {
            Some(_) => {
                "models send null for what they leave out; let the schema accept null where it says that"
            }
            None => {
                "models send null for what they leave out; let the schema accept null where it says that, \
                 or give the tool a shape that plans are derived for"
            }
        };
        let names: Vec<Span> = top.iter().chain(&below).map(|position| position.name_span).collect();
        let labelled = names.iter().take(MOST_LABELS);
        labelled.fold(note(CODE, message), |note, name| note.label(0, *name, subject.at(*name))).help(help)
    });
    Box::new(found.into_iter())
}

/// Whether the property may be left out, refuses null, and no rule leaves a null out.
fn is_exposed(subject: &Subject<'_>, position: &Position<'_>) -> bool {
    position.key.is_some()
        && !position.is_required()
        && !is_covered(subject, position)
        && !Kinds::NULL.within(kinds(subject.schema, position.node))
}

fn is_covered(subject: &Subject<'_>, position: &Position<'_>) -> bool {
    let omits_null = |kind: &str| {
        let convention = subject.profile.program().ir().convention(kind);
        convention.is_some_and(|convention| convention.action.omits_null())
    };
    subject.rules().iter().any(|rule| Subject::is_at(rule, position) && omits_null(&rule.kind))
}
