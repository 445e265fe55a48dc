//! What a convention takes and what it makes of it; and all that is to be known of that, in one place.

use serde_json::{Value, json};

use super::model::class::{Class, Classes};
use super::{Decoder, Decoding, Guard, Kinds};

/// What a convention takes and what it makes of it: its `match` and its `rewrite`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Action {
    /// `on key`: an undeclared name moves to the declared key that has the same form.
    Rename {
        /// The spelling that both forms are of.
        spelling: String,
    },
    /// `on key`: an undeclared name that no declared key has the form of is left out, where its value is
    /// `null`, `""`, `[]` or `{}`.
    OmitSurplus {
        /// The spelling that the forms are of.
        spelling: String,
    },
    /// `on value`: the member is left out.
    Omit(Omitted),
    /// `on value`: the value is read by a decoder and replaced by what that gives.
    Decode(Decoding),
    /// `on call`: the arguments, which are absent or `null`, become the empty object.
    EmptyCall,
    /// `on call`: the arguments are read by a decoder and replaced by what that gives.
    DecodeCall(Decoding),
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
    /// The arguments as a whole.
    Call,
}

/// Where that which is written comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Provenance {
    /// The live schema: a key, a member of an enum.
    Declared,
    /// The given value: its quotes or brackets moved, or one member of it cut out.
    Decoded,
    /// Nothing: the member is left out.
    Omitted,
    /// Nothing but the empty object.
    Empty,
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
    /// Another name, or none.
    Name,
}

impl Level {
    /// The word behind `on`.
    pub fn word(self) -> &'static str {
        match self {
            Self::Key => "key",
            Self::Value => "value",
            Self::Call => "call",
        }
    }
}

impl Action {
    /// What it works on.
    pub fn level(&self) -> Level {
        match self {
            Self::Rename { .. } | Self::OmitSurplus { .. } => Level::Key,
            Self::Omit(_) | Self::Decode(_) => Level::Value,
            Self::EmptyCall | Self::DecodeCall(_) => Level::Call,
        }
    }

    /// Whether it is about an object, or the arguments, as a whole: it has no key to stand at.
    pub fn is_about_a_whole(&self) -> bool {
        matches!(self, Self::OmitSurplus { .. } | Self::EmptyCall | Self::DecodeCall(_))
    }

