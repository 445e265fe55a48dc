//! Applying a proven plan to the arguments of a call.
//!
//! 1. *Canonical identity*: what the schema accepts comes back as it is, after one parse and one
//!    validation and nothing else;
//! 2. [`ready`]: what the plan is looked up by, worked out at the first call that is not canonical;
//! 3. [`walk`]: one way through the values and the positions that describe them, which gives edits;
//! 4. [`keys`]: at each object undeclared names move to the declared keys that they are spellings of;
//! 5. [`values`]: a value that its position does not accept is replaced by its one outcome;
//! 6. [`edits`]: the changes are made in the bytes, and every other byte stays;
//! 7. [`whole`]: conventions on call are asked where all that gives nothing. *Validated output*: the result
//!    is parsed again, and only what the unchanged schema accepts is given back. A partial repair is none.
//!
//! [`ProvenPlan::apply`] says whether bytes changed. [`ProvenPlan::judge`] says also what the schema makes
//! of them, as a [`Verdict`]; where it rejects them, the [`obstacle`] that was met is put in words, after
//! the fact. [`uses`] tells what the rules were used for, and `trace` the whole call step by step, for
//! [`explain`](mod@crate::explain).

mod edits;
mod keys;
mod obstacle;
pub(crate) mod order;
mod place;
mod ready;
mod trace;
mod uses;
mod values;
mod verdict;
mod walk;
mod whole;

use serde_json::Value;

pub(crate) use trace::trace;
pub use trace::{Inside, Step, Trace, Tried, Try, TryResult};
pub use uses::Use;
pub use verdict::{Reason, ReasonCode, Verdict};

use crate::json::{Document, JsonError, Limits, Node, splice};
use crate::plan::{Rule, Witness, shape_of, shape_of_absent};
use crate::prove::ProvenPlan;
use crate::schema::Schema;
use obstacle::{Obstacle, Refused};
use place::Place;
use uses::Used;
use walk::Walk;
use whole::Whole;

/// How many values arguments may have to be looked at: each takes up to half a kilobyte.
const MOST_VALUES: usize = 1_000_000;

/// What became of the arguments.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
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
#[non_exhaustive]
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

/// Where a call ends, before anybody asks why.
enum Settled<'p> {
    /// The schema accepts it.
    Valid,
    /// It was mended.
    Normalized { args: Vec<u8>, witness: Witness, uses: Vec<Used<'p>> },
    /// The schema rejects it, and something stands in the way.
    Refused(Box<Refused<'p>>),
    /// Parsers disagree about it.
    Flawed(Document),
    /// To validate it costs too much.
    TooCostly,
}

/// What the schema says of arguments.
enum Acceptance {
    Accepted,
    Rejected,
    TooCostly,
}

impl ProvenPlan {
    /// Applies the plan to `args`, the JSON text of a call's arguments.
    ///
    /// # Errors
    ///
    /// [`ApplyError`] where `args` is no JSON object within the default limits
    /// ([`Limits::ARGUMENTS`]), but for what a rule on call takes: `null`, a text, or nothing at all.
    /// Everything else that stands in the way gives [`Outcome::Unchanged`].
    pub fn apply(&self, args: &[u8]) -> Result<Outcome, ApplyError> {
        self.apply_within(args, Limits::ARGUMENTS)
    }

    /// As [`apply`](Self::apply), with limits of the host's own.
    ///
    /// # Errors
    ///
    /// As [`apply`](Self::apply).
    pub fn apply_within(&self, args: &[u8], limits: Limits) -> Result<Outcome, ApplyError> {
        Ok(match settle(self.schema(), Some(self), args, limits, false)? {
            Settled::Normalized { args, witness, .. } => Outcome::Normalized { args, witness },
            _ => Outcome::Unchanged,
        })
    }

    /// Whether a rule on call is for these arguments, which are no object, or for none at all.
    pub(crate) fn takes(&self, given: Option<&Node>) -> bool {
        Walk::of(self).is_some_and(|walk| walk.ready.takes(given))
    }

    /// As [`apply`](Self::apply), and says what became of the call: see [`Verdict`].
    ///
    /// Costs the same as `apply` for a call that is valid or mended. Of one that is rejected the
    /// validator is asked a second time, for its words.
    ///
    /// # Errors
    ///
    /// As [`apply`](Self::apply).
    pub fn judge(&self, args: &[u8]) -> Result<Verdict, ApplyError> {
        judge(self.schema(), Some(self), args, Limits::ARGUMENTS)
    }
}

/// What becomes of `args` under `plan`, which is one for `schema`, or without a plan.
///
/// # Errors
///
/// [`ApplyError`] where `args` is no JSON object within `limits`.
pub fn judge(
    schema: &Schema,
    plan: Option<&ProvenPlan>,
    args: &[u8],
    limits: Limits,
) -> Result<Verdict, ApplyError> {
    // A proven plan brings the schema that it was proved against.
    let schema = plan.map_or(schema, ProvenPlan::schema);
    Ok(settle(schema, plan, args, limits, true)?.verdict())
}

/// What became of a call, and, where it was mended, what the rules were used for.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Told {
    /// What became of it.
    pub verdict: Verdict,
    /// The uses of the witness's rules: of those for keys in the order of the walk, then of the others in
    /// plan order. Of more than a thousand the first.
    pub uses: Vec<Use>,
}

