//! Which given names a declared name answers to, before and after: decided for all names by automata.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use super::Extent;
use crate::apply::order;
use crate::ir::{Convention, Spelling};
use crate::spelling::automaton::{Answer, TooLarge, answers, key};

/// A declared name that answers to other names than before.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Declared {
    /// What it is.
    #[serde(flatten)]
    pub what: What,
    /// How the set of given names that it answers to compares with the one before.
    pub extent: Extent,
    /// The least name that is newly understood as this one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gained: Option<String>,
    /// The least name that is not understood as this one any more.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lost: Option<String>,
    /// The least of those that is now refused, because it could be another one as well.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ambiguous: Option<String>,
    /// The least of those that is now understood as another one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moved: Option<Moved>,
}

/// A declared name: a key, or a member of the enum of one.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct What {
    /// The key; empty for the items of an array.
    pub key: String,
    /// Below the top, the JSON Pointer into the schema to where it is declared.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<String>,
    /// The member of its enum, where that is what is looked up.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub member: Option<String>,
}

impl What {
    /// The place, as a rule writes it: the key, or the pointer.
    pub fn place(&self) -> &str {
        self.at.as_deref().unwrap_or(&self.key)
    }
}

/// A given name that means another declared one than before.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Moved {
    /// The given name.
    pub given: String,
    /// What it is understood as now.
    pub to: String,
}

/// The conventions that look up one set of declared names, each with its spelling and with the names that
/// it may give.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Lookups<'p>(pub(super) Vec<(&'p Convention, &'p Spelling, BTreeSet<String>)>);

/// What a given name is understood as.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Meaning {
    Nothing,
    /// A declared name, by its index.
    Only(usize),
    /// It could be several, or a rival stands in the way.
    Refused,
}

impl Lookups<'_> {
    /// What a given name is understood as which gets these answers, one a lookup.
    fn meaning(&self, names: &[&str], answers: &[Answer]) -> Meaning {
        let convention = |index: usize| self.0.get(index).map(|(convention, _, _)| *convention);
        let claims = order::outcomes(self.0.len(), convention, |index| {
            let (Some(Answer::Only(name)), Some((_, _, given))) = (answers.get(index), self.0.get(index))
            else {
                return None;
            };
            names.get(*name).filter(|name| given.contains(**name)).map(|_| *name)
        });
        let claimed: BTreeSet<usize> = claims.into_iter().map(|(_, name)| name).collect();
        let mut claimed = claimed.into_iter();
        match (claimed.next(), claimed.next()) {
            (Some(only), None) => Meaning::Only(only),
            (Some(_), Some(_)) => Meaning::Refused,
            (None, _) if answers.contains(&Answer::Ambiguous) => Meaning::Refused,
            (None, _) => Meaning::Nothing,
        }
    }
}

/// The declared `names` that answer to others than before.
///
/// # Errors
///
/// [`TooLarge`] where that is not decided.
pub(super) fn compare(
    names: &[&str],
    old: &Lookups<'_>,
    new: &Lookups<'_>,
    what: impl Fn(&str) -> What,
) -> Result<Vec<Declared>, TooLarge> {
    let gives = |lookups: &Lookups<'_>| lookups.0.iter().any(|(_, _, given)| !given.is_empty());
    if old == new || !gives(old) && !gives(new) {
        return Ok(Vec::new());
    }
    let names: Vec<&str> = names.iter().copied().collect::<BTreeSet<&str>>().into_iter().collect();
    let spellings: Vec<&Spelling> = old.0.iter().chain(&new.0).map(|(_, spelling, _)| *spelling).collect();
    let mut least: BTreeMap<(Meaning, Meaning), String> = BTreeMap::new();
    for (said, text) in answers(&names, &spellings)? {
        let (before, after) = said.split_at_checked(old.0.len()).unwrap_or((&said, &[]));
        let both = (old.meaning(&names, before), new.meaning(&names, after));
        let known = least.entry(both).or_insert_with(|| text.clone());
        if key(&text) < key(known) {
            *known = text;
        }
    }
    let declared = |(index, name): (usize, &&str)| {
        let is = |meaning: Meaning| meaning == Meaning::Only(index);
        let find = |wanted: &dyn Fn(Meaning, Meaning) -> bool| {
            let found = least.iter().filter(|((old, new), _)| wanted(*old, *new));
            found.min_by_key(|(_, text)| key(text)).map(|(both, text)| (*both, text.clone()))
        };
        let text = |found: Option<((Meaning, Meaning), String)>| found.map(|(_, text)| text);
        let gained = text(find(&|old, new| !is(old) && is(new)));
        let lost = text(find(&|old, new| is(old) && !is(new)));
        let ambiguous = text(find(&|old, new| is(old) && new == Meaning::Refused));
        let moved = find(&|old, new| is(old) && !is(new) && matches!(new, Meaning::Only(_)));
        let moved = moved.and_then(|((_, new), given)| {
            let Meaning::Only(to) = new else { return None };
            Some(Moved { given, to: (*names.get(to)?).to_owned() })
        });
        let extent = Extent::of(gained.is_some(), lost.is_some());
        Declared { what: what(name), extent, gained, lost, ambiguous, moved }
    };
    let all = names.iter().enumerate().map(declared);
    Ok(all.filter(|declared| declared.extent != Extent::Same).collect())
}
