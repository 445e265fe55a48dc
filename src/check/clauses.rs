//! How often an item has a clause.

use crate::diagnostic::{Diagnostic, rules};
use crate::span::Span;
use crate::syntax::ast::{Clause, Item};

/// The parts that `pick` finds in the clauses of `item`: the first one. Others are reported.
pub(super) fn once<'i, T>(
    item: &'i Item,
    clause: &str,
    report: &mut Vec<Diagnostic>,
    pick: impl Fn(&'i Clause) -> Option<T>,
) -> Option<(T, Span)> {
    let mut found = item.clauses.iter().filter_map(|at| pick(&at.value).map(|part| (part, at.span)));
    let first = found.next();
    for (_, again) in found {
        let message = format!("`{}` has `{clause}` twice", item.name.value);
        let error = Diagnostic::error(rules::REPEATED_CLAUSE, message).label(item.source, again, "again");
        let first = first.as_ref().map_or(again, |(_, span)| *span);
        report.push(error.label(item.source, first, "first here").help("keep one of them"));
    }
    first
}

/// As [`once`]; where there is none, that is reported, unless `item` is broken anyway.
pub(super) fn needed<'i, T>(
    item: &'i Item,
    clause: &str,
    report: &mut Vec<Diagnostic>,
    pick: impl Fn(&'i Clause) -> Option<T>,
) -> Option<(T, Span)> {
    let found = once(item, clause, report, pick);
    if found.is_none() && !item.broken {
        let message = format!("the {} `{}` has no `{clause}`", item.word.value, item.name.value);
        let error = Diagnostic::error(rules::MISSING_CLAUSE, message);
        let error = error.label(item.source, item.name.span, format!("`{clause}` is missing"));
        report.push(error.help(format!("write a clause that starts with `{clause}`")));
    }
    found
}

/// The part of a clause of one kind, for [`once`] and [`needed`].
macro_rules! pick {
    ($clause:path) => {
        |clause| if let $clause(part) = clause { Some(part) } else { None }
    };
}
pub(super) use pick;
