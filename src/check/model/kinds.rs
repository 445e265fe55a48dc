//! Sets of kinds of JSON values.

use std::cmp::Reverse;

/// A set of kinds. Every integer is a number, so a set with `number` has `integer`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Kinds(u8);

impl Kinds {
    pub(crate) const NULL: Self = Self(1);
    pub(crate) const BOOLEAN: Self = Self(1 << 1);
    pub(crate) const INTEGER: Self = Self(1 << 2);
    pub(crate) const NUMBER: Self = Self(1 << 3 | 1 << 2);
    pub(crate) const STRING: Self = Self(1 << 4);
    pub(crate) const ARRAY: Self = Self(1 << 6);
    pub(crate) const OBJECT: Self = Self(1 << 5);

    const NAMED: [(&'static str, Self); 7] = [
        ("null", Self::NULL),
        ("boolean", Self::BOOLEAN),
        ("integer", Self::INTEGER),
        ("number", Self::NUMBER),
        ("string", Self::STRING),
        ("array", Self::ARRAY),
        ("object", Self::OBJECT),
    ];

    /// The kinds that `type` of this name allows.
    pub(crate) fn of(name: &str) -> Option<Self> {
        Self::NAMED.iter().find(|(named, _)| *named == name).map(|(_, kinds)| *kinds)
    }

    /// All 95 sets that are not empty: small ones first, those with null behind others, arrays first.
    pub(crate) fn all() -> Vec<Self> {
        let lone = Self::NUMBER.0 & !Self::INTEGER.0;
        let number_is_integer = |set: u8| set & lone == 0 || set & Self::INTEGER.0 != 0;
        let mut sets: Vec<Self> = (1..128).filter(|set| number_is_integer(*set)).map(Self).collect();
        sets.sort_by_key(|set| (set.len(), Self::NULL.within(*set), Reverse(set.0)));
        sets
    }

    /// How many kinds there are; `number` and its `integer` are one.
    pub(crate) fn len(self) -> usize {
        let both = usize::from(Self::NUMBER.within(self));
        self.0.count_ones() as usize - both
    }

    /// Whether every kind of this set is in `other`.
    pub(crate) fn within(self, other: Self) -> bool {
        self.0 & !other.0 == 0
    }

    /// Whether a kind is in both.
    pub(crate) fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// The names of the kinds: `number` stands for `integer` too.
    pub(crate) fn names(self) -> Vec<&'static str> {
        let has = |kinds: &Self| kinds.within(self);
        let named = Self::NAMED.iter().filter(|(_, kinds)| has(kinds));
        named.filter(|(name, _)| *name != "integer" || !has(&Self::NUMBER)).map(|(name, _)| *name).collect()
    }
}
