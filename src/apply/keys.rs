//! The key pass over one object: undeclared names move to the declared keys that they are spellings of.

use std::collections::BTreeMap;

use super::obstacle::{Given, Obstacle};
use super::order;
use super::ready::{Object, Ready};
use super::walk::Place;
use crate::json::compare;
use crate::plan::Rule;
use crate::prove::ProvenPlan;

/// A member that takes a declared key.
pub(super) struct Move<'p> {
    /// Its index among the members of the object.
    pub(super) member: usize,
    /// The rule.
    pub(super) rule: &'p Rule,
    /// The new name.
    pub(super) key: &'p str,
}

/// The moves, in the order of the given names by code units.
///
/// Refuses the whole call where two names claim one key, a key is given as well, or one name has
/// two targets: a person would have to choose. In an open object a name is legal beside the key that it is
/// a spelling of, and stays.
pub(super) fn moves<'p>(
    proven: &'p ProvenPlan,
    ready: &'p Ready,
    object: &'p Object,
    others: &[usize],
    place: &Place<'_>,
) -> Result<Vec<Move<'p>>, Obstacle<'p>> {
    if object.renames.is_empty() {
        return Ok(Vec::new());
    }
    let members = place.node.as_object().unwrap_or_default();
    // What another schema declares for the very same object is no misspelled name.
    let declares = |name: &str| {
        let mut others = others.iter().filter_map(|other| ready.object(*other));
        object.declared.contains_key(name) || others.any(|other| other.declared.contains_key(name))
    };
    let mut undeclared: Vec<(usize, &str)> = Vec::new();
    // Who has each key; nobody but itself where it was given.
    let mut taken: BTreeMap<&str, Option<usize>> = BTreeMap::new();
    for (index, member) in members.iter().enumerate() {
        if declares(&member.name) {
            taken.insert(&member.name, None);
        } else {
            undeclared.push((index, &member.name));
        }
    }
    undeclared.sort_by(|(_, a), (_, b)| compare(a, b));
    let given =
        |member: usize| members.get(member).map_or_else(Given::default, |member| place.member(&member.name));
    let mut moves = Vec::new();
    for (member, name) in undeclared {
        let mut claims = claims(proven, object, name).into_iter();
        let Some((key, rule)) = claims.next() else { continue };
        if let Some((_, other)) = claims.find(|(other, _)| *other != key) {
            return Err(Obstacle::TwoTargets { given: given(member), rules: [rule, other] });
        }
        if matches!(taken.get(key), Some(None)) && !object.is_closed {
            continue;
        }
        match taken.insert(key, Some(member)) {
            None => moves.push(Move { member, rule, key }),
            Some(None) => return Err(Obstacle::KeyGiven { given: given(member), rule }),
            Some(Some(first)) => {
                return Err(Obstacle::TwoNames { first: given(first), second: given(member), rule });
            }
        }
    }
    Ok(moves)
}

/// The keys that `name` is a spelling of, by the rules whose turn it is.
pub(super) fn claims<'p>(proven: &'p ProvenPlan, object: &'p Object, name: &str) -> Vec<(&'p str, &'p Rule)> {
    let after = |index: usize| object.renames.get(index).map(|rename| &rename.convention);
    let found = order::outcomes(object.renames.len(), after, |index| {
        let rename = object.renames.get(index)?;
        let key = rename.keys.unique(&rename.spelling, name)?;
        Some((&**key, proven.plan().rules().get(*rename.rules.get(key)?)?))
    });
    found.into_iter().map(|(_, claim)| claim).collect()
}
