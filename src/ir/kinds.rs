//! Sets of kinds of JSON values.

use std::cmp::Reverse;
use std::ops::{BitAnd, BitOr};

/// A set of kinds. Every integer is a number, so a set with `number` has `integer`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Kinds(u8);

impl Kinds {
    /// No kind at all.
    pub const NONE: Self = Self(0);
    /// `null`
    pub const NULL: Self = Self(1);
    /// `true` and `false`
    pub const BOOLEAN: Self = Self(1 << 1);
    /// whole numbers, `1.0` among them
    pub const INTEGER: Self = Self(1 << 2);
    /// all numbers
    pub const NUMBER: Self = Self(1 << 3 | 1 << 2);
    /// texts
    pub const STRING: Self = Self(1 << 4);
    /// arrays
    pub const ARRAY: Self = Self(1 << 6);
    /// objects
    pub const OBJECT: Self = Self(1 << 5);
    /// Every kind.
    pub const ALL: Self = Self((1 << 7) - 1);

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
    pub fn of(name: &str) -> Option<Self> {
        Self::NAMED.iter().find(|(named, _)| *named == name).map(|(_, kinds)| *kinds)
    }

    /// All 95 sets that are not empty: small ones first, those with null behind others, arrays first.
    pub fn all() -> Vec<Self> {
        let lone = Self::NUMBER.0 & !Self::INTEGER.0;
        let number_is_integer = |set: u8| set & lone == 0 || set & Self::INTEGER.0 != 0;
        let mut sets: Vec<Self> = (1..128).filter(|set| number_is_integer(*set)).map(Self).collect();
        sets.sort_by_key(|set| (set.len(), Self::NULL.within(*set), Reverse(set.0)));
        sets
    }

    /// Whether there is no kind in it.
    pub fn is_empty(self) -> bool {
        self == Self::NONE
    }

    /// How many kinds there are; `number` and its `integer` are one.
    pub fn len(self) -> usize {
        let both = usize::from(Self::NUMBER.within(self));
        self.0.count_ones() as usize - both
    }

    /// Whether every kind of this set is in `other`.
    pub fn within(self, other: Self) -> bool {
        self.0 & !other.0 == 0
    }

    /// Whether a kind is in both.
    pub fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// The names of the kinds, in the order of a rule: texts and numbers first.
    pub fn names_in_rules(self) -> Vec<&'static str> {
        let mut names = self.names();
        names.sort_by_key(|name| match *name {
            "string" => 0,
            "number" | "integer" => 1,
            _ => 2,
        });
        names
    }

    /// The names of the kinds: `number` stands for `integer` too.
    pub fn names(self) -> Vec<&'static str> {
        let has = |kinds: &Self| kinds.within(self);
        let named = Self::NAMED.iter().filter(|(_, kinds)| has(kinds));
        named.filter(|(name, _)| *name != "integer" || !has(&Self::NUMBER)).map(|(name, _)| *name).collect()
    }
}

impl BitOr for Kinds {
    type Output = Self;

    /// The kinds of either.
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitAnd for Kinds {
    type Output = Self;

    /// The kinds of both: of `number` and `integer` that is `integer`.
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl FromIterator<Kinds> for Kinds {
    /// The kinds of any.
    fn from_iter<I: IntoIterator<Item = Self>>(sets: I) -> Self {
        sets.into_iter().fold(Self::NONE, BitOr::bitor)
    }
}
