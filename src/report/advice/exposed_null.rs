//! Optional properties that refuse null, where no rule leaves a null out.

use super::{Found, MOST_LABELS, Subject, list, note};
use crate::coverage::count;

pub(super) const CODE: &str = "check::exposed-null";

/// One finding a tool: what is done about it is done for all of them.
pub(super) fn find<'s>(subject: &'s Subject<'s>) -> Found<'s> {
    let mut exposed: Vec<_> = subject
        .parts
        .iter()
        .filter(|part| part.is_top())
        .filter_map(|part| Some((part.key?, part.name()?, part)))
        .filter(|(key, _, part)| {
            !subject.schema.requires(key) && !is_covered(subject, key) && !subject.takes_null(part)
        })
        .map(|(key, name, _)| (key, name))
        .collect();
    exposed.sort_by_key(|(_, name)| *name);
    let number = exposed.len();
    let found = (number > 0).then(|| {
        let keys = list(exposed.iter().map(|(key, _)| *key));
        let refuse = if number == 1 { "refuses" } else { "refuse" };
        let message = format!(
            "{} of {} {refuse} null, and no rule leaves one out: {keys}",
            count(number, "optional argument"),
            subject.tool()
        );
        let help = match subject.plan {
            Some(_) => {
                "models send null for what they leave out; let the schema accept null where it says that"
            }
            None => {
                "models send null for what they leave out; let the schema accept null where it says that, \
                 or give the tool a shape that plans are derived for"
            }
        };
        let labelled = exposed.iter().take(MOST_LABELS);
        labelled
            .fold(note(CODE, message), |note, (_, name)| note.label(0, *name, subject.at(*name)))
            .help(help)
    });
    Box::new(found.into_iter())
}

/// Whether a rule of the plan leaves a null out.
fn is_covered(subject: &Subject<'_>, key: &str) -> bool {
    let rules = subject.plan.map(|plan| plan.rules()).unwrap_or_default();
    rules.iter().filter(|rule| rule.key == key).any(|rule| {
        let convention = subject.profile.program().ir().convention(&rule.kind);
        convention.is_some_and(|convention| convention.action.omits_null())
    })
}