/// As [`judge`], and tells what the rules were used for.
///
/// # Errors
///
/// As [`judge`].
pub fn tell(
    schema: &Schema,
    plan: Option<&ProvenPlan>,
    args: &[u8],
    limits: Limits,
) -> Result<Told, ApplyError> {
    let schema = plan.map_or(schema, ProvenPlan::schema);
    let settled = settle(schema, plan, args, limits, true)?;
    Ok(Told { uses: settled.uses(schema), verdict: settled.verdict() })
}

impl Settled<'_> {
    /// What the rules that mended it were used for.
    fn uses(&self, schema: &Schema) -> Vec<Use> {
        match self {
            Self::Normalized { args, uses, .. } => {
                uses::told(schema, uses, &whole::read_again(args).unwrap_or_default())
            }
            _ => Vec::new(),
        }
    }

    fn verdict(self) -> Verdict {
        match self {
            Self::Valid => Verdict::Valid,
            Self::Normalized { args, witness, .. } => Verdict::Normalized { args, witness },
            Self::Refused(refused) => match refused.reason() {
                (reason, false) => Verdict::Rejected(reason),
                (reason, true) => Verdict::Unknown(Reason { code: ReasonCode::Undecided, ..reason }),
            },
            Self::Flawed(document) => match document.flaws.first() {
                Some(flaw) => obstacle::flawed(&document, flaw),
                None => Verdict::Valid,
            },
            Self::TooCostly => Verdict::Unknown(Reason::general(
                ReasonCode::TooCostly,
                "to validate the arguments against this schema would cost too much",
            )),
        }
    }
}

/// How much a call took beside the validations of the whole: counted, so that it is the same everywhere.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Effort {
    /// Validations of single values at their positions.
    pub validations: u32,
    /// What those below the top may have cost, in the steps that a schema counts.
    pub work: usize,
}

/// How much it takes to mend `args`, whatever comes of it; nothing for arguments that are no JSON or valid.
pub fn effort(plan: &ProvenPlan, args: &[u8]) -> Effort {
    let Ok(document) = Document::parse(args, Limits::ARGUMENTS) else { return Effort::default() };
    let value = document.root.to_value();
    let Some(mut walk) = Walk::of(plan).filter(|_| !plan.schema().accepts_arguments(&value)) else {
        return Effort::default();
    };
    drop(normalize(&mut walk, Some((&document.root, args)), &value, true));
    walk.effort()
}