    /// What it looks up by a spelling that has to be unique, if anything.
    pub fn looks_up(&self) -> Option<Lookup<'_>> {
        match self {
            Self::Rename { spelling } => Some(Lookup::Key(spelling)),
            Self::OmitSurplus { .. } | Self::Omit(_) | Self::EmptyCall => None,
            Self::Decode(decoding) | Self::DecodeCall(decoding) => decoding.decoder.looks_up(),
        }
    }

    /// The spelling that it goes by itself, if any.
    pub fn spelling(&self) -> Option<&str> {
        match self {
            Self::Rename { spelling } | Self::OmitSurplus { spelling } => Some(spelling),
            Self::Omit(_) | Self::EmptyCall => None,
            Self::Decode(decoding) | Self::DecodeCall(decoding) => decoding.decoder.spelling(),
        }
    }

    /// The spelling by which it renames, if it does.
    pub fn renames_by(&self) -> Option<&str> {
        match self {
            Self::Rename { spelling } => Some(spelling),
            _ => None,
        }
    }

    /// The spelling by which a name is told from every key, where it leaves out what is undeclared.
    pub fn omits_surplus_by(&self) -> Option<&str> {
        match self {
            Self::OmitSurplus { spelling } => Some(spelling),
            _ => None,
        }
    }

    /// What it leaves out, if that is a declared member.
    pub fn omits(&self) -> Option<Omitted> {
        match self {
            Self::Omit(omitted) => Some(*omitted),
            _ => None,
        }
    }

    /// What it reads, and by which decoder, if it does.
    pub fn decoding(&self) -> Option<&Decoding> {
        match self {
            Self::Decode(decoding) | Self::DecodeCall(decoding) => Some(decoding),
            _ => None,
        }
    }

    /// Whether it leaves a null out.
    pub fn omits_null(&self) -> bool {
        self.omits() == Some(Omitted::Null)
    }

    /// The decoder that it reads by, if it does.
    pub fn decoder(&self) -> Option<&Decoder> {
        self.decoding().map(|decoding| &decoding.decoder)
    }

    /// How it reads what is given, in a few words, as people are told.
    pub fn reads(&self) -> String {
        match self {
            Self::Rename { spelling } => format!("key by {spelling}"),
            Self::OmitSurplus { spelling } => format!("no key by {spelling}"),
            Self::Omit(_) => "omitted".to_owned(),
            Self::EmptyCall => "empty object".to_owned(),
            Self::Decode(decoding) | Self::DecodeCall(decoding) => decoding.decoder.text(),
        }
    }

    /// Whether it is about declared members, which stand where they are written: in a branch too.
    pub fn is_about_members(&self) -> bool {
        self.level() == Level::Value && self.decoder().is_some_and(Decoder::gives_members)
    }

    /// The classes of values that it takes, over-approximated. An action on keys takes none.
    pub(crate) fn takes(&self) -> Classes {
        match self {
            Self::Rename { .. } | Self::OmitSurplus { .. } => Classes::NONE,
            Self::Omit(Omitted::Null) | Self::EmptyCall => Classes::of(&[Class::Null]),
            Self::Omit(Omitted::EmptyString) => Classes::of(&[Class::EmptyText]),
            Self::Decode(decoding) | Self::DecodeCall(decoding) => decoding.takes(),
        }
    }

    /// What it may give, over-approximated.
    pub(crate) fn outcome(&self) -> Outcome {
        match self {
            Self::Rename { .. } | Self::OmitSurplus { .. } => Outcome::Name,
            Self::Omit(_) => Outcome::Omitted,
            Self::EmptyCall => Outcome::Value(Kinds::OBJECT),
            Self::Decode(decoding) | Self::DecodeCall(decoding) => Outcome::Value(decoding.decoder.gives()),
        }
    }

    /// What it takes as rule text, as behind `match`.
    pub fn matching(&self) -> String {
        match self {
            Self::Rename { spelling } => {
                format!("undeclared name where {spelling} of name is {spelling} of key")
            }
            Self::OmitSurplus { spelling } => {
                format!(
                    "undeclared name where {spelling} of name is {spelling} of no key with an empty value"
                )
            }
            Self::Omit(Omitted::Null) => "null".to_owned(),
            Self::Omit(Omitted::EmptyString) => "empty string".to_owned(),
            Self::EmptyCall => "absent or null".to_owned(),
            Self::Decode(decoding) | Self::DecodeCall(decoding) => decoding.matching(),
        }
    }

    /// What it makes of that as rule text, as behind `rewrite`.
    pub fn rewrite(&self) -> String {
        match self {
            Self::Rename { .. } => "name to key".to_owned(),
            Self::OmitSurplus { .. } | Self::Omit(_) => "to omitted".to_owned(),
            Self::EmptyCall => "to empty object".to_owned(),
            Self::Decode(decoding) | Self::DecodeCall(decoding) => decoding.rewrite(),
        }
    }

    pub(super) fn canonical(&self) -> Value {
        match self {
            Self::Rename { spelling } => json!({"rename-by": spelling}),
            Self::OmitSurplus { spelling } => json!({"omit-surplus-by": spelling}),
            Self::Omit(Omitted::Null) => json!({"omit": "null"}),
            Self::Omit(Omitted::EmptyString) => json!({"omit": "empty-string"}),
            Self::EmptyCall => json!("empty-call"),
            Self::Decode(decoding) => decoding.canonical(),
            Self::DecodeCall(decoding) => json!({"call": decoding.canonical()}),
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
