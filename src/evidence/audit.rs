//! Audits: calls kept verbatim beside a trace, and the values observed in them.

use std::collections::HashMap;
use std::fmt;

use serde::Serialize;
use serde::de::{Deserializer as _, MapAccess, Visitor};
use serde_json::value::RawValue;

use super::members::{is_object, members, text};
use super::{Value, arguments};
use crate::json::{Limits, Node};

/// A call as it was made.
#[derive(Debug, Clone, PartialEq)]
pub struct AuditCall {
    /// The ref of the action called; never empty.
    pub action: Box<str>,
    /// The arguments: an object, each member name once.
    pub args: Node,
}

/// A scalar that an action was once called with.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Observation {
    /// The ref of the action.
    #[serde(rename = "ref")]
    pub action: Box<str>,
    /// The argument's name.
    pub key: Box<str>,
    /// Its value.
    pub value: Value,
    /// How often; at least once.
    #[serde(skip_serializing_if = "is_one")]
    pub count: u64,
}

fn is_one(count: &u64) -> bool {
    *count == 1
}

/// Reads an audit as a call: an object with a `ref` that is not empty and an object `args`; `None`
/// where it is anything else.
///
/// `Some(None)` is a call whose arguments are deeper or larger than [`Limits::ARGUMENTS`], which is none
/// that could be replayed.
pub(super) fn call(item: &RawValue) -> Option<Option<AuditCall>> {
    let (action, args) = parts(item)?;
    Some(arguments(args, Limits::ARGUMENTS).map(|args| AuditCall { action, args }))
}

/// The scalars among the arguments of an audit; whatever else they hold is skipped unread.
pub(super) fn observations(item: &RawValue) -> Vec<Observation> {
    let Some((action, args)) = parts(item) else { return Vec::new() };
    let Ok(scalars) = serde_json::Deserializer::from_str(args.get()).deserialize_map(Scalars) else {
        return Vec::new();
    };
    let observed = |(key, value): (Box<str>, Option<Value>)| {
        value.map(|value| Observation { action: action.clone(), key, value, count: 1 })
    };
    scalars.into_iter().filter_map(observed).collect()
}

fn parts(item: &RawValue) -> Option<(Box<str>, &RawValue)> {
    let [action, args] = members(item.get(), ["ref", "args"]).ok()??;
    let action = text(action?).filter(|action| !action.is_empty())?;
    Some((action.into(), args.filter(|args| is_object(args))?))
}

/// The members of an object in order, the last value of each at its first place; `None` for a value
/// that is no scalar.
struct Scalars;

impl<'t> Visitor<'t> for Scalars {
    type Value = Vec<(Box<str>, Option<Value>)>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'t>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut places: HashMap<Box<str>, usize> = HashMap::new();
        let mut members: Self::Value = Vec::new();
        while let Some((name, value)) = map.next_entry::<Box<str>, &RawValue>()? {
            let value = scalar(value);
            match places.get(&name).and_then(|place| members.get_mut(*place)) {
                Some(first) => first.1 = value,
                None => {
                    places.insert(name.clone(), members.len());
                    members.push((name, value));
                }
            }
        }
        Ok(members)
    }
}

fn scalar(value: &RawValue) -> Option<Value> {
    match value.get().as_bytes() {
        [b'"', ..] => text(value).map(Value::from),
        b"true" => Some(Value::Bool(true)),
        b"false" => Some(Value::Bool(false)),
        [b'-' | b'0'..=b'9', ..] => Value::number(crate::json::number::double(value.get())),
        _ => None,
    }
}
