//! No critical pairs: no two conventions of a profile can take one value at one property.
//!
//! A program without a profile is one that is still to be put to use: there all its conventions are
//! held against each other, once nothing else is wrong with them.
//!
//! At run time two outcomes refuse anyway. This law guards reach, the outcome rule guards safety.

use std::collections::BTreeSet;

use super::super::convention::Convention;
use super::super::profile::Profile;
use super::Subject;
use crate::diagnostic::{Diagnostic, Severity, rules};
use crate::ir;
use crate::ir::model::Pair;
use crate::syntax::ast::Word;

/// A convention of a profile: the word that names it there, itself, and what it was lowered to.
type Member<'c> = (&'c Word, &'c Convention, &'c ir::Convention);

/// Refuses pairs of one level, neither `after` the other, whose reaches meet: each pair once.
pub(super) fn check(subject: &Subject<'_>, report: &mut Vec<Diagnostic>) {
    let mut seen = BTreeSet::new();
    let profiles = subject.program.profiles.iter();
    let mut groups: Vec<_> = profiles.map(|profile| (Some(profile), subject.members(profile))).collect();
    let clean = report.iter().all(|diagnostic| diagnostic.severity != Severity::Error);
    if groups.is_empty() && clean {
        groups.push((None, subject.all_members()));
    }
    for (profile, members) in groups {
        for (index, first) in members.iter().enumerate() {
            for second in members.iter().skip(index + 1) {
                let (a, b) = (&first.2.name, &second.2.name);
                if seen.insert((a.min(b), a.max(b)))
                    && let Some(witness) = critical(subject, first, second)
                {
                    report.push(error(profile, first, second, &witness));
                }
            }
        }
    }
}

fn error(
    profile: Option<&Profile>,
    (_, first, a): &Member<'_>,
    (word, second, b): &Member<'_>,
    witness: &str,
) -> Diagnostic {
    let taken = |convention: &Convention| {
        convention.flow.as_ref().map_or(convention.name.span, |flow| flow.taken.span)
    };
    let message = format!("`{}` and `{}` can both take {witness}", a.name, b.name);
    let error = Diagnostic::error(rules::CRITICAL_PAIR, message)
        .label(second.source, taken(second), format!("`{}` takes it here", b.name))
        .label(first.source, taken(first), format!("`{}` takes it here", a.name))
        .help("let one of them be `after` the other, or let their guards exclude each other");
    match profile {
        Some(profile) => {
            error.label(profile.source, word.span, format!("both are in `{}`", profile.name.value))
        }
        None => error,
    }
}

/// What both take, in words.
fn critical(subject: &Subject<'_>, (_, _, a): &Member<'_>, (_, _, b): &Member<'_>) -> Option<String> {
    let (one, other) = (subject.reaches.get(a.name.as_str())?, subject.reaches.get(b.name.as_str())?);
    Pair::at_hand((a, one), (b, other), &subject.points)?.critical()
}
