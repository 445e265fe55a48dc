//! Where rules may stand, in their order.

use super::NoPlan;
use crate::facets::{Site, keyword, reach};
use crate::ir;
use crate::json::{Node, compare, units};
use crate::plan::{Rule, is_safe_place};
use crate::schema::{Position, Schema};

/// For how many positions rules are derived.
const MOST: usize = 10_000;
/// How many things are looked at in all to answer one guard at each of them.
const MOST_SIZE: usize = 100_000;

/// The positions that rules are derived for: the properties of the root by their keys, then those below
/// by their pointers, both by code units.
///
/// Below the top there are none that no rule can name, and none whose schema is no object: from that no
/// rule is derived.
pub(crate) fn places<'s>(
    program: &ir::Program,
    profile: &ir::Profile,
    schema: &'s Schema,
) -> Result<Vec<Position<'s>>, NoPlan> {
    let span = schema.root().span;
    let (mut top, mut below): (Vec<_>, Vec<_>) =
        schema.positions(reach(profile)).into_iter().partition(|position| position.depth == 0);
    if below.len() > MOST {
        return Err(NoPlan::TooManyPlaces { limit: MOST, found: below.len(), span });
    }
    below.retain(|position| {
        let is_short = |key: &str| units(key) <= profile.bounds.key as usize;
        let is_object = position.node.as_object().is_some();
        is_object && is_safe_place(&position.pointer) && position.key.is_none_or(is_short)
    });
    top.sort_by(|a, b| compare(a.key.unwrap_or_default(), b.key.unwrap_or_default()));
    below.sort_by(|a, b| compare(&a.pointer, &b.pointer));
    top.append(&mut below);
    if profile.reach.is_below_top() {
        let mut left = MOST_SIZE;
        for position in &top {
            let size = Site { program, reach: profile.reach, schema, position }.size();
            left = left.checked_sub(size).ok_or(NoPlan::TooWide { span: position.node.span })?;
        }
    }
    Ok(top)
}

/// The object schemas that rules may be about as a whole, with their pointers: the root, then by code units
/// those that apply to a value at one of `places`, as far as the profile goes.
pub(crate) fn objects<'s>(
    profile: &ir::Profile,
    schema: &'s Schema,
    places: &[Position<'s>],
) -> Vec<(String, &'s Node)> {
    let mut found = vec![(String::new(), schema.root())];
    if profile.reach.properties {
        let all = places.iter().flat_map(|position| schema.in_place(&position.pointer, position.node));
        let mut below: Vec<(String, &Node)> = all
            .filter(|(at, part)| {
                let properties = keyword(schema, part, "properties");
                is_safe_place(at) && properties.and_then(Node::as_object).is_some()
            })
            .collect();
        below.sort_by(|(a, _), (b, _)| compare(a, b));
        below.dedup_by(|(a, _), (b, _)| a == b);
        found.append(&mut below);
    }
    found
}

/// The rule of the convention `kind` at `position`.
pub(crate) fn rule_at(kind: &str, position: &Position<'_>) -> Rule {
    match position.key.filter(|_| position.depth == 0) {
        Some(key) => Rule::top(kind, key),
        None => Rule::below(kind, &position.pointer),
    }
}

/// The rule of the convention `kind` about the object schema at `pointer`; the root is the arguments.
pub(crate) fn rule_of_object(kind: &str, pointer: &str) -> Rule {
    if pointer.is_empty() { Rule::top(kind, "") } else { Rule::below(kind, pointer) }
}
