//! Moves and changes as edits of the bytes.

use std::collections::BTreeSet;

use super::keys::Move;
use super::place::Place;
use super::values::Change;
use super::walk::Outcome;
use crate::json::splice::Edit;
use crate::json::{Member, canonical};
use crate::span::Span;

/// The edits that make `moves` and `changes` in the object that is given at `place`.
pub(super) fn edits(place: &Place<'_>, moves: &[Move<'_>], changes: &[Change<'_>]) -> Vec<Edit> {
    let (args, members) = (place.source, place.node.as_object().unwrap_or_default());
    let is_gone = |change: &&Change<'_>| matches!(change.outcome, Outcome::Omitted(_));
    let surplus = moves.iter().filter(|step| step.key.is_none()).map(|step| step.member);
    let gone: BTreeSet<usize> =
        changes.iter().filter(is_gone).map(|change| change.member).chain(surplus).collect();
    let omitted = |index: usize| gone.contains(&index);
    let mut edits = removals(args, members, omitted);
    for step in moves.iter().filter(|step| !omitted(step.member)) {
        if let (Some(member), Some(key)) = (members.get(step.member), step.key) {
            edits.push(Edit { span: member.name_span, with: canonical::string(key) });
        }
    }
    for change in changes {
        if let Outcome::Mended(mended) = &change.outcome {
            edits.extend(mended.edits.iter().cloned());
        }
    }
    edits
}

/// A removed member takes the comma after it, or before it where it is the last one left.
fn removals(args: &[u8], members: &[Member], omitted: impl Fn(usize) -> bool) -> Vec<Edit> {
    let mut edits = Vec::new();
    // The members at the end that all go are removed with the comma before them.
    let kept = (0..members.len()).rev().find(|index| !omitted(*index)).map_or(0, |last| last + 1);
    for (index, member) in members.iter().enumerate().take(kept).filter(|(index, _)| omitted(*index)) {
        let next = members.get(index + 1).map_or(member.value.span.end, |next| next.name_span.start);
        let end = comma(args, member.value.span.end, next).map_or(next, |comma| comma + 1);
        edits.push(Edit { span: Span::new(member.name_span.start, end), with: String::new() });
    }
    if let (Some(first), Some(last)) = (members.get(kept), members.last()) {
        let before = kept.checked_sub(1).and_then(|index| members.get(index));
        let start = before.and_then(|kept| comma(args, kept.value.span.end, first.name_span.start));
        let span = Span::new(start.unwrap_or(first.name_span.start), last.value.span.end);
        edits.push(Edit { span, with: String::new() });
    }
    edits
}

/// The comma between two members: only white space stands beside it.
fn comma(args: &[u8], from: usize, to: usize) -> Option<usize> {
    args.get(from..to)?.iter().position(|byte| *byte == b',').map(|offset| from + offset)
}
