//! What differs between two programs, item by item.

mod lines;

use serde::Serialize;

use super::facts::Facts;
use super::spellings::Spellings;
use crate::digest::Digest;
use crate::ir::{self, Convention, Spelling};
use crate::program::{Profile, Program};
use lines::Lines;

/// What differs between two programs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Programs {
    /// The digests of both programs; the same one where nothing differs.
    pub digests: Both<Digest>,
    /// The items that differ: shapes, spellings, vocabularies, conventions, facts, searches, profiles, each sorted by name.
    pub items: Vec<Item>,
}

/// Something before and after.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Both<T> {
    /// Before.
    pub old: T,
    /// After.
    pub new: T,
}

/// An item that differs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Item {
    /// `shape`, `spelling`, `vocabulary`, `convention`, `facts`, `search` or `profile`.
    pub kind: &'static str,
    /// Its name.
    pub name: String,
    /// What became of it.
    pub change: Change,
    /// The lines of its rule text that differ. None where only something differs that it goes by.
    pub clauses: Vec<Clause>,
    /// Of what differs it goes by these: spellings and vocabularies for a convention, vocabularies for facts; for a
    /// profile all.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub by: Vec<String>,
    /// How the spelling compares; for a convention, that by which it looks up, where that is another one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub spelling: Option<Spellings>,
    /// How the facts of a convention compare.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub facts: Option<Facts>,
    /// What the plans of a profile carry.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plans: Option<Both<Stamp>>,
}

/// What became of an item.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Change {
    /// It is new.
    Added,
    /// It is gone.
    Removed,
    /// It differs.
    Changed,
}

/// A line of rule text that is new, is gone, or reads otherwise.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Clause {
    /// Before.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub old: Option<String>,
    /// After.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub new: Option<String>,
}

/// What the plans of a profile carry. A plan with another one is dead, and must be compiled again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Stamp {
    /// The version of the plans.
    pub version: u32,
    /// The digest of the rules.
    pub rules_digest: Option<Digest>,
}

impl Change {
    /// Its stable name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Added => "added",
            Self::Removed => "removed",
            Self::Changed => "changed",
        }
    }
}

impl Programs {
    /// What differs in `new` from `old`.
    pub fn of(old: &Program, new: &Program) -> Self {
        let digests = Both { old: old.digest().clone(), new: new.digest().clone() };
        let (a, b) = (old.ir(), new.ir());
        let mut items: Vec<Item> = pairs(&a.shapes, &b.shapes, |shape| &shape.name)
            .filter_map(|(old, new)| Item::of("shape", old, new))
            .collect();
        let spellings = pairs(&a.spellings, &b.spellings, |spelling| &spelling.name);
        items.extend(spellings.filter_map(|(old, new)| {
            let item = Item::of("spelling", old, new)?;
            let spelling = old.zip(new).map(|(old, new)| Spellings::of(old, new));
            Some(Item { spelling, ..item })
        }));
        let vocabularies = pairs(&a.vocabularies, &b.vocabularies, |vocabulary| &vocabulary.name);
        items.extend(vocabularies.filter_map(|(old, new)| Item::of("vocabulary", old, new)));
        let conventions = pairs(&a.conventions, &b.conventions, |convention| &convention.name);
        let conventions: Vec<Item> = conventions
            .filter_map(|(one, other)| match (one, other) {
                (Some(one), Some(other)) => convention(old, new, one, other, &items),
                (one, other) => Item::of("convention", one, other),
            })
            .collect();
        items.extend(conventions);
        let facts: Vec<Item> = pairs(&a.facts, &b.facts, |facts| &facts.name)
            .filter_map(|(old, new)| facts(old, new, &items))
            .collect();
        items.extend(facts);
        let searches = pairs(&a.searches, &b.searches, |search| &search.name);
        items.extend(searches.filter_map(|(old, new)| Item::of("search", old, new)));
        let names: Vec<Profile> = old.profiles().collect();
        let added = new.profiles().filter(|profile| old.profile(profile.name()).is_none());
        let mut profiles: Vec<Profile> = names.into_iter().chain(added).collect();
        profiles.sort_by(|one, other| one.name().cmp(other.name()));
        let profiles: Vec<Item> = profiles
            .iter()
            .filter_map(|named| profile(old.profile(named.name()), new.profile(named.name()), &items))
            .collect();
        items.extend(profiles);
        Self { digests, items }
    }

    /// Whether nothing differs.
    pub fn are_same(&self) -> bool {
        self.items.is_empty()
    }
}

