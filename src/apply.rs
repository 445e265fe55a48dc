//! Applying a proven plan to the arguments of a call.
//!
//! 1. *Canonical identity*: what the schema accepts comes back as it is, after one parse and one
//!    validation and nothing else;
//! 2. [`ready`]: what the plan is looked up by, worked out at the first call that is not canonical;
//! 3. [`keys`]: undeclared names move to the declared keys that they are spellings of;
//! 4. [`values`]: values that their properties do not accept are replaced, each by its one outcome;
//! 5. [`edits`]: the changes are made in the bytes, and every other byte stays;
//! 6. *Validated output*: the result is parsed again, and only what the unchanged schema accepts is
//!    given back. A partial repair is none.

mod edits;
mod keys;
mod ready;
mod turns;
mod values;

use serde_json::Value;

use crate::json::{Document, JsonError, Limits, Node, splice};
use crate::plan::{Rule, Witness, shape_of};
use crate::prove::ProvenPlan;
use ready::Ready;

/// How many property validations one call may cost.
const MOST_VALIDATIONS: usize = 10_000;

/// How many values arguments may have to be looked at: each takes up to half a kilobyte.
const MOST_VALUES: usize = 1_000_000;

/// What became of the arguments.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// They stay as they are, byte for byte.
    Unchanged,
    /// Their spelling was changed, and the schema accepts them now.
    Normalized {
        /// The arguments, as JSON text. Bytes that no rule touched are the given ones.
        args: Vec<u8>,
        /// The record of the change.
        witness: Witness,
    },
}

/// The arguments cannot be looked at.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ApplyError {
    /// They are no JSON, or more than the limits allow.
    #[error(transparent)]
    Json(#[from] JsonError),
    /// They are JSON, but no object.
    #[error("arguments are an object, these are {found}")]
    NotAnObject {
        /// What they are.
        found: &'static str,
    },
}

/// One call that is not canonical.
struct Call<'a> {
    proven: &'a ProvenPlan,
    ready: &'a Ready,
    validations: usize,
}

/// The call stays as it is.
struct Unchanged;

impl ProvenPlan {
    /// Whether the arguments may be changed at all: the schema rejects them, and could be asked.
    fn is_open(&self, args: &[u8], value: &Value) -> bool {
        self.schema().affords(args.len(), value) && !self.schema().accepts_arguments(value)
    }

    /// Applies the plan to `args`, the JSON text of a call's arguments.
    ///
    /// # Errors
    ///
    /// [`ApplyError`] where `args` is no JSON object within the default limits
    /// ([`Limits::ARGUMENTS`]). Everything else that stands in the way gives [`Outcome::Unchanged`].
    pub fn apply(&self, args: &[u8]) -> Result<Outcome, ApplyError> {
        self.apply_within(args, Limits::ARGUMENTS)
    }

    /// As [`apply`](Self::apply), with limits of the host's own.
    ///
    /// # Errors
    ///
    /// As [`apply`](Self::apply).
    pub fn apply_within(&self, args: &[u8], limits: Limits) -> Result<Outcome, ApplyError> {
        if args.len() > limits.bytes {
            return Err(JsonError::TooLarge { bytes: args.len(), limit: limits.bytes }.into());
        }
        if is_crowded(args) {
            return Ok(Outcome::Unchanged);
        }
        // The tree is built only when something must change: most calls are canonical, and end here.
        let value = serde_json::from_slice(args).ok().filter(Value::is_object);
        if value.as_ref().is_some_and(|value| !self.is_open(args, value)) {
            return Ok(Outcome::Unchanged);
        }
        let document = Document::parse(args, limits)?;
        if document.root.as_object().is_none() {
            return Err(ApplyError::NotAnObject { found: document.root.kind() });
        }
        if !document.flaws.is_empty() {
            return Ok(Outcome::Unchanged);
        }
        let value = match value {
            Some(value) => value,
            // Nested to the very limit, where serde_json has given up already.
            None => {
                let value = document.root.to_value();
                if !self.is_open(args, &value) {
                    return Ok(Outcome::Unchanged);
                }
                value
            }
        };
        let slot = self.slot().get_or_init(|| Box::new(Ready::of(self)));
        let Some(ready) = slot.downcast_ref() else { return Ok(Outcome::Unchanged) };
        let mut call = Call { proven: self, ready, validations: 0 };
        Ok(call.normalize(args, &document.root, &value).unwrap_or(Outcome::Unchanged))
    }
}

/// Whether `args` is an object of more values than are looked at, told without building any.
fn is_crowded(args: &[u8]) -> bool {
    args.len() > MOST_VALUES
        && args.trim_ascii_start().starts_with(b"{")
        && splice::values(args) > MOST_VALUES
        && serde_json::from_slice::<serde::de::IgnoredAny>(args).is_ok()
}

impl Call<'_> {
    fn normalize(&mut self, args: &[u8], root: &Node, value: &Value) -> Result<Outcome, Unchanged> {
        let moves = keys::moves(self.proven, self.ready, root)?;
        let changes = self.changes(root, value, &moves)?;
        if moves.is_empty() && changes.is_empty() {
            return Err(Unchanged);
        }
        let rules = moves.iter().map(|step| step.rule).chain(changes.iter().map(|step| step.rule));
        let rules: Vec<Rule> = rules.cloned().collect();
        let after = splice::splice(args, edits::edits(args, root, &moves, &changes));
        let witness = self.accepted(root, &after, rules)?;
        Ok(Outcome::Normalized { args: after, witness })
    }

    /// Reads the result again; only what the schema accepts goes on.
    fn accepted(&self, before: &Node, after: &[u8], rules: Vec<Rule>) -> Result<Witness, Unchanged> {
        let schema = self.proven.schema();
        let result: Value = match serde_json::from_slice(after) {
            Ok(result) => result,
            Err(_) => Document::parse(after, Limits::SURFACE).map_err(|_| Unchanged)?.root.to_value(),
        };
        if !schema.accepts_arguments(&result) {
            return Err(Unchanged);
        }
        Ok(Witness::new(
            schema.digest().clone(),
            shape_of(before),
            shape_of(&result),
            rules,
            self.proven.plan().stamp().cloned(),
        ))
    }

    /// Whether the property accepts the value, within the bound on validations.
    fn property_accepts(&mut self, key: &str, value: &Value) -> Result<bool, Unchanged> {
        self.validations += 1;
        if self.validations > MOST_VALIDATIONS {
            return Err(Unchanged);
        }
        self.proven.schema().accepts(key, value).map_err(|_| Unchanged)
    }
}
