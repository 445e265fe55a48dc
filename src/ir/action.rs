//! What a convention takes and what it makes of it; and all that is to be known of that, in one place.

use serde_json::{Value, json};

use super::model::class::{Class, Classes};
use super::{Decoder, Guard, Kinds};

/// What a convention takes and what it makes of it: its `match` and its `rewrite`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Action {
    /// `on key`: an undeclared name moves to the declared key that has the same form.
    Rename {
        /// The spelling that both forms are of.
        spelling: String,
    },
    /// `on value`: the member is left out.
    Omit(Omitted),
    /// `on value`: the value is read by a decoder and replaced by what that gives.
    Decode(Decoder),
}

/// The values that may be left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Omitted {
    /// `null`
    Null,
    /// The empty string.
    EmptyString,
}

/// What a convention works on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Level {
    /// The name of a given member.
    Key,
    /// The value of a declared member.
    Value,
}

/// Where that which is written comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Provenance {
    /// The live schema: a key, a member of an enum.
    Declared,
    /// The given value, its quotes moved.
    Decoded,
    /// Nothing: the member is left out.
    Omitted,
    /// The given value as it is.
    Given,
    /// The text of the rule.
    Literal,
}

/// Something declared that is looked up by a spelling, which is named.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lookup<'a> {
    /// One of the keys of the object.
    Key(&'a str),
    /// One of the members of the property's enum.
    Member(&'a str),
}

/// What an action may come to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// A value of one of these kinds.
    Value(Kinds),
    /// The member is left out.
    Omitted,
    /// Another name.
    Name,
}

impl Action {
    /// What it works on.
    pub fn level(&self) -> Level {
        match self {
            Self::Rename { .. } => Level::Key,
            Self::Omit(_) | Self::Decode(_) => Level::Value,
        }
    }

    /// What it looks up by a spelling, if anything.
    pub fn looks_up(&self) -> Option<Lookup<'_>> {
        match self {
            Self::Rename { spelling } => Some(Lookup::Key(spelling)),
            Self::Omit(_) => None,
            Self::Decode(decoder) => decoder.looks_up(),
        }
    }

    /// The spelling by which it renames, if it does.
    pub fn renames_by(&self) -> Option<&str> {
        match self {
            Self::Rename { spelling } => Some(spelling),
            Self::Omit(_) | Self::Decode(_) => None,
        }
    }

    /// What it leaves out, if it does.
    pub fn omits(&self) -> Option<Omitted> {
        match self {
            Self::Omit(omitted) => Some(*omitted),
            Self::Rename { .. } | Self::Decode(_) => None,
        }
    }

    /// Whether it leaves a null out.
    pub fn omits_null(&self) -> bool {
        self.omits() == Some(Omitted::Null)
    }

    /// The decoder that it reads by, if it does.
    pub fn decoder(&self) -> Option<&Decoder> {
        match self {
            Self::Decode(decoder) => Some(decoder),
            Self::Rename { .. } | Self::Omit(_) => None,
        }
    }

    /// The classes of values that it takes, over-approximated. An action on keys takes none.
    pub(crate) fn takes(&self) -> Classes {
        match self {
            Self::Rename { .. } => Classes::NONE,
            Self::Omit(Omitted::Null) => Classes::of(&[Class::Null]),
            Self::Omit(Omitted::EmptyString) => Classes::of(&[Class::EmptyText]),
            Self::Decode(decoder) => decoder.takes(),
        }
    }

    /// What it may give, over-approximated.
    pub(crate) fn outcome(&self) -> Outcome {
        match self {
            Self::Rename { .. } => Outcome::Name,
            Self::Omit(_) => Outcome::Omitted,
            Self::Decode(decoder) => Outcome::Value(decoder.gives()),
        }
    }

    /// What it takes as rule text, as behind `match`.
    pub fn matching(&self) -> String {
        match self {
            Self::Rename { spelling } => {
                format!("undeclared name where {spelling} of name is {spelling} of key")
            }
            Self::Omit(Omitted::Null) => "null".to_owned(),
            Self::Omit(Omitted::EmptyString) => "empty string".to_owned(),
            Self::Decode(decoder) => decoder.matching(),
        }
    }

    /// What it makes of that as rule text, as behind `rewrite`.
    pub fn rewrite(&self) -> String {
        match self {
            Self::Rename { .. } => "name to key".to_owned(),
            Self::Omit(_) => "to omitted".to_owned(),
            Self::Decode(decoder) => format!("to {}", decoder.binder()),
        }
    }

    pub(super) fn canonical(&self) -> Value {
        match self {
            Self::Rename { spelling } => json!({"rename-by": spelling}),
            Self::Omit(Omitted::Null) => json!({"omit": "null"}),
            Self::Omit(Omitted::EmptyString) => json!({"omit": "empty-string"}),
            Self::Decode(decoder) => json!({"read-as": decoder.canonical()}),
        }
    }
}

impl Omitted {
    /// The value that is left out.
    pub fn value(self) -> Value {
        match self {
            Self::Null => Value::Null,
            Self::EmptyString => Value::from(""),
        }
    }
}

impl<'a> Lookup<'a> {
    /// The spelling that it goes by.
    pub fn spelling(self) -> &'a str {
        match self {
            Self::Key(spelling) | Self::Member(spelling) => spelling,
        }
    }

    /// What is looked up, in words.
    pub fn words(self) -> &'static str {
        match self {
            Self::Key(_) => "a key",
            Self::Member(_) => "an enum member",
        }
    }

    /// The guard without which what is looked up need not be the only one.
    pub fn unique(self) -> Guard {
        match self {
            Self::Key(spelling) => Guard::KeyUnique(spelling.to_owned()),
            Self::Member(spelling) => Guard::SomeEnumUnique(spelling.to_owned()),
        }
    }
}
