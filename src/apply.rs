//! Applying a proven plan to the arguments of a call.
//!
//! 1. *Canonical identity*: what the schema accepts comes back as it is, after one parse and one
//!    validation and nothing else;
//! 2. [`keys`]: undeclared names move to the declared keys that they are spellings of;
//! 3. [`values`]: values that their properties do not accept are replaced, each by its one outcome;
//! 4. [`edits`]: the changes are made in the bytes, and every other byte stays;
//! 5. *Validated output*: the result is parsed again, and only what the unchanged schema accepts is
//!    given back. A partial repair is none.

mod edits;
mod keys;
mod turns;
mod values;

use serde_json::Value;

use crate::json::{Document, JsonError, Limits, Node, splice};
use crate::plan::{Rule, Witness, shape_of};
use crate::prove::ProvenPlan;

/// How many property validations one call may cost.
const MOST_VALIDATIONS: usize = 10_000;

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

/// A plan with the program's conventions looked up, for one call.
struct Call<'a> {
    proven: &'a ProvenPlan,
    validations: usize,
}

/// The call stays as it is.
struct Unchanged;

impl ProvenPlan {
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
        // The tree is built only when something must change: most calls are canonical, and end here.
        if let Ok(Value::Object(value)) = serde_json::from_slice(args) {
            let value = Value::Object(value);
            if !self.schema().affords(args.len(), &value) || self.schema().accepts_arguments(&value) {
                return Ok(Outcome::Unchanged);
            }
        }
        let document = Document::parse(args, limits)?;
        if document.root.as_object().is_none() {
            return Err(ApplyError::NotAnObject { found: document.root.kind() });
        }
        let mut call = Call { proven: self, validations: 0 };
        Ok(call.normalize(args, &document).unwrap_or(Outcome::Unchanged))
    }
}

impl Call<'_> {
    fn normalize(&mut self, args: &[u8], document: &Document) -> Result<Outcome, Unchanged> {
        let schema = self.proven.schema();
        if !document.flaws.is_empty() {
            return Err(Unchanged);
        }
        let before = document.root.to_value();
        if !schema.affords(args.len(), &before) || schema.accepts_arguments(&before) {
            return Err(Unchanged);
        }
        let moves = keys::moves(self.proven, &document.root)?;
        let changes = self.changes(&document.root, &moves)?;
        if moves.is_empty() && changes.is_empty() {
            return Err(Unchanged);
        }
        let rules = moves.iter().map(|step| step.rule).chain(changes.iter().map(|step| step.rule));
        let rules: Vec<Rule> = rules.cloned().collect();
        let after = splice::splice(args, edits::edits(args, &document.root, &moves, &changes));
        let witness = self.accepted(&document.root, &after, rules)?;
        Ok(Outcome::Normalized { args: after, witness })
    }

    /// Reads the result again; only what the schema accepts goes on.
    fn accepted(&self, before: &Node, after: &[u8], rules: Vec<Rule>) -> Result<Witness, Unchanged> {
        let schema = self.proven.schema();
        let result =
            Document::parse(after, Limits { depth: usize::MAX, bytes: usize::MAX }).map_err(|_| Unchanged)?;
        if !schema.accepts_arguments(&result.root.to_value()) {
            return Err(Unchanged);
        }
        Ok(Witness::new(
            schema.digest().clone(),
            shape_of(before),
            shape_of(&result.root),
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
