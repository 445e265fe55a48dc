//! The shape signature: which members arguments have and of what type, never their values.

use std::fmt::Write as _;

use serde_json::Value;

use super::{Data, Node, compare};

/// How many members of an object are named.
const NAMED: usize = 32;
/// At this depth an object is opaque; the arguments object is at depth 0.
const OPAQUE: usize = 3;

/// What has a shape: a tree, or the value that it stands for.
pub trait Shaped: Sized {
    /// The members of an object, or the tag of anything else.
    fn members(&self) -> Result<Vec<(&str, &Self)>, &'static str>;
}

impl Shaped for Node {
    fn members(&self) -> Result<Vec<(&str, &Self)>, &'static str> {
        match &self.data {
            Data::Null => Err("null"),
            Data::Bool(_) => Err("bool"),
            Data::Number(_) => Err("num"),
            Data::String(_) => Err("str"),
            Data::Array(_) => Err("arr"),
            Data::Object(members) => {
                Ok(members.iter().map(|member| (&*member.name, &member.value)).collect())
            }
        }
    }
}

impl Shaped for Value {
    fn members(&self) -> Result<Vec<(&str, &Self)>, &'static str> {
        match self {
            Value::Null => Err("null"),
            Value::Bool(_) => Err("bool"),
            Value::Number(_) => Err("num"),
            Value::String(_) => Err("str"),
            Value::Array(_) => Err("arr"),
            Value::Object(members) => {
                Ok(members.iter().map(|(name, value)| (name.as_str(), value)).collect())
            }
        }
    }
}

/// The signature of an arguments object: `(name:tag,…)`, members sorted by code units.
///
/// Tags are `null`, `arr`, `str`, `num`, `bool`, `{…}` for objects at depth 1 and 2, and `obj` below.
/// The first 32 members are named, `…+N` counts the others. Names are not escaped. A value that is
/// no object has the signature of its tag.
pub fn signature(arguments: &impl Shaped) -> String {
    let mut out = String::new();
    write_shape(arguments, 0, &mut out);
    out
}

fn write_shape(value: &impl Shaped, depth: usize, out: &mut String) {
    let mut members = match value.members() {
        Err(tag) => return out.push_str(tag),
        Ok(_) if depth >= OPAQUE => return out.push_str("obj"),
        Ok(members) => members,
    };
    members.sort_by(|(a, _), (b, _)| compare(a, b));
    out.push(if depth == 0 { '(' } else { '{' });
    for (index, (name, member)) in members.iter().take(NAMED).enumerate() {
        if index > 0 {
            out.push(',');
        }
        out.push_str(name);
        out.push(':');
        write_shape(*member, depth + 1, out);
    }
    if members.len() > NAMED {
        let _ = write!(out, ",…+{}", members.len() - NAMED);
    }
    out.push(if depth == 0 { ')' } else { '}' });
}
