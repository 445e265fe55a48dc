//! Which answers are stored.

use serde_json::{Map, Value};

/// How a member's name ends that says that an answer missed its vocabulary.
const MISS: &str = "CanonMiss";

/// Whether an answer may be stored. `null` is none; what missed a vocabulary, or is provisional, may be
/// another one the next time.
pub fn is_storable(answer: &Value) -> bool {
    match answer {
        Value::Null => false,
        Value::Object(members) => !is_open(members),
        Value::Array(items) => !items.iter().filter_map(Value::as_object).any(is_open),
        _ => true,
    }
}

fn is_open(members: &Map<String, Value>) -> bool {
    members.iter().any(|(name, value)| {
        let is_miss = name.ends_with(MISS) && says_something(value);
        is_miss || (name == "provisional" && *value == Value::Bool(true))
    })
}

/// Whether a value is another one than `false`, `null`, `0` and `""`.
fn says_something(value: &Value) -> bool {
    match value {
        Value::Null | Value::Bool(false) => false,
        Value::Number(number) => number.as_f64() != Some(0.0),
        Value::String(text) => !text.is_empty(),
        _ => true,
    }
}
