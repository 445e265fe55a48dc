//! No critical pairs: no two conventions of a profile can take one value at one property.
//!
//! At run time two outcomes refuse anyway. This law guards reach, the outcome rule guards safety.

use std::collections::BTreeSet;

use super::super::convention::Convention;
use super::super::flow::Level;
use super::Subject;
use crate::diagnostic::{Diagnostic, rules};
use crate::ir;

/// Refuses pairs of one level, neither `after` the other, whose reaches meet: each pair once.
pub(super) fn check(subject: &Subject<'_>, report: &mut Vec<Diagnostic>) {
    let mut seen = BTreeSet::new();
    for profile in &subject.program.profiles {
        let members = subject.members(profile);
        for (index, (_, first, a)) in members.iter().enumerate() {
            for (word, second, b) in members.iter().skip(index + 1) {
                let Some(witness) = critical(subject, (first, a), (second, b)) else { continue };
                let (low, high) = if a.name < b.name { (&a.name, &b.name) } else { (&b.name, &a.name) };
                if !seen.insert((low, high)) {
                    continue;
                }
                let message = format!("`{}` and `{}` can both take {witness}", a.name, b.name);
                let taken = |convention: &Convention| {
                    convention.flow.as_ref().map_or(convention.name.span, |flow| flow.taken.span)
                };
                report.push(
                    Diagnostic::error(rules::CRITICAL_PAIR, message)
                        .label(second.source, taken(second), format!("`{}` takes it here", b.name))
                        .label(first.source, taken(first), format!("`{}` takes it here", a.name))
                        .label(profile.source, word.span, format!("both are in `{}`", profile.name.value))
                        .help("let one of them be `after` the other, or let their guards exclude each other"),
                );
            }
        }
    }
}

/// What both take, in words.
fn critical(
    subject: &Subject<'_>,
    (first, a): (&Convention, &ir::Convention),
    (second, b): (&Convention, &ir::Convention),
) -> Option<String> {
    if first.level != second.level || a.after.contains(&b.name) || b.after.contains(&a.name) {
        return None;
    }
    if first.level == Some(Level::Key) {
        return Some("an undeclared name".to_owned());
    }
    let (one, other) = (subject.reaches.get(a.name.as_str())?, subject.reaches.get(b.name.as_str())?);
    let (point, classes) = one.meets(other, &subject.points)?;
    Some(format!("`{}` at {}", classes.example()?, point.words()))
}