impl Item {
    /// The item of this kind before and after; nothing where its rule text is the same.
    fn of<T: Lines>(kind: &'static str, old: Option<&T>, new: Option<&T>) -> Option<Self> {
        let name = old.or(new)?.name().to_owned();
        let change = match (old, new) {
            (None, _) => Change::Added,
            (_, None) => Change::Removed,
            _ => Change::Changed,
        };
        let lines = |item: Option<&T>| item.map(Lines::lines).unwrap_or_default();
        let clauses = lines::differing(&lines(old), &lines(new));
        let none = (Vec::new(), None, None, None);
        let (by, spelling, facts, plans) = none;
        let item = Self { kind, name, change, clauses, by, spelling, facts, plans };
        (change != Change::Changed || !item.clauses.is_empty()).then_some(item)
    }

    /// A changed item whose own rule text is the same.
    fn unchanged(kind: &'static str, name: &str) -> Self {
        let (name, change) = (name.to_owned(), Change::Changed);
        let clauses = Vec::new();
        Self { kind, name, change, clauses, by: Vec::new(), spelling: None, facts: None, plans: None }
    }
}

/// Each item with the one of the same name in the other program. Both lists are sorted by name.
fn pairs<'i, T>(
    old: &'i [T],
    new: &'i [T],
    name: impl Fn(&T) -> &String + Copy + 'i,
) -> impl Iterator<Item = (Option<&'i T>, Option<&'i T>)> {
    let named = move |list: &'i [T], wanted: &T| list.iter().find(|item| name(item) == name(wanted));
    let kept = old.iter().map(move |item| (Some(item), named(new, item)));
    let added = new.iter().filter(move |item| named(old, item).is_none()).map(|item| (None, Some(item)));
    let mut all: Vec<_> = kept.chain(added).collect();
    all.sort_by_key(|(old, new)| old.or(*new).map(|item| name(item).clone()));
    all.into_iter()
}

/// A convention that both programs have, where it or a spelling that it goes by differs.
fn convention(
    old: &Program,
    new: &Program,
    before: &Convention,
    after: &Convention,
    items: &[Item],
) -> Option<Item> {
    let differs = |kind: &'static str| {
        move |name: &&str| items.iter().any(|item| item.kind == kind && item.name == **name)
    };
    let spellings = after.spellings().filter(differs("spelling"));
    let vocabularies = after.vocabularies().filter(differs("vocabulary"));
    let mut by: Vec<String> = spellings.chain(vocabularies).map(str::to_owned).collect();
    by.sort_unstable();
    by.dedup();
    let item = match Item::of("convention", Some(before), Some(after)) {
        Some(item) => Item { facts: Some(Facts::of(before, after)), ..item },
        None if by.is_empty() => return None,
        None => Item::unchanged("convention", &after.name),
    };
    let looked_up = |program: &Program, convention: &Convention| -> Option<Spelling> {
        program.ir().spelling(convention.action.spelling()?).cloned()
    };
    let spelling = match (looked_up(old, before), looked_up(new, after)) {
        (Some(one), Some(other)) if one.name != other.name => Some(Spellings::of(&one, &other)),
        _ => None,
    };
    Some(Item { by, spelling, ..item })
}

/// Facts, where they or a vocabulary that they go by differ.
fn facts(old: Option<&ir::Facts>, new: Option<&ir::Facts>, items: &[Item]) -> Option<Item> {
    let is_changed = |name: &&str| {
        items
            .iter()
            .any(|item| item.kind == "vocabulary" && item.name == **name && item.change == Change::Changed)
    };
    let both = old.and(new);
    let mut by: Vec<String> = both
        .into_iter()
        .flat_map(|facts| facts.vocabularies().filter(is_changed))
        .map(str::to_owned)
        .collect();
    by.sort_unstable();
    by.dedup();
    match (Item::of("facts", old, new), both) {
        (Some(item), _) => Some(Item { by, ..item }),
        (None, Some(facts)) if !by.is_empty() => Some(Item { by, ..Item::unchanged("facts", &facts.name) }),
        (None, _) => None,
    }
}

/// A profile, where it or something that it goes by differs.
fn profile(before: Option<Profile>, after: Option<Profile>, items: &[Item]) -> Option<Item> {
    let (Some(before), Some(after)) = (&before, &after) else {
        return Item::of(
            "profile",
            before.as_ref().and_then(Profile::ir),
            after.as_ref().and_then(Profile::ir),
        );
    };
    if before.rules_digest() == after.rules_digest() {
        return None;
    }
    let stamp = |profile: &Profile| Stamp {
        version: if profile.is_fabric() { 1 } else { 2 },
        rules_digest: profile.rules_digest().cloned(),
    };
    let item = Item::of("profile", before.ir(), after.ir());
    let item = item.unwrap_or_else(|| Item::unchanged("profile", after.name()));
    let is_used = |item: &&Item| {
        let over = after.ir().is_some_and(|profile| profile.over.contains(&item.name));
        match item.kind {
            "shape" => over,
            "convention" => after.conventions().any(|convention| convention.name == item.name),
            _ => false,
        }
    };
    let by = items.iter().filter(is_used).map(|item| item.name.clone()).collect();
    Some(Item { by, plans: Some(Both { old: stamp(before), new: stamp(after) }), ..item })
}
