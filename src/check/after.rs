//! `after`: who waits for whom.

use super::Checked;
use super::convention::Convention;
use crate::diagnostic::{Diagnostic, rules};
use crate::syntax::ast::Word;

/// Reports conventions that wait for each other, and those that wait for one that they never meet.
pub(super) fn check(checked: &Checked, report: &mut Vec<Diagnostic>) {
    for (convention, word) in
        checked.conventions.iter().flat_map(|c| c.after.iter().map(move |word| (c, word)))
    {
        let other = checked.convention(&word.value);
        let Some(other) = other.filter(|other| other.level.is_some() && other.level != convention.level)
        else {
            continue;
        };
        let message = format!("`{}` never meets `{}`", convention.name.value, word.value);
        report.push(
            Diagnostic::error(rules::WRONG_LEVEL, message)
                .label(convention.source, word.span, "one works on keys, the other on values")
                .label(other.source, other.name.span, "this one")
                .help("take it out of `after`"),
        );
    }
    cycles(checked, report);
}

fn cycles(checked: &Checked, report: &mut Vec<Diagnostic>) {
    let mut open: Vec<&Convention> = checked.conventions.iter().collect();
    loop {
        // Whoever waits for nobody who is left is in no cycle.
        let before = open.len();
        let left = open.clone();
        open.retain(|convention| waits(&left, convention).is_some());
        if open.len() < before {
            continue;
        }
        let Some(first) = open.first() else { return };
        let cycle = walk(&open, first);
        open.retain(|convention| !cycle.iter().any(|(member, _)| member.name == convention.name));
        report.push(error(&cycle));
    }
}

/// One that `convention` waits for among those left, and the word that says so.
fn waits<'c>(left: &[&'c Convention], convention: &'c Convention) -> Option<(&'c Convention, &'c Word)> {
    convention.after.iter().find_map(|word| Some((*left.iter().find(|other| other.name == *word)?, word)))
}

/// From `first` to whom it waits for, and on, until somebody comes again: that part of the way is a cycle.
fn walk<'c>(left: &[&'c Convention], first: &'c Convention) -> Vec<(&'c Convention, &'c Word)> {
    let mut way: Vec<(&Convention, &Word)> = Vec::new();
    let mut here = first;
    while let Some((next, word)) = waits(left, here) {
        way.push((here, word));
        if let Some(start) = way.iter().position(|(seen, _)| seen.name == next.name) {
            return way.split_off(start);
        }
        here = next;
    }
    way
}

fn error(cycle: &[(&Convention, &Word)]) -> Diagnostic {
    let names: Vec<String> =
        cycle.iter().map(|(convention, _)| format!("`{}`", convention.name.value)).collect();
    let message = match names.as_slice() {
        [only] => format!("{only} waits for itself"),
        _ => format!("{} wait for each other", names.join(", ")),
    };
    let error =
        cycle.iter().fold(Diagnostic::error(rules::AFTER_CYCLE, message), |error, (convention, word)| {
            error.label(convention.source, word.span, format!("`{}` waits for this", convention.name.value))
        });
    error.help("take one of them out of `after`")
}
