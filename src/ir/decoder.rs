//! How a value is read; and all that is to be known of a decoder without running it, in one place.
//!
//! What it does stands in [`decode`](crate::decode), and how a checker of changes reads it in
//! [`verify`](crate::verify).

use serde_json::{Value, json};

use super::model::class::{Class, Classes};
use super::{Kinds, Lookup, Provenance};

/// How a value is read. A decoder moves quotes or respells to something declared; it computes nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Decoder {
    /// `string read as number`: text that is `String(n)` of a finite double becomes that number.
    Number,
    /// `string read as enum by S`: text becomes the one member that has its form.
    EnumBy(String),
}

/// What the word of a decoder stands for.
#[derive(Debug, Clone)]
pub enum Called {
    /// A decoder that needs nothing more.
    Alone(Decoder),
    /// One that reads by a spelling, which is to be named.
    By(fn(String) -> Decoder),
}

/// All decoders, by their words.
const CALLED: [(&str, Called); 2] =
    [("number", Called::Alone(Decoder::Number)), ("enum", Called::By(Decoder::EnumBy))];

/// Every class of text but the empty one.
const FULL_TEXTS: [Class; 7] = [
    Class::NumberText,
    Class::BooleanText,
    Class::NullText,
    Class::ContainerText,
    Class::StringText,
    Class::WordText,
    Class::OtherText,
];

impl Decoder {
    /// The words that decoders are called by.
    pub fn words() -> impl Iterator<Item = &'static str> + Clone {
        CALLED.iter().map(|(word, _)| *word)
    }

    /// What `word` stands for, if it is the word of a decoder.
    pub fn called(word: &str) -> Option<Called> {
        CALLED.iter().find(|(known, _)| *known == word).map(|(_, called)| called.clone())
    }

    /// One decoder of each sort, with `S` for a spelling.
    pub fn samples() -> impl Iterator<Item = Self> {
        CALLED.iter().map(|(_, called)| called.with("S"))
    }

    /// What it looks up by a spelling, if anything.
    pub fn looks_up(&self) -> Option<Lookup<'_>> {
        match self {
            Self::Number => None,
            Self::EnumBy(spelling) => Some(Lookup::Member(spelling)),
        }
    }

    /// Where that comes from which it gives.
    pub fn provenance(&self) -> Provenance {
        match self {
            Self::Number => Provenance::Decoded,
            Self::EnumBy(_) => Provenance::Declared,
        }
    }

    /// The kinds of values that it takes, as `type` names them.
    pub fn kinds(&self) -> &'static [&'static str] {
        match self {
            Self::Number | Self::EnumBy(_) => &["string"],
        }
    }

    /// The classes of values that it takes, over-approximated.
    pub(crate) fn takes(&self) -> Classes {
        match self {
            Self::Number => Classes::of(&[Class::NumberText]),
            // A spelling has a first character, so the empty text has no form; any other may have one.
            Self::EnumBy(_) => Classes::of(&FULL_TEXTS),
        }
    }

    /// The kinds of values that it gives, over-approximated.
    pub(crate) fn gives(&self) -> Kinds {
        match self {
            Self::Number => Kinds::NUMBER,
            Self::EnumBy(_) => Kinds::STRING,
        }
    }

    /// As rule text, as behind `read as`.
    pub fn text(&self) -> String {
        match self {
            Self::Number => "number".to_owned(),
            Self::EnumBy(spelling) => format!("enum by {spelling}"),
        }
    }

    /// What that is called which it gives, where a rule text is made up.
    pub fn binder(&self) -> &'static str {
        match self {
            Self::Number => "n",
            Self::EnumBy(_) => "m",
        }
    }

    /// What a convention takes that reads by it, as behind `match`.
    pub fn matching(&self) -> String {
        format!("{} {}", self.reading(), self.binder())
    }

    /// The same without a name for what is read.
    pub(crate) fn reading(&self) -> String {
        format!("{} read as {}", self.kinds().join(", "), self.text())
    }

    pub(super) fn canonical(&self) -> Value {
        match self {
            Self::Number => json!("number"),
            Self::EnumBy(spelling) => json!(["enum-by", spelling]),
        }
    }
}

impl Called {
    /// The decoder, by this spelling where it needs one.
    pub fn with(&self, spelling: &str) -> Decoder {
        match self {
            Self::Alone(decoder) => decoder.clone(),
            Self::By(of) => of(spelling.to_owned()),
        }
    }
}
