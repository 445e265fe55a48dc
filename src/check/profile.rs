//! Profiles.

use std::collections::{BTreeMap, BTreeSet};

use super::clauses::{Clauses, pick};
use super::names::{self, Names};
use super::{convention, literal};
use crate::diagnostic::nearest::suggest;
use crate::diagnostic::{Diagnostic, rules};
use crate::ir::{self, Bounds, Status};
use crate::span::Span;
use crate::syntax::ast::{ProfileClause, Word};
use crate::syntax::kind::Kind;
use crate::syntax::words::{BOUNDS, REACHES};

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

pub(super) fn lower(
    clauses: &Clauses<'_, ProfileClause>,
    names: &Names<'_>,
    report: &mut Vec<Diagnostic>,
) -> Option<Profile> {
    let item = clauses.item;
    let errors = report.len();
    let source = item.source;
    let status = match clauses.once("status", report, pick!(ProfileClause::Status)) {
        Some((word, span)) => {
            convention::status_of(source, word, span, Status::Review, report).map(|at| at.value)
        }
        None => Some(Status::Active),
    };
    let plan = clauses
        .needed("plan", report, pick!(ProfileClause::Plan))
        .and_then(|(number, _)| plan(source, number, report));
    let over = clauses.needed("over", report, pick!(ProfileClause::Over));
    let over = over.map(|(words, _)| names.resolve(Kind::Shape, words, source, report)).unwrap_or_default();
    let conventions = clauses.needed("conventions", report, pick!(ProfileClause::Conventions));
    let conventions = conventions
        .map(|(words, _)| names.resolve(Kind::Convention, words, source, report))
        .unwrap_or_default();
    let bounds = clauses.once("bounds", report, pick!(ProfileClause::Bounds));
    let reach = clauses.once("reach", report, pick!(ProfileClause::Reach));
    let reach = reach.map(|(words, _)| reach_of(source, words, report)).unwrap_or_default();
    let except = except(clauses, &conventions, names, report);
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
        reach,
        conventions: texts(&conventions),
        except,
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

/// How far the rules go. A word that is none, or comes twice, is reported.
fn reach_of(source: usize, words: &[Word], report: &mut Vec<Diagnostic>) -> ir::Reach {
    let mut reach = ir::Reach::default();
    let mut seen: Vec<&Word> = Vec::new();
    for word in words {
        if let Some(first) = seen.iter().find(|first| first.value == word.value) {
            report.push(names::repeated(source, word, first));
        }
        seen.push(word);
        match word.value.as_str() {
            "properties" => reach.properties = true,
            "items" => reach.items = true,
            other => {
                let message = format!("no rule reaches into `{other}`");
                let error = Diagnostic::error(rules::UNKNOWN_REACH, message);
                let help = suggest(other, REACHES.iter().copied());
                report.push(error.label(source, word.span, "unknown reach").help(help));
            }
        }
    }
    reach
}

/// For each ref the conventions that are not used for it. They have to be among those of the profile.
fn except(
    clauses: &Clauses<'_, ProfileClause>,
    conventions: &[Word],
    names: &Names<'_>,
    report: &mut Vec<Diagnostic>,
) -> Vec<ir::Except> {
    let source = clauses.item.source;
    let mut by_ref: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    for at in clauses.clauses {
        let ProfileClause::Except { conventions: excepted, refs } = &at.value else { continue };
        for word in names.resolve(Kind::Convention, excepted, source, report) {
            if !conventions.iter().any(|known| known.value == word.value) {
                let message = format!("`{}` is not among the conventions of the profile", word.value);
                let error = Diagnostic::error(rules::UNKNOWN_CONVENTION, message);
                let help = suggest(&word.value, conventions.iter().map(|known| known.value.as_str()));
                report.push(error.label(source, word.span, "not used anyway").help(help));
            }
            for reference in refs {
                by_ref.entry(&reference.value).or_default().insert(word.value.clone());
            }
        }
    }
    let except = |(reference, conventions): (&str, BTreeSet<String>)| ir::Except {
        conventions: conventions.into_iter().collect(),
        reference: reference.to_owned(),
    };
    by_ref.into_iter().map(except).collect()
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
            "depth" => &mut bounds.depth,
            "decodings" => &mut bounds.decodings,
            "steps" => &mut bounds.steps,
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
    let error = Diagnostic::error(rules::UNKNOWN_BOUND, format!("there is no bound called `{word}`"));
    error.label(source, span, "unknown bound").help(suggest(word, BOUNDS.iter().copied()))
}
