//! The second way to ask what is accepted at a position: one call through the validator of the whole
//! schema.
//!
//! [`Schema::accepts_at`] compiles a reference to the position, and believes that the reference leads
//! there. [`Schema::admits_at`] builds no reference: it shows the whole schema an object with that one
//! member, and looks at what is found at fault *by the property*. What does not stand at the top is put
//! there: a copy of the schema has it among its properties, by a name that is its pointer. The checker and
//! [`verify`](crate::verify) ask this way, the deriver and `apply` the other, so that a fault of one
//! does not prove itself.

use std::collections::HashSet;

use jsonschema::Validator;
use serde_json::{Map, Value};

use super::work::Work;
use super::{MOST_WORK, Position, Reach, Schema, Unevaluable, build, reach};
use crate::json::pointer;

/// How deep the positions stand that can be asked about.
const DEEPEST: Reach = Reach { properties: true, items: true, depth: 64 };

/// How many bytes of a schema may be raised in all. What stands inside what is raised is raised twice.
const MOST_RAISED: usize = 4 << 20;

/// A copy of a schema that has all its positions among the properties of its root.
struct Prepared {
    value: Value,
    /// The number of its subschemas, references followed.
    unfolded: usize,
    work: Work,
    /// What the names of the positions begin with, and no other's.
    prefix: String,
    /// Their pointers.
    pointers: HashSet<String>,
}

/// The validator of that copy.
#[derive(Debug)]
pub(super) struct Raised {
    validator: Validator,
    work: Work,
    prefix: String,
    pointers: HashSet<String>,
}

impl Prepared {
    /// None where the copy is beyond the bounds of a schema.
    fn of(schema: &Schema) -> Option<Self> {
        let inner = &schema.0;
        let mut positions = schema.positions(DEEPEST);
        positions.retain(|position| position.index.is_none());
        let bytes = positions.iter().map(|position| position.node.span.end - position.node.span.start);
        if bytes.sum::<usize>() > MOST_RAISED {
            return None;
        }
        let mut prefix = "\0".to_owned();
        while schema.properties().iter().any(|member| member.name.starts_with(&prefix)) {
            prefix.push('\0');
        }
        let mut value = inner.value.clone();
        let properties = value.get_mut("properties")?.as_object_mut()?;
        for position in &positions {
            let part = inner.value.pointer(&position.pointer)?;
            properties.insert(format!("{prefix}{}", position.pointer), part.clone());
        }
        let (unfolded, work) = reach::measure(&value, inner.draft).ok()?;
        let pointers = positions.into_iter().map(|position| position.pointer).collect();
        Some(Self { value, unfolded, work, prefix, pointers })
    }
}

impl Raised {
    /// None where the copy is beyond the bounds of a schema.
    fn of(schema: &Schema) -> Option<Self> {
        let Prepared { value, work, prefix, pointers, .. } = Prepared::of(schema)?;
        let inner = &schema.0;
        let reading = (inner.engine, inner.options);
        let validator = build(&value, inner.draft, reading, &inner.patterns, None).ok()?;
        Some(Self { validator, work, prefix, pointers })
    }
}

impl Schema {
    /// To how many subschemas all positions below the top unfold together with the rest; none where that
    /// is beyond the bounds of a schema. Then nothing is asked about them in either way.
    pub(super) fn unfolded_below(&self) -> Option<usize> {
        *self.0.unfolded_below.get_or_init(|| Prepared::of(self).map(|copy| copy.unfolded))
    }

    /// Whether the property `key` admits `value`: see [`admits_at`](Self::admits_at).
    ///
    /// # Errors
    ///
    /// [`Unevaluable`] where there is no such property, or where that would cost too much.
    pub fn admits(&self, key: &str, value: &Value) -> Result<bool, Unevaluable> {
        let position = self.position(key)?;
        let told = faultless(&self.0.validator, &self.0.work, key.to_owned(), value);
        told.ok_or_else(|| position.unevaluable())
    }

    /// Whether `position` finds no fault with `value` where the whole schema sees `{key: value}`.
    ///
    /// What other parts of the schema have against that object (members that are missing, say) is not the
    /// position's: a fault counts where the way to it begins at the position.
    ///
    /// # Errors
    ///
    /// [`Unevaluable`] where that would cost too much; the answer of [`Schema::accepts_at`] would be no second
    /// one. So too where the position does not stand at the top, and the schema with all its positions there
    /// is beyond the bounds.
    pub fn admits_at(&self, position: &Position<'_>, value: &Value) -> Result<bool, Unevaluable> {
        match position.key.filter(|_| position.index.is_some()) {
            Some(key) => self.admits(key, value),
            None => self.admits_below(&position.pointer, value),
        }
    }

    /// As [`admits_at`](Self::admits_at), for a position below the top that only its pointer is known of.
    ///
    /// # Errors
    ///
    /// The same, and [`Unevaluable`] where no position below the top has that pointer.
    pub(crate) fn admits_below(&self, pointer: &str, value: &Value) -> Result<bool, Unevaluable> {
        let unevaluable = || Unevaluable { property: pointer.to_owned() };
        let raised = self.0.raised.get_or_init(|| Raised::of(self)).as_ref();
        let raised = raised.filter(|raised| raised.pointers.contains(pointer)).ok_or_else(unevaluable)?;
        let key = format!("{}{pointer}", raised.prefix);
        faultless(&raised.validator, &raised.work, key, value).ok_or_else(unevaluable)
    }
}

/// Whether the property `key` finds no fault with `value`. None where telling would cost too much: as
/// much as is tried for whole arguments, so that what was applied can be checked.
fn faultless(validator: &Validator, work: &Work, key: String, value: &Value) -> Option<bool> {
    let place = pointer::push("/properties", &key);
    let call = Value::Object(Map::from_iter([(key, value.clone())]));
    if work.of(&call) > MOST_WORK {
        return None;
    }
    let is_at = |way: &str| way.strip_prefix(&*place).is_some_and(|on| on.is_empty() || on.starts_with('/'));
    let mut faults = validator.iter_errors(&call);
    Some(!faults.any(|fault| is_at(fault.evaluation_path().as_str())))
}
