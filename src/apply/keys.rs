//! The key pass over one object: undeclared names move to the declared keys that they are spellings of, and
//! empty ones that are nobody's are left out, where there are rules for that.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::obstacle::{Given, Obstacle};
use super::order;
use super::place::{Place, Step, Way};
use super::ready::{Object, Ready};
use super::uses::Used;
use crate::ir::Action;
use crate::json::{Data, Node, compare};
use crate::plan::Rule;
use crate::prove::ProvenPlan;

/// A member that takes a declared key, or is left out.
pub(super) struct Move<'p> {
    /// Its index among the members of the object.
    pub(super) member: usize,
    /// Its name, as given, where somebody is told of it.
    pub(super) name: Option<Rc<str>>,
    /// The new name; nothing where the member is left out.
    pub(super) key: Option<&'p str>,
    pub(super) used: Used<'p>,
}

/// What a rule makes of an undeclared name.
pub(super) struct Claim<'p> {
    /// The key that the name is a spelling of; nothing where it is nobody's.
    pub(super) key: Option<&'p str>,
    /// The rule, with its index in the plan.
    pub(super) rule: (usize, &'p Rule),
    pub(super) action: &'p Action,
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
    way: Option<Way>,
    place: &Place<'_>,
) -> Result<Vec<Move<'p>>, Obstacle<'p>> {
    if object.renames.is_empty() && object.surplus.is_empty() {
        return Ok(Vec::new());
    }
    let members = place.node.as_object().unwrap_or_default();
    let others = way.and_then(|way| ready.position(way.position));
    let others = others.map(|position| position.objects.as_slice()).unwrap_or_default();
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
        let Some(value) = members.get(member).map(|member| &member.value) else { continue };
        let mut claims = claims(proven, object, name, value).into_iter();
        let Some(claim) = claims.next() else { continue };
        let own = place.is_told.then(|| Rc::from(name));
        let used = |claim: &Claim<'p>| {
            let moved = |key| Step::Moved { name: own.as_ref(), key };
            let step = claim.key.map_or(Step::Member(name), moved);
            Used::new(ready, claim.rule, claim.action, &place.inside(step, value, way))
        };
        if let Some(other) = claims.find(|other| other.key != claim.key) {
            let uses = Box::new([used(&claim), used(&other)]);
            return Err(Obstacle::TwoTargets { given: given(member), uses });
        }
        let used = used(&claim);
        let Some(key) = claim.key else {
            moves.push(Move { member, key: None, used, name: own });
            continue;
        };
        if matches!(taken.get(key), Some(None)) && !object.is_closed {
            continue;
        }
        match taken.insert(key, Some(member)) {
            None => moves.push(Move { member, key: Some(key), used, name: own }),
            Some(None) => return Err(Obstacle::KeyGiven { given: given(member), used: Box::new(used) }),
            Some(Some(first)) => {
                return Err(Obstacle::TwoNames {
                    first: given(first),
                    second: given(member),
                    used: Box::new(used),
                });
            }
        }
    }
    Ok(moves)
}

/// What becomes of the undeclared `name`, whose value is `value`, by the rules whose turn it is.
pub(super) fn claims<'p>(
    proven: &'p ProvenPlan,
    object: &'p Object,
    name: &str,
    value: &Node,
) -> Vec<Claim<'p>> {
    let renames = object.renames.len();
    let surplus = |index: usize| index.checked_sub(renames).and_then(|index| object.surplus.get(index));
    let convention = |index: usize| match object.renames.get(index) {
        Some(rename) => Some(&rename.convention),
        None => surplus(index).map(|surplus| &surplus.convention),
    };
    let rule = |index: usize| Some((index, proven.plan().rules().get(index)?));
    let found = order::outcomes(renames + object.surplus.len(), convention, |index| {
        if let Some(surplus) = surplus(index) {
            let is_nobodys = is_empty(value) && !surplus.keys.has_near(&surplus.spelling, name);
            let (rule, action) = (rule(surplus.rule)?, &surplus.convention.action);
            return is_nobodys.then_some(Claim { key: None, rule, action });
        }
        let rename = object.renames.get(index)?;
        let key = rename.keys.unique(&rename.spelling, name)?;
        let rule = rule(*rename.rules.get(key)?)?;
        Some(Claim { key: Some(key), rule, action: &rename.convention.action })
    });
    found.into_iter().map(|(_, claim)| claim).collect()
}

/// Whether a value says nothing: `null`, or a text, list or object without anything in it.
fn is_empty(value: &Node) -> bool {
    match &value.data {
        Data::Null => true,
        Data::String(text) => text.is_empty(),
        Data::Array(items) => items.is_empty(),
        Data::Object(members) => members.is_empty(),
        Data::Bool(_) | Data::Number(_) => false,
    }
}
