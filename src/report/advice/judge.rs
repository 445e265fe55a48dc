//! Whether a part of a schema accepts a value.
//!
//! Properties at the top have validators that are kept. For any other part one is made for one question. So
//! a tool has a budget for all its questions; beyond it there is no answer.

use std::cell::Cell;

use serde_json::Value;

use super::parts::Part;
use crate::json::pointer;
use crate::schema::Schema;

/// How many subschemas are compiled, and properties and bytes of pointers gone through, for one tool.
const MOST_STEPS: usize = 200_000;
/// How many bytes of JSON a value may have at most.
const MOST_BYTES: usize = 1 << 16;
/// How many bytes the name of a property may have at most.
const MOST_NAME: usize = 1 << 10;

pub(super) struct Judge {
    left: Cell<usize>,
}

impl Default for Judge {
    fn default() -> Self {
        Self { left: Cell::new(MOST_STEPS) }
    }
}

impl Judge {
    /// Whether `part` accepts `value`; `None` where that cannot be told, or costs too much.
    pub(super) fn accepts(&self, schema: &Schema, part: &Part<'_>, value: &Value) -> Option<bool> {
        // Every question looks through the properties, or through as much as the schema unfolds to.
        self.charge(if part.is_top() { schema.properties().len() } else { schema.unfolded() }.max(1))?;
        // A validator notes the whole way to each of its parts.
        if part.key.is_some_and(|key| key.len() > MOST_NAME) || !schema.affords(MOST_BYTES, value) {
            return None;
        }
        if let Some(key) = part.key.filter(|_| part.is_top()) {
            return schema.accepts(key, value).ok();
        }
        let place = pointer::of(schema.root(), part.node.span);
        self.charge(place.len())?;
        schema.accepts_part(&place, value)
    }

    fn charge(&self, steps: usize) -> Option<()> {
        let left = self.left.get().checked_sub(steps)?;
        self.left.set(left);
        Some(())
    }
}
