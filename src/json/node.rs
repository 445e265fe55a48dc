//! The tree: a value, its place, and the members of an object in the order written.

use std::sync::Arc;

use super::Lexeme;
use crate::span::Span;

/// A value and its place. Equality ignores the place. Cheap to clone: what it holds is shared.
#[derive(Debug, Clone)]
pub struct Node {
    /// Where the value stands in its source.
    pub span: Span,
    /// What it is.
    pub data: Data,
}

/// The data of a [`Node`].
#[derive(Debug, Clone, PartialEq)]
pub enum Data {
    /// `null`
    Null,
    /// `true` or `false`
    Bool(bool),
    /// A number, as it was written.
    Number(Lexeme),
    /// A string, unescaped.
    String(Box<str>),
    /// An array.
    Array(Arc<Vec<Node>>),
    /// An object: its members in the order written, duplicates included.
    Object(Arc<Vec<Member>>),
}

/// A member of an object. Equality ignores places.
#[derive(Debug, Clone)]
pub struct Member {
    /// The name, unescaped.
    pub name: Box<str>,
    /// Where the name stands, quotes included.
    pub name_span: Span,
    /// The value.
    pub value: Node,
}

impl PartialEq for Node {
    fn eq(&self, other: &Self) -> bool {
        self.data == other.data
    }
}

impl PartialEq for Member {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name && self.value == other.value
    }
}

impl Node {
    /// The members, where the node is an object.
    pub fn as_object(&self) -> Option<&[Member]> {
        match &self.data {
            Data::Object(members) => Some(members),
            _ => None,
        }
    }

    /// The items, where the node is an array.
    pub fn as_array(&self) -> Option<&[Node]> {
        match &self.data {
            Data::Array(items) => Some(items),
            _ => None,
        }
    }

    /// The text, where the node is a string.
    pub fn as_str(&self) -> Option<&str> {
        match &self.data {
            Data::String(text) => Some(text),
            _ => None,
        }
    }

    /// The value, where the node is a number that is a safe integer from 0.
    pub fn as_natural(&self) -> Option<u64> {
        match &self.data {
            Data::Number(lexeme) => super::number::natural(lexeme),
            _ => None,
        }
    }

    /// The member called `name`, where the node is an object that has one.
    pub fn member(&self, name: &str) -> Option<&Member> {
        self.as_object()?.iter().find(|member| &*member.name == name)
    }

    /// The value of the member called `name`, where the node is an object that has one.
    pub fn get(&self, name: &str) -> Option<&Node> {
        self.member(name).map(|member| &member.value)
    }

    /// The value of the last member called `name`, as `JSON.parse` has it.
    pub fn last(&self, name: &str) -> Option<&Node> {
        self.as_object()?.iter().rev().find(|member| &*member.name == name).map(|member| &member.value)
    }

    /// The JSON type, in words.
    pub fn kind(&self) -> &'static str {
        match &self.data {
            Data::Null => "null",
            Data::Bool(_) => "a boolean",
            Data::Number(_) => "a number",
            Data::String(_) => "a string",
            Data::Array(_) => "an array",
            Data::Object(_) => "an object",
        }
    }

    /// The value without its places, as the validator takes it.
    pub fn to_value(&self) -> serde_json::Value {
        use serde_json::Value;
        match &self.data {
            Data::Null => Value::Null,
            Data::Bool(value) => Value::Bool(*value),
            Data::Number(lexeme) => lexeme.parse().map_or(Value::Null, Value::Number),
            Data::String(text) => Value::String(text.to_string()),
            Data::Array(items) => Value::Array(items.iter().map(Node::to_value).collect()),
            Data::Object(members) => Value::Object(
                members.iter().map(|member| (member.name.to_string(), member.value.to_value())).collect(),
            ),
        }
    }
}
