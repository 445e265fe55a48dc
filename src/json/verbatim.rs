//! A tree as it serialises: in its own order, with its numbers as they were spelled.

use serde::de::{Deserialize, Deserializer, Error as _};
use serde::ser::{Serialize, Serializer};
use serde_json::value::RawValue;

use super::{Data, Document, Limits, Node};

/// A tree that is written member for member as it was read.
#[derive(Debug, Clone, PartialEq)]
pub struct Verbatim(pub Node);

impl<'de> Deserialize<'de> for Verbatim {
    /// Reads a value from JSON text. Its places are those in the value's own text.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let raw = Box::<RawValue>::deserialize(deserializer)?;
        let document = Document::parse(raw.get().as_bytes(), Limits::ARGUMENTS).map_err(D::Error::custom)?;
        match document.flaws.first() {
            Some(flaw) => Err(D::Error::custom(flaw.kind)),
            None => Ok(Self(document.root)),
        }
    }
}

impl Serialize for Verbatim {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        VerbatimRef(&self.0).serialize(serializer)
    }
}

/// The same, of a tree that stands elsewhere.
#[derive(Debug, Clone, Copy)]
pub struct VerbatimRef<'n>(pub &'n Node);

impl Serialize for VerbatimRef<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match &self.0.data {
            Data::Null => serializer.serialize_unit(),
            Data::Bool(value) => serializer.serialize_bool(*value),
            Data::Number(lexeme) => match serde_json::value::RawValue::from_string(lexeme.to_string()) {
                Ok(number) => number.serialize(serializer),
                Err(_) => serializer.serialize_unit(),
            },
            Data::String(text) => serializer.serialize_str(text),
            Data::Array(items) => serializer.collect_seq(items.iter().map(VerbatimRef)),
            Data::Object(members) => serializer
                .collect_map(members.iter().map(|member| (&member.name, VerbatimRef(&member.value)))),
        }
    }
}
