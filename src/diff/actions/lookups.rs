//! What the plans of an action look up by spellings, before and after.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::super::items::Both;
use super::super::names::{Declared, Lookups, What, compare as compare_names};
use super::{Planned, Profiles};
use crate::facets::{Site, reach};
use crate::ir::{self, Action, Decoder, Lookup};
use crate::json::{Node, pointer};
use crate::plan::Rule;
use crate::program::Profile;
use crate::schema::{Position, Reach, Schema};
use crate::spelling::automaton::TooLarge;

/// What an action looks up by a spelling.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sort {
    /// A key.
    Key,
    /// A member of the enum of a property.
    Member,
    /// `true` or `false`.
    Boolean,
}

/// What `action` looks up by a spelling and gives, if anything.
pub(super) fn sort(action: &Action) -> Option<Sort> {
    match (action.looks_up(), action.decoder().and_then(Decoder::spelling)) {
        (Some(Lookup::Key(_)), _) => Some(Sort::Key),
        (Some(Lookup::Member(_)), _) => Some(Sort::Member),
        (None, Some(_)) => Some(Sort::Boolean),
        (None, None) => None,
    }
}

/// The declared names that answer to others than before, and the places of which that is not decided.
pub(super) fn compare(
    profiles: Profiles<'_>,
    schema: &Schema,
    plans: &Both<Planned>,
) -> (Vec<Declared>, Vec<String>) {
    let sides = [Side::of(profiles.old, &plans.old), Side::of(profiles.new, &plans.new)];
    let positions = schema.positions(widest(profiles));
    let mut found = Found::default();
    for object in objects(&positions) {
        let Some(first) = object.first() else { continue };
        let keys: Vec<&str> = sides[1].site(schema, first).keys().iter().map(|key| &*key.name).collect();
        let given = |side: &Side<'_>, kind: &str| {
            let ruled = object.iter().filter(|position| side.has(kind, position));
            ruled.filter_map(|position| position.key.map(str::to_owned)).collect()
        };
        let lookups = sides.each_ref().map(|side| side.lookups(Sort::Key, &given));
        let place = if first.depth == 0 { String::new() } else { first.pointer.clone() };
        let what = |key: &str| {
            let position = object.iter().find(|position| position.key == Some(key)).unwrap_or(first);
            What { key: key.to_owned(), ..what(position) }
        };
        found.add(compare_names(&keys, &lookups[0], &lookups[1], what), place);
    }
    for position in &positions {
        // Where one of the profiles goes below the top, more is an enum of the place.
        let side = sides.iter().find(|side| side.reach().is_below_top()).unwrap_or(&sides[1]);
        let members: Vec<&str> = side.site(schema, position).texts().collect();
        for (sort, texts) in [(Sort::Member, members), (Sort::Boolean, vec!["false", "true"])] {
            let value = |text: &str| match sort {
                Sort::Boolean => Value::from(text == "true"),
                Sort::Key | Sort::Member => Value::from(text),
            };
            let accepts = |text: &&&str| schema.accepts_at(position, &value(text)) == Ok(true);
            let given = |side: &Side<'_>, kind: &str| match side.has(kind, position) {
                true => texts.iter().filter(accepts).map(|text| (*text).to_owned()).collect(),
                false => BTreeSet::new(),
            };
            let lookups = sides.each_ref().map(|side| side.lookups(sort, &given));
            let what = |text: &str| What { member: Some(text.to_owned()), ..what(position) };
            let place = what("").place().to_owned();
            found.add(compare_names(&texts, &lookups[0], &lookups[1], what), place);
        }
    }
    found.declared.sort_by(|one, other| one.what.cmp(&other.what));
    found.undecided.sort_unstable();
    (found.declared, found.undecided)
}

/// What was found out.
#[derive(Default)]
struct Found {
    declared: Vec<Declared>,
    undecided: Vec<String>,
}

impl Found {
    fn add(&mut self, found: Result<Vec<Declared>, TooLarge>, place: String) {
        match found {
            Ok(found) => self.declared.extend(found),
            Err(TooLarge) => self.undecided.push(place),
        }
    }
}

/// A profile with the rules of its plan, by the pointers of the places that they stand at.
struct Side<'p> {
    profile: &'p Profile,
    rules: BTreeSet<(String, &'p str)>,
}

impl<'p> Side<'p> {
    fn of(profile: &'p Profile, plan: &'p Planned) -> Self {
        let pointer =
            |rule: &Rule| rule.at.clone().unwrap_or_else(|| pointer::push("/properties", &rule.key));
        Self { profile, rules: plan.rules().iter().map(|rule| (pointer(rule), rule.kind.as_str())).collect() }
    }

    fn has(&self, kind: &str, position: &Position<'_>) -> bool {
        self.rules.contains(&(position.pointer.clone(), kind))
    }

    fn reach(&self) -> ir::Reach {
        self.profile.ir().map(|profile| profile.reach).unwrap_or_default()
    }

    fn site<'s>(&'s self, schema: &'s Schema, position: &'s Position<'s>) -> Site<'s> {
        Site { program: self.profile.program().ir(), reach: self.reach(), schema, position }
    }

    /// The conventions that look something of this sort up, each with what its rules may give together. One
    /// without a rule gives nothing, and still tells that a name is ambiguous: that may be why it has none.
    fn lookups(&self, wanted: Sort, given: &dyn Fn(&Self, &str) -> BTreeSet<String>) -> Lookups<'_> {
        let conventions = self.profile.conventions();
        let looking = conventions.filter(|convention| sort(&convention.action) == Some(wanted));
        Lookups(
            looking
                .filter_map(|convention| {
                    let spelling = self.profile.program().ir().spelling(convention.action.spelling()?)?;
                    Some((convention, spelling, given(self, &convention.name)))
                })
                .collect(),
        )
    }
}

/// How far one of the profiles goes into schemas, or both together.
fn widest(profiles: Profiles<'_>) -> Reach {
    let reach = |profile: &Profile| profile.ir().map_or(Reach::TOP, reach);
    let (old, new) = (reach(profiles.old), reach(profiles.new));
    Reach {
        properties: old.properties || new.properties,
        items: old.items || new.items,
        depth: old.depth.max(new.depth),
    }
}

/// The positions that have keys, those of one object together.
fn objects<'p, 's>(positions: &'p [Position<'s>]) -> Vec<Vec<&'p Position<'s>>> {
    let mut objects: BTreeMap<*const Node, Vec<&Position<'_>>> = BTreeMap::new();
    for position in positions.iter().filter(|position| position.key.is_some()) {
        if let Some(object) = position.object {
            objects.entry(std::ptr::from_ref(object)).or_default().push(position);
        }
    }
    objects.into_values().collect()
}

fn what(position: &Position<'_>) -> What {
    What {
        key: position.key.unwrap_or_default().to_owned(),
        at: (position.depth > 0).then(|| position.pointer.clone()),
        member: None,
    }
}
