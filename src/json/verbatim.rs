//! A tree as it serialises: in its own order, with its numbers as they were spelled.

use serde::ser::{Serialize, Serializer};

use super::{Data, Node};

/// A tree that is written member for member as it was read.
#[derive(Debug, Clone, PartialEq)]
pub struct Verbatim(pub Node);

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
