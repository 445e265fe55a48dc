//! The key pass: undeclared names move to the declared keys that they are spellings of.

use std::collections::BTreeMap;

use super::obstacle::Obstacle;
use super::order;
use super::ready::Ready;
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
pub(super) fn moves<'p>(
    proven: &'p ProvenPlan,
    ready: &Ready,
    arguments: &Node,
) -> Result<Vec<Move<'p>>, Obstacle<'p>> {
    let members = arguments.as_object().unwrap_or_default();
    let mut undeclared: Vec<(usize, &str)> = Vec::new();
    // Who has each key; nobody but itself where it was given.
    let mut taken: BTreeMap<&str, Option<usize>> = BTreeMap::new();
    for (index, member) in members.iter().enumerate() {
        if ready.declared.contains_key(&member.name) {
            taken.insert(&member.name, None);
        } else {
            undeclared.push((index, &member.name));
        }
    }
    undeclared.sort_by(|(_, a), (_, b)| compare(a, b));
    let mut moves = Vec::new();
    for (member, name) in undeclared {
        let Some(rule) = target(proven, ready, member, name)? else { continue };
        match taken.insert(&rule.key, Some(member)) {
            None => moves.push(Move { member, rule }),
            Some(None) => return Err(Obstacle::KeyGiven { member, rule }),
            Some(Some(first)) => return Err(Obstacle::TwoNames { first, second: member, rule }),
        }
    }
    Ok(moves)
}

/// The one key that `name` is a spelling of, if there is one.
fn target<'p>(
    proven: &'p ProvenPlan,
    ready: &Ready,
    member: usize,
    name: &str,
) -> Result<Option<&'p Rule>, Obstacle<'p>> {
    let mut rules = claims(proven, ready, name).into_iter();
    let Some(first) = rules.next() else { return Ok(None) };
    match rules.find(|other| other.key != first.key) {
        Some(other) => Err(Obstacle::TwoTargets { member, rules: [first, other] }),
        None => Ok(Some(first)),
    }
}

/// The rules whose keys `name` is a spelling of, those whose turn it is.
pub(super) fn claims<'p>(proven: &'p ProvenPlan, ready: &Ready, name: &str) -> Vec<&'p Rule> {
    let after = |index: usize| ready.renames.get(index).map(|rename| &rename.convention);
    let found = order::outcomes(ready.renames.len(), after, |index| {
        let rename = ready.renames.get(index)?;
        let rule = rename.rules.get(rename.keys.unique(&rename.spelling, name)?)?;
        proven.plan().rules().get(*rule)
    });
    found.into_iter().map(|(_, rule)| rule).collect()
}
