//! Conventions.

use super::clauses::{Clauses, pick};
use super::flow::{Flow, FlowReader, Taken};
use super::guard::{About, Lowering};
use super::names::Names;
use crate::diagnostic::nearest::{nearest, suggest};
use crate::diagnostic::{Diagnostic, rules};
use crate::ir::{self, Level, Status};
use crate::span::Span;
use crate::syntax::ast::{At, ConventionClause, Item, Rewrite, Word};
use crate::syntax::kind::Kind;
use crate::syntax::words::LEVELS;

/// A convention and where its parts stand, as far as it could be lowered.
pub(super) struct Convention {
    pub(super) source: usize,
    pub(super) name: Word,
    pub(super) level: Option<Level>,
    pub(super) status: Option<At<Status>>,
    /// The place of the guard.
    pub(super) derive: Option<Span>,
    pub(super) after: Vec<Word>,
    /// Match and rewrite, where both make sense: a law may still refuse them.
    pub(super) flow: Option<Flow>,
    /// Nothing where a part of it is reported, or where a law refuses it for certain.
    pub(super) ir: Option<ir::Convention>,
}

pub(super) fn lower(
    clauses: &Clauses<'_, ConventionClause>,
    on: Option<&Word>,
    names: &Names<'_>,
    report: &mut Vec<Diagnostic>,
) -> Convention {
    let item = clauses.item;
    let errors = report.len();
    let source = item.source;
    let level = level(item, on, report);
    let status = clauses.needed("status", report, pick!(ConventionClause::Status));
    let status = status.and_then(|(word, span)| status_of(source, word, span, Status::Draft, report));
    let flow = level.and_then(|level| flow(clauses, &FlowReader { source, level, names }, report));
    let derive = clauses.once("derive", report, pick!(ConventionClause::Derive)).map(|(guard, _)| guard);
    let about = level.map(|level| About::of(level, flow.as_ref()));
    let lowering = Lowering { source, names, about };
    let guard = derive.map_or(Some(ir::Guard::Always), |guard| lowering.guard(guard, report));
    let after = clauses.once("after", report, pick!(ConventionClause::After));
    let after =
        after.map(|(words, _)| names.resolve(Kind::Convention, words, source, report)).unwrap_or_default();

    let whole = !item.broken && report.len() == errors;
    let action = flow.as_ref().zip(level).and_then(|(flow, level)| flow.action(level));
    let ir = match (status.as_ref(), guard, action) {
        (Some(status), Some(guard), Some(action)) if whole => {
            let mut after: Vec<String> = after.iter().map(|word| word.value.clone()).collect();
            after.sort_unstable();
            Some(ir::Convention { name: item.name.value.clone(), status: status.value, guard, after, action })
        }
        _ => None,
    };
    let derive = derive.map(|guard| guard.span);
    Convention { source, name: item.name.clone(), level, status, derive, after, flow, ir }
}

fn level(item: &Item, word: Option<&Word>, report: &mut Vec<Diagnostic>) -> Option<Level> {
    let error = |code, message: String, span, help: String| {
        Diagnostic::error(code, message).label(item.source, span, "on what?").help(help)
    };
    let on = word.map_or("", |word| word.value.as_str());
    let span = word.map_or(item.name.span, |word| word.span);
    report.push(match on {
        "key" => return Some(Level::Key),
        "value" => return Some(Level::Value),
        "call" => return Some(Level::Call),
        "" => error(
            rules::UNKNOWN_LEVEL,
            format!("the convention `{}` does not say what it works on", item.name.value),
            span,
            format!("write `convention {} on key`, `… on value` or `… on call`", item.name.value),
        ),
        other => error(
            rules::UNKNOWN_LEVEL,
            format!("no convention works on `{other}`"),
            span,
            suggest(other, LEVELS.iter().copied()),
        ),
    });
    None
}

/// The status that `word` names, if it is `least` or further.
pub(super) fn status_of(
    source: usize,
    word: &Word,
    clause: Span,
    least: Status,
    report: &mut Vec<Diagnostic>,
) -> Option<At<Status>> {
    let known = [("draft", Status::Draft), ("review", Status::Review), ("active", Status::Active)];
    let known = if least == Status::Draft { &known[..] } else { known.split_at(1).1 };
    if let Some((_, status)) = known.iter().find(|(name, _)| *name == word.value) {
        return Some(At::new(*status, clause));
    }
    let names = known.iter().map(|(name, _)| *name);
    let error = Diagnostic::error(rules::UNKNOWN_STATUS, format!("there is no status `{}` here", word.value));
    let help = match nearest(&word.value, names.clone()) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("one of {}", names.map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")),
    };
    report.push(error.label(source, word.span, "unknown status").help(help));
    None
}

fn flow(
    clauses: &Clauses<'_, ConventionClause>,
    reader: &FlowReader<'_>,
    report: &mut Vec<Diagnostic>,
) -> Option<Flow> {
    let matching = clauses.needed("match", report, pick!(ConventionClause::Match));
    let rewrite = clauses.needed("rewrite", report, pick!(ConventionClause::Rewrite));
    let taken = matching.and_then(|(matching, span)| reader.taken(&At::new(matching, span), report));
    let (rewrite, span) = rewrite?;
    let written = reader.written(taken.as_ref().map(|at| &at.value), &At::new(rewrite, span), report);
    let (taken, written) = (taken?, written?);
    if let Taken::Read { binder: None, .. } = taken.value {
        let error =
            Diagnostic::error(rules::MISSING_BINDER, "what is read has no name, so it cannot be written");
        report.push(
            error
                .label(reader.source, taken.span, "reads a value")
                .help("name it behind the decoder, and rewrite to it"),
        );
        return None;
    }
    let again = matches!(rewrite, Rewrite::To { planned: Some(_), .. });
    Some(Flow { taken, written, again })
}
