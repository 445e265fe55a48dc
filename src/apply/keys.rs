//! The key pass: undeclared names move to the declared keys that they are spellings of.

use std::collections::BTreeSet;

use super::ready::Ready;
use super::{Unchanged, turns};
use crate::json::{Node, compare};
use crate::plan::Rule;
use crate::prove::ProvenPlan;

/// A member that takes a declared key.
pub(super) struct Move<'a> {
    /// Its index among the members of the arguments.
    pub(super) member: usize,
    /// The rule, whose key is the new name.
    pub(super) rule: &'a Rule,
}

/// The moves, in the order of the given names by code units.
///
/// Refuses the whole call where two names claim one key, a key is given as well, or one name has
/// two targets: a person would have to choose.
pub(super) fn moves<'a>(
    proven: &'a ProvenPlan,
    ready: &Ready,
    arguments: &Node,
) -> Result<Vec<Move<'a>>, Unchanged> {
    let members = arguments.as_object().unwrap_or_default();
    let mut undeclared: Vec<(usize, &str)> = Vec::new();
    let mut taken: BTreeSet<&str> = BTreeSet::new();
    for (index, member) in members.iter().enumerate() {
        if ready.declared.contains_key(&member.name) {
            taken.insert(&member.name);
        } else {
            undeclared.push((index, &member.name));
        }
    }
    undeclared.sort_by(|(_, a), (_, b)| compare(a, b));
    let mut moves = Vec::new();
    for (member, name) in undeclared {
        let Some(rule) = target(proven, ready, name)? else { continue };
        if !taken.insert(&rule.key) {
            return Err(Unchanged);
        }
        moves.push(Move { member, rule });
    }
    Ok(moves)
}

/// The one key that `name` is a spelling of, if there is one.
fn target<'a>(proven: &'a ProvenPlan, ready: &Ready, name: &str) -> Result<Option<&'a Rule>, Unchanged> {
    let after = |index: usize| ready.renames.get(index).map(|rename| &rename.convention);
    let found = turns::outcomes(ready.renames.len(), after, |index| {
        let rename = ready.renames.get(index)?;
        let rule = rename.rules.get(rename.keys.unique(&rename.spelling, name)?)?;
        proven.plan().rules().get(*rule)
    });
    let mut targets = found.into_iter().map(|(_, rule)| rule);
    let first = targets.next();
    match first {
        Some(first) if targets.any(|other| other.key != first.key) => Err(Unchanged),
        _ => Ok(first),
    }
}
