//! What the plans of an action look up by spellings, before and after.

use std::collections::BTreeSet;

use super::super::items::Both;
use super::super::names::{Declared, Lookups, What, compare as compare_names};
use super::{Planned, Profiles};
use crate::facets::enum_texts;
use crate::ir::Lookup;
use crate::json::Member;
use crate::plan::Rule;
use crate::program::Profile;
use crate::schema::Schema;

/// The declared names that answer to others than before, and the keys of which that is not decided.
pub(super) fn compare(
    profiles: Profiles<'_>,
    schema: &Schema,
    plans: &Both<Planned>,
) -> (Vec<Declared>, Vec<String>) {
    let mut declared = Vec::new();
    let mut undecided = Vec::new();
    let keys: Vec<&str> = schema.properties().iter().map(|property| &*property.name).collect();
    let of_keys = |profile, plan: &Planned| {
        lookups(profile, plan.rules(), |lookup, rule| match lookup {
            Lookup::Key(_) => BTreeSet::from([rule.key.clone()]),
            _ => BTreeSet::new(),
        })
    };
    let (old, new) = (of_keys(profiles.old, &plans.old), of_keys(profiles.new, &plans.new));
    match compare_names(&keys, &old, &new, |key| What { key: key.to_owned(), member: None }) {
        Ok(found) => declared.extend(found),
        Err(_) => undecided.push(String::new()),
    }
    for property in schema.properties() {
        let members: Vec<&str> = enum_texts(schema, &property.value).collect();
        let of_members = |profile, plan: &Planned| {
            lookups(profile, plan.rules(), |lookup, rule| match lookup {
                Lookup::Member(_) if *rule.key == *property.name => accepted(schema, property, &members),
                _ => BTreeSet::new(),
            })
        };
        let (old, new) = (of_members(profiles.old, &plans.old), of_members(profiles.new, &plans.new));
        let what = |member: &str| What { key: property.name.to_string(), member: Some(member.to_owned()) };
        match compare_names(&members, &old, &new, what) {
            Ok(found) => declared.extend(found),
            Err(_) => undecided.push(property.name.to_string()),
        }
    }
    declared.sort_by(|one, other| one.what.cmp(&other.what));
    (declared, undecided)
}

/// The conventions that have rules which look something up, each with what its rules may give together.
fn lookups<'p>(
    profile: &'p Profile,
    rules: &[Rule],
    gives: impl Fn(Lookup<'_>, &Rule) -> BTreeSet<String>,
) -> Lookups<'p> {
    let mut found = Lookups::default();
    for convention in profile.conventions() {
        let Some(lookup) = convention.action.looks_up() else { continue };
        let Some(spelling) = profile.program().ir().spelling(lookup.spelling()) else { continue };
        let own = rules.iter().filter(|rule| rule.kind == convention.name);
        let given: BTreeSet<String> = own.flat_map(|rule| gives(lookup, rule)).collect();
        if !given.is_empty() {
            found.0.push((convention, spelling, given));
        }
    }
    found
}

/// The members that the property accepts: what a rule may give.
fn accepted(schema: &Schema, property: &Member, members: &[&str]) -> BTreeSet<String> {
    let accepts =
        |member: &&&str| schema.accepts(&property.name, &serde_json::Value::from(**member)) == Ok(true);
    members.iter().filter(accepts).map(|member| (*member).to_owned()).collect()
}
