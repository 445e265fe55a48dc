//! One value, by the type of its fact.

use std::sync::Arc;

use super::number::{self, Grain};
use super::{Ring, node, text};
use crate::decode::normal_form;
use crate::json::{Data, Document, Node};

/// What a fact is.
#[derive(Debug, Clone, PartialEq)]
pub enum Kind {
    /// A member of a vocabulary.
    Ring(Arc<Ring>),
    /// The nearest multiple of a grain.
    Grain(Grain),
    /// The nearest integer.
    Int,
    /// A number.
    Number,
    /// `true` or `false`.
    Bool,
    /// A name: trimmed, and otherwise as it is.
    Id,
    /// Text, with single spaces.
    Text,
}

/// What was read of one value.
#[derive(Debug, Clone, PartialEq)]
pub enum Read {
    /// The canonical value.
    Value(Node),
    /// A member, found by another word for it.
    Synonym(Node),
    /// There is nothing, which is no miss here.
    Absent,
    /// Nothing could be read.
    Miss,
}

impl Kind {
    /// What `given`, which stands in `document`, is read as.
    ///
    /// A number that no double holds, and text with half of a surrogate pair, are read as nothing.
    pub fn read(&self, given: Option<&Node>, document: &Document) -> Read {
        let given = given.filter(|given| given.data != Data::Null);
        match (self, given) {
            (Self::Id | Self::Text, None) => Read::Absent,
            (_, None) => Read::Miss,
            (_, Some(given)) if document.flaw_in(given.span).is_some() => Read::Miss,
            (_, Some(given)) => self.value(given),
        }
    }

    /// What `given`, which has no flaw and is not null, is read as.
    pub fn value(&self, given: &Node) -> Read {
        let text = text::of(given);
        let number = |number: Option<f64>| number.map(number::value);
        let value = match self {
            Self::Ring(ring) => {
                return match text.as_deref().and_then(|word| ring.look_up(word)) {
                    Some((member, false)) => Read::Value(member.clone()),
                    Some((member, true)) => Read::Synonym(member.clone()),
                    None => Read::Miss,
                };
            }
            Self::Grain(grain) => number(number::read(given).and_then(|n| grain.snap(n))),
            Self::Int => number(number::read(given).map(number::round)),
            Self::Number => number(number::read(given)),
            Self::Bool => text.and_then(|text| boolean(&text)).map(|value| node(Data::Bool(value))),
            Self::Id => text.map(|text| node(Data::String(text.trim().into()))),
            Self::Text => text.map(|text| node(Data::String(text::collapsed(&text).into()))),
        };
        value.map_or(Read::Miss, Read::Value)
    }

    /// The vocabulary, where the fact is a member of one.
    pub fn ring(&self) -> Option<&Ring> {
        if let Self::Ring(ring) = self { Some(ring) } else { None }
    }
}

fn boolean(text: &str) -> Option<bool> {
    match &*normal_form(text) {
        "true" | "1" | "yes" | "y" => Some(true),
        "false" | "0" | "no" | "n" | "" => Some(false),
        _ => None,
    }
}
