//! Profiles.

use super::clauses::{needed, once, pick};
use super::names::{self, Names};
use super::{convention, literal};
use crate::diagnostic::nearest::suggest;
use crate::diagnostic::{Diagnostic, rules};
use crate::ir::{self, Bounds, Status};
use crate::span::Span;
use crate::syntax::ast::{Clause, Item, Word};
use crate::syntax::words::{BOUNDS, LATER_BOUNDS};

/// A profile and where its parts stand.
pub(super) struct Profile {
    pub(super) source: usize,
    pub(super) name: Word,
    pub(super) over: Vec<Word>,
    pub(super) conventions: Vec<Word>,
    /// The clause, or the name where there is none.
    pub(super) bounds: Span,
    pub(super) ir: ir::Profile,
}

pub(super) fn lower(item: &Item, names: &Names<'_>, report: &mut Vec<Diagnostic>) -> Option<Profile> {
    let errors = report.len();
    let source = item.source;
    let status = match once(item, "status", report, pick!(Clause::Status)) {
        Some((word, span)) => {
            convention::status_of(source, word, span, Status::Review, report).map(|at| at.value)
        }
        None => Some(Status::Active),
    };
    let plan = needed(item, "plan", report, pick!(Clause::Plan))
        .and_then(|(number, _)| plan(source, number, report));
    let over = needed(item, "over", report, pick!(Clause::Over));
    let over = over.map(|(words, _)| names.resolve("shape", words, source, report)).unwrap_or_default();
    let conventions = needed(item, "conventions", report, pick!(Clause::Conventions));
    let conventions =
        conventions.map(|(words, _)| names.resolve("convention", words, source, report)).unwrap_or_default();
    let bounds = once(item, "bounds", report, pick!(Clause::Bounds));
    for at in &item.clauses {
        let what = match at.value {
            Clause::Reach => "reach",
            Clause::Except => "except",
            _ => continue,
        };
        let error = Diagnostic::error(rules::NOT_YET, format!("this version does not compile `{what}` yet"));
        report.push(error.label(source, at.span, "comes later").help("take the clause out"));
    }

    let span = bounds.map_or(item.name.span, |(_, span)| span);
    let limits = bounds.map_or(Bounds::WIRE, |(pairs, _)| limits(source, pairs, report));
    let texts = |words: &[Word]| words.iter().map(|word| word.value.clone()).collect::<Vec<_>>();
    let mut shapes = texts(&over);
    shapes.sort_unstable();
    let ir = ir::Profile {
        name: item.name.value.clone(),
        status: status?,
        plan: plan?,
        over: shapes,
        conventions: texts(&conventions),
        bounds: limits,
    };
    let name = item.name.clone();
    (!item.broken && report.len() == errors).then_some(Profile {
        source,
        name,
        over,
        conventions,
        bounds: span,
        ir,
    })
}

fn plan(source: usize, number: &Word, report: &mut Vec<Diagnostic>) -> Option<u32> {
    let plan = match number.value.as_str() {
        "1" => return Some(1),
        "2" => return Some(2),
        other => other,
    };
    let error = Diagnostic::error(rules::UNKNOWN_PLAN, format!("there is no plan version {plan}"));
    report.push(error.label(source, number.span, "unknown version").help("write `plan 1` or `plan 2`"));
    None
}

fn limits(source: usize, pairs: &[(Word, Word)], report: &mut Vec<Diagnostic>) -> Bounds {
    let mut bounds = Bounds::WIRE;
    let mut seen: Vec<&Word> = Vec::new();
    for (word, number) in pairs {
        if let Some(first) = seen.iter().find(|first| first.value == word.value) {
            report.push(names::repeated(source, word, first));
            continue;
        }
        seen.push(word);
        let bound = match word.value.as_str() {
            "ref" => &mut bounds.reference,
            "key" => &mut bounds.key,
            "properties" => &mut bounds.properties,
            "rules" => &mut bounds.rules,
            "plans" => &mut bounds.plans,
            other => {
                report.push(unknown(source, other, word.span));
                continue;
            }
        };
        let Some(limit) = literal::whole(number, 1, u32::MAX, source, report) else { continue };
        if limit > *bound {
            let message = format!("the bound `{}` is {} at most, not {limit}", word.value, *bound);
            let error = Diagnostic::error(rules::WIDE_BOUND, message).label(
                source,
                number.span,
                "wider than the wire",
            );
            report.push(error.help(format!("write `{} {}`, or less", word.value, *bound)));
        }
        *bound = limit.min(*bound);
    }
    bounds
}

fn unknown(source: usize, word: &str, span: Span) -> Diagnostic {
    if LATER_BOUNDS.contains(&word) {
        let error = Diagnostic::error(
            rules::NOT_YET,
            format!("this version does not compile the bound `{word}` yet"),
        );
        return error.label(source, span, "comes later").help("take the bound out");
    }
    let error = Diagnostic::error(rules::UNKNOWN_BOUND, format!("there is no bound called `{word}`"));
    error.label(source, span, "unknown bound").help(suggest(word, BOUNDS.iter().copied()))
}