/// Takes a call as far as it goes, with what there is to tell of it where somebody is told.
fn settle<'p>(
    schema: &'p Schema,
    plan: Option<&'p ProvenPlan>,
    args: &[u8],
    limits: Limits,
    is_told: bool,
) -> Result<Settled<'p>, ApplyError> {
    if args.len() > limits.bytes {
        return Err(JsonError::TooLarge { bytes: args.len(), limit: limits.bytes }.into());
    }
    if is_crowded(args) {
        return Ok(Settled::TooCostly);
    }
    if args.trim_ascii().is_empty()
        && let Some(mut walk) = plan.filter(|plan| plan.takes(None)).and_then(Walk::of)
    {
        // Where nothing is given, the validator can be asked about an empty object at most.
        let value = Value::Object(serde_json::Map::new());
        return Ok(settled(schema, normalize(&mut walk, None, &value, is_told), value));
    }
    // The tree is built only where the schema rejects: most calls are canonical, and end here.
    let value = serde_json::from_slice(args).ok().filter(Value::is_object);
    if let Some(value) = &value {
        match acceptance(schema, args, value) {
            Acceptance::Accepted => return Ok(Settled::Valid),
            Acceptance::TooCostly => return Ok(Settled::TooCostly),
            Acceptance::Rejected => {}
        }
    }
    let document = Document::parse(args, limits)?;
    let is_taken = || plan.is_some_and(|plan| plan.takes(Some(&document.root)));
    if document.root.as_object().is_none() && !is_taken() {
        return Err(ApplyError::NotAnObject { found: document.root.kind() });
    }
    if !document.flaws.is_empty() {
        return Ok(Settled::Flawed(document));
    }
    let value = match value {
        Some(value) => value,
        // Nested to the very limit, where serde_json has given up already.
        None => {
            let value = document.root.to_value();
            match acceptance(schema, args, &value) {
                Acceptance::Accepted => return Ok(Settled::Valid),
                Acceptance::TooCostly => return Ok(Settled::TooCostly),
                Acceptance::Rejected => value,
            }
        }
    };
    let normalized = match plan.and_then(Walk::of) {
        Some(mut walk) => normalize(&mut walk, Some((&document.root, args)), &value, is_told),
        None => Err(Obstacle::NoPlan),
    };
    Ok(settled(schema, normalized, value))
}

fn settled<'p>(
    schema: &'p Schema,
    normalized: Result<(Vec<u8>, Witness, Vec<Used<'p>>), Obstacle<'p>>,
    value: Value,
) -> Settled<'p> {
    match normalized {
        Ok((args, witness, uses)) => Settled::Normalized { args, witness, uses },
        Err(obstacle) => Settled::Refused(Box::new(Refused { schema, value, obstacle })),
    }
}

/// Whether `args` is an object of more values than are looked at, told without building any.
fn is_crowded(args: &[u8]) -> bool {
    args.len() > MOST_VALUES
        && args.trim_ascii_start().starts_with(b"{")
        && splice::values(args) > MOST_VALUES
        && serde_json::from_slice::<serde::de::IgnoredAny>(args).is_ok()
}

fn acceptance(schema: &Schema, args: &[u8], value: &Value) -> Acceptance {
    match schema.affords(args.len(), value) {
        false => Acceptance::TooCostly,
        true if schema.accepts_arguments(value) => Acceptance::Accepted,
        true => Acceptance::Rejected,
    }
}

/// What the rules make of arguments that are not canonical; nothing where none are given.
fn normalize<'p>(
    walk: &mut Walk<'p>,
    given: Option<(&Node, &[u8])>,
    value: &Value,
    is_told: bool,
) -> Result<(Vec<u8>, Witness, Vec<Used<'p>>), Obstacle<'p>> {
    let arguments = given.map(|(root, args)| Place::arguments(root, args, "", is_told));
    let Whole { text, value: result, mut uses } = walk.whole(arguments.as_ref(), value)?;
    uses.sort_by_key(Used::rank);
    let proven = walk.proven;
    let before = given.map_or_else(shape_of_absent, |(root, _)| shape_of(root));
    let digest = proven.schema().digest().clone();
    let (rules, stamp) = (witnessed(&uses), proven.plan().stamp().cloned());
    Ok((text, Witness::new(digest, before, shape_of(&result), rules, stamp), uses))
}

/// The rules of a witness, each once: those of keys in the order of the walk, then the others in plan order.
fn witnessed(uses: &[Used<'_>]) -> Vec<Rule> {
    // There are few rules, and as many uses as values.
    let mut rules: Vec<Rule> = Vec::new();
    let mut seen: Vec<usize> = Vec::new();
    for used in uses {
        if !seen.contains(&used.index) {
            seen.push(used.index);
            rules.push(used.rule.clone());
        }
    }
    rules
}
