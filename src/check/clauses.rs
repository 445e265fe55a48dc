//! How often an item has a clause.

use crate::diagnostic::{Diagnostic, rules};
use crate::span::Span;
use crate::syntax::ast::{At, Item};

/// An item and its clauses, which are of its own kind.
pub(super) struct Clauses<'i, C> {
    pub(super) item: &'i Item,
    pub(super) clauses: &'i [At<C>],
}

impl<'i, C> Clauses<'i, C> {
    /// The parts that `pick` finds in the clauses: the first one. Others are reported.
    pub(super) fn once<T>(
        &self,
        clause: &str,
        report: &mut Vec<Diagnostic>,
        pick: impl Fn(&'i C) -> Option<T>,
    ) -> Option<(T, Span)> {
        let (source, name) = (self.item.source, &self.item.name);
        let mut found = self.clauses.iter().filter_map(|at| pick(&at.value).map(|part| (part, at.span)));
        let first = found.next();
        for (_, again) in found {
            let message = format!("`{}` has `{clause}` twice", name.value);
            let error = Diagnostic::error(rules::REPEATED_CLAUSE, message).label(source, again, "again");
            let first = first.as_ref().map_or(again, |(_, span)| *span);
            report.push(error.label(source, first, "first here").help("keep one of them"));
        }
        first
    }

    /// As [`Self::once`]; where there is none, that is reported, unless the item is broken anyway.
    pub(super) fn needed<T>(
        &self,
        clause: &str,
        report: &mut Vec<Diagnostic>,
        pick: impl Fn(&'i C) -> Option<T>,
    ) -> Option<(T, Span)> {
        let found = self.once(clause, report, pick);
        if found.is_none() && !self.item.broken {
            let (kind, name) = (self.item.kind.value.word(), &self.item.name);
            let message = format!("the {kind} `{}` has no `{clause}`", name.value);
            let error = Diagnostic::error(rules::MISSING_CLAUSE, message);
            let error = error.label(self.item.source, name.span, format!("`{clause}` is missing"));
            report.push(error.help(format!("write a clause that starts with `{clause}`")));
        }
        found
    }
}

/// The part of a clause of one kind, for [`Clauses::once`] and [`Clauses::needed`].
macro_rules! pick {
    ($clause:path) => {
        |clause| if let $clause(part) = clause { Some(part) } else { None }
    };
}
pub(super) use pick;
