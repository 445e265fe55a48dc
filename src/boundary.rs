//! The place of normalization in a host's pipeline: prepare, normalize, validate.
//!
//! The host's own adapter goes first, and an adapter's error is the host's: it is given back as it
//! is, never bypassed. Normalization stands between adapter and validator and replaces neither: what
//! it leaves alone is validated just the same.

use crate::apply::{ApplyError, Outcome};
use crate::json::{Document, FlawKind, JsonError, Limits};
use crate::plan::Witness;
use crate::prove::ProvenPlan;
use crate::schema::Schema;

/// What a host does to arguments before anybody else looks at them.
pub trait Adapter {
    /// The host's own fault.
    type Error;

    /// Gives the arguments as the schema is to see them.
    ///
    /// # Errors
    ///
    /// Whatever the host refuses.
    fn prepare(&self, args: Vec<u8>) -> Result<Vec<u8>, Self::Error>;
}

/// An adapter that changes nothing.
#[derive(Debug, Clone, Copy, Default)]
pub struct AsGiven;

impl Adapter for AsGiven {
    type Error = std::convert::Infallible;

    fn prepare(&self, args: Vec<u8>) -> Result<Vec<u8>, Self::Error> {
        Ok(args)
    }
}

/// The validation boundary of one action.
#[derive(Debug, Clone)]
pub struct Boundary<A> {
    adapter: A,
    schema: Schema,
    plan: Option<ProvenPlan>,
}

/// Arguments that the schema accepts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Passed {
    /// The arguments, as JSON text.
    pub args: Vec<u8>,
    /// The record of a change, where there was one.
    pub witness: Option<Witness>,
}

/// Why a call does not go on.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BoundaryError<E> {
    /// The host's adapter refused.
    #[error("{0}")]
    Adapter(E),
    /// What the adapter gave is no JSON object within the limits.
    #[error(transparent)]
    Unreadable(#[from] ApplyError),
    /// The schema rejects the arguments, normalized or not.
    #[error("the schema rejects the arguments")]
    Rejected {
        /// The arguments, as the schema saw them.
        args: Vec<u8>,
    },
}

impl<A: Adapter> Boundary<A> {
    /// The boundary of an action whose plan was proved.
    pub fn new(adapter: A, plan: ProvenPlan) -> Self {
        Self { adapter, schema: plan.schema().clone(), plan: Some(plan) }
    }

    /// The boundary of an action without a plan: it prepares and validates.
    pub fn without_plan(adapter: A, schema: Schema) -> Self {
        Self { adapter, schema, plan: None }
    }

    /// Takes the arguments of one call through the pipeline.
    ///
    /// # Errors
    ///
    /// [`BoundaryError`]: the adapter's error as it is, unreadable arguments, or a rejection.
    pub fn call(&self, args: Vec<u8>) -> Result<Passed, BoundaryError<A::Error>> {
        let args = self.adapter.prepare(args).map_err(BoundaryError::Adapter)?;
        let outcome = match &self.plan {
            Some(plan) => plan.apply(&args)?,
            None => Outcome::Unchanged,
        };
        let (args, witness) = match outcome {
            Outcome::Unchanged => (args, None),
            Outcome::Normalized { args, witness } => (args, Some(witness)),
        };
        self.validate(&args)?;
        Ok(Passed { args, witness })
    }

    fn validate(&self, args: &[u8]) -> Result<(), BoundaryError<A::Error>> {
        let rejected = || BoundaryError::Rejected { args: args.to_vec() };
        let unreadable = |error: JsonError| BoundaryError::Unreadable(ApplyError::Json(error));
        let document = Document::parse(args, Limits::ARGUMENTS).map_err(unreadable)?;
        if document.root.as_object().is_none() {
            return Err(ApplyError::NotAnObject { found: document.root.kind() }.into());
        }
        let value = document.root.to_value();
        // The last of two members of one name counts, as with most parsers. Other flaws have no value.
        let has_value = document.flaws.iter().all(|flaw| flaw.kind == FlawKind::DuplicateName);
        let validated = has_value && self.schema.affords(args.len(), &value);
        if validated && self.schema.accepts_arguments(&value) { Ok(()) } else { Err(rejected()) }
    }
}
