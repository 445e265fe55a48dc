//! Which branch of a union a value, or what stands inside it, is in.
//!
//! A *branch* is a schema in an `anyOf` or `oneOf`, named by its JSON Pointer into the schema. This is told,
//! and nothing hangs on it: where to find out would cost too much there is no answer.

use serde_json::Value;

use super::kinds;
use crate::ir::Kinds;
use crate::json::{Node, pointer};
use crate::schema::{Schema, branch_around};

/// How many parts of a schema are looked at for one answer.
const MOST_PARTS: usize = 10_000;
/// How many subschemas are compiled for the answers about one call.
const MOST_COMPILED: usize = 5_000;
/// How many unions inside each other are looked into.
const MOST_DEEP: usize = 16;

/// The innermost branch of those at `position` that lead to `part`, which applies to the very same value.
pub fn on_the_way(schema: &Schema, position: &str, part: &str) -> Option<String> {
    let mut left = MOST_PARTS;
    let mut at = position.to_owned();
    let mut found = None;
    for _ in 0..MOST_DEEP {
        let inner = branches(schema, &at, &mut left)?.into_iter().find(|(branch, node)| {
            let parts = schema.in_place(branch, node);
            left = left.saturating_sub(parts.len());
            parts.iter().any(|(inside, _)| inside == part)
        });
        let Some((branch, _)) = inner else { break };
        found = Some(branch.clone());
        at = branch;
    }
    found
}

/// How much may still be compiled.
#[derive(Debug, Clone, Copy)]
pub struct Budget(usize);

impl Default for Budget {
    fn default() -> Self {
        Self(MOST_COMPILED)
    }
}

/// The innermost branch of those at `position` that accepts `value`; of several the first.
pub fn accepting(schema: &Schema, position: &str, value: &Value, left: &mut Budget) -> Option<String> {
    let mut parts = MOST_PARTS;
    let mut at = position.to_owned();
    let mut found = None;
    for _ in 0..MOST_DEEP {
        let mut inner = branches(schema, &at, &mut parts)?;
        inner.retain(|(_, node)| kind_of(value).within(kinds(schema, node)));
        // Of the value it is known that something accepts it.
        if inner.len() > 1 {
            inner.retain(|(branch, _)| {
                left.0 = left.0.saturating_sub(schema.unfolded().max(1));
                left.0 > 0 && schema.accepts_part(branch, value) == Some(true)
            });
        }
        let Some((branch, _)) = inner.into_iter().next() else { break };
        found = Some(branch.clone());
        at = branch;
    }
    found
}

/// The branches at the place `at`, in which not more than that many branches apply to the very same value.
pub(super) fn few<'s>(schema: &'s Schema, at: &str, most: usize) -> Vec<(String, &'s Node)> {
    let found = branches(schema, at, &mut MOST_PARTS.clone()).unwrap_or_default();
    if found.len() > most { Vec::new() } else { found }
}

/// The branches at `at`, but for itself: those of its own unions first.
fn branches<'s>(schema: &'s Schema, at: &str, left: &mut usize) -> Option<Vec<(String, &'s Node)>> {
    let node = pointer::get(schema.root(), at)?;
    let mut parts = schema.in_place(at, node);
    *left = left.checked_sub(parts.len())?;
    parts.retain(|(part, _)| part != at && branch_around(part) == Some(part));
    Some(parts)
}

fn kind_of(value: &Value) -> Kinds {
    match value {
        Value::Null => Kinds::NULL,
        Value::Bool(_) => Kinds::BOOLEAN,
        Value::Number(number) if number.as_f64().is_some_and(|number| number.fract() == 0.0) => {
            Kinds::INTEGER
        }
        Value::Number(_) => Kinds::NUMBER,
        Value::String(_) => Kinds::STRING,
        Value::Array(_) => Kinds::ARRAY,
        Value::Object(_) => Kinds::OBJECT,
    }
}
