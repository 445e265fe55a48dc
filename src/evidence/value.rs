//! Scalar values as they are observed: typed, so that `1` and `"1"` differ.

use std::borrow::Cow;

use serde::{Deserialize, Serialize, Serializer};

use crate::json::{Data, Node, number};

/// A string, a finite number or a boolean.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(untagged)]
pub enum Value {
    /// `true` or `false`
    Bool(bool),
    /// A finite number.
    Number(f64),
    /// A text.
    Text(Box<str>),
}

impl Value {
    /// Reads a node: `None` where it is no scalar, is null, or is a number that no double holds.
    pub fn of(node: &Node) -> Option<Self> {
        match &node.data {
            Data::Bool(value) => Some(Self::Bool(*value)),
            Data::Number(lexeme) => Self::number(number::double(lexeme)),
            Data::String(text) => Some(Self::Text(text.clone())),
            Data::Null | Data::Array(_) | Data::Object(_) => None,
        }
    }

    /// A number, where it is finite. Negative zero is zero, as it prints.
    pub fn number(n: f64) -> Option<Self> {
        n.is_finite().then_some(Self::Number(if n == 0.0 { 0.0 } else { n }))
    }

    /// The *value key*: `type:value`, numbers as ECMAScript prints them. Equal values have equal
    /// keys, different values different ones, and ties are broken by its order.
    pub fn key(&self) -> String {
        match self {
            Self::Bool(value) => format!("boolean:{value}"),
            Self::Number(n) => format!("number:{}", number::print(*n)),
            Self::Text(text) => format!("string:{text}"),
        }
    }

    /// Reads a value key.
    pub fn from_key(key: &str) -> Option<Self> {
        let (kind, value) = key.split_once(':')?;
        match (kind, value) {
            ("boolean", "true") => Some(Self::Bool(true)),
            ("boolean", "false") => Some(Self::Bool(false)),
            ("number", _) => number::exact(value).map(Self::Number),
            ("string", _) => Some(Self::Text(value.into())),
            _ => None,
        }
    }
}

impl From<Cow<'_, str>> for Value {
    fn from(text: Cow<'_, str>) -> Self {
        Self::Text(text.into())
    }
}

impl Serialize for Value {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Bool(value) => serializer.serialize_bool(*value),
            Self::Number(n) => crate::json::number::serialize(*n, serializer),
            Self::Text(text) => serializer.serialize_str(text),
        }
    }
}
