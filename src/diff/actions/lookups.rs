//! What the plans of an action look up by spellings, before and after.

use std::collections::BTreeSet;

use serde_json::Value;

use super::super::items::Both;
use super::super::names::{Declared, Lookups, What, compare as compare_names};
use super::{Planned, Profiles};
use crate::facets::enum_texts;
use crate::ir::{Action, Decoder, Lookup};
use crate::plan::Rule;
use crate::program::Profile;
use crate::schema::Schema;

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

/// The declared names that answer to others than before, and the keys of which that is not decided.
pub(super) fn compare(
    profiles: Profiles<'_>,
    schema: &Schema,
    plans: &Both<Planned>,
) -> (Vec<Declared>, Vec<String>) {
    let mut declared = Vec::new();
    let mut undecided = Vec::new();
    let both = |wanted: Sort, gives: &dyn Fn(&Rule) -> BTreeSet<String>| {
        let old = lookups(profiles.old, plans.old.rules(), wanted, gives);
        (old, lookups(profiles.new, plans.new.rules(), wanted, gives))
    };
    let keys: Vec<&str> = schema.properties().iter().map(|property| &*property.name).collect();
    let (old, new) = both(Sort::Key, &|rule| BTreeSet::from([rule.key.clone()]));
    match compare_names(&keys, &old, &new, |key| What { key: key.to_owned(), member: None }) {
        Ok(found) => declared.extend(found),
        Err(_) => undecided.push(String::new()),
    }
    for property in schema.properties() {
        let key = &*property.name;
        let members: Vec<&str> = enum_texts(schema, &property.value).collect();
        for (sort, texts) in [(Sort::Member, members), (Sort::Boolean, vec!["false", "true"])] {
            let given = |text: &str| match sort {
                Sort::Boolean => Value::from(text == "true"),
                Sort::Key | Sort::Member => Value::from(text),
            };
            let accepts = |text: &&&str| schema.accepts(key, &given(text)) == Ok(true);
            let (old, new) = both(sort, &|rule| match rule.key == key {
                true => texts.iter().filter(accepts).map(|text| (*text).to_owned()).collect(),
                false => BTreeSet::new(),
            });
            let what = |text: &str| What { key: key.to_owned(), member: Some(text.to_owned()) };
            match compare_names(&texts, &old, &new, what) {
                Ok(found) => declared.extend(found),
                Err(_) => undecided.push(key.to_owned()),
            }
        }
    }
    declared.sort_by(|one, other| one.what.cmp(&other.what));
    (declared, undecided)
}

/// The conventions that look something of this sort up, each with what its rules may give together. One
/// without a rule gives nothing, and still tells that a name is ambiguous: that may be why it has none.
fn lookups<'p>(
    profile: &'p Profile,
    rules: &[Rule],
    wanted: Sort,
    gives: &dyn Fn(&Rule) -> BTreeSet<String>,
) -> Lookups<'p> {
    let mut found = Lookups::default();
    for convention in profile.conventions().filter(|convention| sort(&convention.action) == Some(wanted)) {
        let spelling = convention.action.spelling().and_then(|name| profile.program().ir().spelling(name));
        let own = rules.iter().filter(|rule| rule.kind == convention.name);
        let given: BTreeSet<String> = own.flat_map(gives).collect();
        found.0.extend(spelling.map(|spelling| (convention, spelling, given)));
    }
    found
}
