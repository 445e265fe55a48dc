//! The place of normalization in a host's pipeline: prepare, normalize, validate.
//!
//! The host's own adapter goes first, and an adapter's error is the host's: it is given back as it
//! is, never bypassed. Normalization stands between adapter and validator and replaces neither: only
//! what the unchanged schema accepts goes on, whether it was changed or not.

use crate::apply::{ApplyError, Reason, Verdict, judge};
use crate::json::Limits;
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
///
/// ```
/// use fabric_rules::{AsGiven, Boundary, BoundaryError, Schema, built_in};
///
/// let fabric = built_in().unwrap().default_profile().unwrap();
/// let schema = Schema::parse(
///     br#"{"type": "object", "additionalProperties": false,
///          "properties": {"pageCount": {"type": "integer"}}}"#,
///     Default::default(),
/// )
/// .unwrap();
/// let boundary = Boundary::new(AsGiven, fabric.plan("report.render", &schema).unwrap());
///
/// let passed = boundary.call(br#"{"page_count": 2}"#.to_vec()).unwrap();
/// assert_eq!(passed.args, br#"{"pageCount": 2}"#);
/// assert!(passed.witness.is_some());
///
/// let refused = boundary.call(br#"{"page_count": "many"}"#.to_vec());
/// assert!(matches!(refused, Err(BoundaryError::Rejected { .. })));
/// ```
#[derive(Debug, Clone)]
pub struct Boundary<A> {
    adapter: A,
    schema: Schema,
    plan: Option<ProvenPlan>,
}

/// Arguments that the schema accepts.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Passed {
    /// The arguments, as JSON text.
    pub args: Vec<u8>,
    /// The record of a change, where there was one.
    pub witness: Option<Witness>,
}

/// Why a call does not go on.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BoundaryError<E> {
    /// The host's adapter refused.
    #[error("{0}")]
    Adapter(E),
    /// What the adapter gave is no JSON object within the limits.
    #[error(transparent)]
    Unreadable(#[from] ApplyError),
    /// The schema rejects the arguments, and no rule mends them.
    #[error("the schema rejects the arguments: {}", .reason.message)]
    Rejected {
        /// The arguments, as the schema saw them.
        args: Vec<u8>,
        /// Which refusal, where, and in the validator's words.
        reason: Box<Reason>,
    },
    /// The schema could not be asked.
    #[error("the arguments could not be validated: {}", .reason.message)]
    Undecided {
        /// The arguments, as they were to be validated.
        args: Vec<u8>,
        /// Why not.
        reason: Box<Reason>,
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
        match judge(&self.schema, self.plan.as_ref(), &args, Limits::ARGUMENTS)? {
            Verdict::Valid => Ok(Passed { args, witness: None }),
            Verdict::Normalized { args, witness } => Ok(Passed { args, witness: Some(witness) }),
            Verdict::Rejected(reason) => Err(BoundaryError::Rejected { args, reason: Box::new(reason) }),
            Verdict::Unknown(reason) => Err(BoundaryError::Undecided { args, reason: Box::new(reason) }),
        }
    }
}
