//! The same call step by step: what each rule of the plan made of each given member, inside others too.
//!
//! Nothing here decides. The steps ask the very functions that [`settle`] asks, so that what is told is
//! what happened, and the verdict is that of the call itself.

mod tracer;

use super::place::Place;
use super::uses::{Use, Used};
use super::verdict::Verdict;
use super::walk::Walk;
use super::{ApplyError, Settled, settle};
use crate::json::{Document, Limits, Node, canonical, pointer};
use crate::prove::ProvenPlan;
use crate::schema::{Rejection, Schema};
use tracer::Tracer;

/// How many of the validator's reasons are told.
const MOST_REJECTIONS: usize = 20;

/// What became of a call, and how.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Trace {
    /// What became of it.
    pub verdict: Verdict,
    /// Where it was mended, what the rules were used for.
    pub uses: Vec<Use>,
    /// The given members, in the order given.
    pub steps: Vec<Step>,
    /// The rules for the arguments as a whole, in plan order, where they were asked.
    pub calls: Vec<Try>,
    /// Where the call stays rejected, what the validator still refuses; the pointers are into the
    /// arguments as given.
    pub rejections: Vec<Rejection>,
}

/// What became of one given member, or of one item of a list.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Step {
    /// Its name, or the index of an item.
    pub name: Box<str>,
    /// A JSON Pointer into the arguments as given. In a text that was read as JSON it goes on inside.
    pub at: String,
    /// Whether the schema declares a property of this name; of items it does.
    pub is_declared: bool,
    /// The form of an undeclared name, by the first spelling of the plan that gives it one.
    pub form: Option<String>,
    /// The rules whose keys an undeclared name is a spelling of.
    pub claims: Vec<Use>,
    /// The declared key that the value belongs to, if just one does; the index of an item.
    pub key: Option<Box<str>>,
    /// A JSON Pointer into the schema, to what says what the value must be.
    pub schema: Option<String>,
    /// The value, as its RFC 8785 text.
    pub value: String,
    /// Whether the schema there accepts the value; `None` where there is none, or nobody can say.
    pub is_accepted: Option<bool>,
    /// What was tried, where the value is not accepted.
    pub tried: Tried,
}

/// What was tried for a value.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct Tried {
    /// The value rules there, in plan order.
    pub tries: Vec<Try>,
    /// What became of what is inside, by each part of the schema that describes it.
    pub inside: Vec<Inside>,
}

/// What became of the inside of a value.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Inside {
    /// A JSON Pointer into the schema, to the object schema, or to what items must be.
    pub schema: String,
    /// The branch of a union that leads there, by a JSON Pointer into the schema.
    pub branch: Option<String>,
    /// The members or items, without those that are accepted as they are.
    pub steps: Vec<Step>,
}

/// What one value rule made of a value.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Try {
    /// The rule, how it reads, and the branch that accepts what it made.
    pub used: Use,
    /// What came of it.
    pub result: TryResult,
    /// Where what it read is planned again, what was tried for that.
    pub again: Tried,
}

/// What comes of asking a value rule.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum TryResult {
    /// The rule does not read such a value.
    NotRead,
    /// Its turn did not come: it is `after` one that has an outcome.
    NotAsked,
    /// It would leave the member out, which is required.
    IsRequired,
    /// The property does not accept this, which the rule makes of it.
    NotAccepted(String),
    /// It leaves the member out.
    Omitted,
    /// It writes this in its place.
    Written(String),
}

/// What became of `args`, and how.
pub(crate) fn trace(schema: &Schema, plan: Option<&ProvenPlan>, args: &[u8]) -> Result<Trace, ApplyError> {
    let settled = settle(schema, plan, args, Limits::ARGUMENTS, true)?;
    let rejections = match &settled {
        Settled::Refused(refused) => refused.rejections(MOST_REJECTIONS),
        _ => Vec::new(),
    };
    if args.trim_ascii().is_empty() {
        // Nothing was given, which a rule on call was for.
        let calls = plan.and_then(Walk::of).map_or_else(Vec::new, |walk| Tracer::new(walk).calls(None));
        let (steps, uses) = (Vec::new(), settled.uses(schema));
        return Ok(Trace { steps, calls, rejections, uses, verdict: settled.verdict() });
    }
    let document = Document::parse(args, Limits::ARGUMENTS)?;
    let is_told = document.flaws.is_empty() && !matches!(settled, Settled::TooCostly);
    let (steps, calls) = match plan.and_then(Walk::of) {
        _ if !is_told => (Vec::new(), Vec::new()),
        Some(walk) => {
            let (mut tracer, place) = (Tracer::new(walk), Place::arguments(&document.root, args, "", true));
            let is_mended =
                matches!(&settled, Settled::Normalized { uses, .. } if !uses.iter().any(Used::is_on_call));
            let are_asked = !is_mended && !matches!(settled, Settled::Valid);
            let steps = tracer.arguments(&place);
            (steps, if are_asked { tracer.calls(Some(&place)) } else { Vec::new() })
        }
        None => {
            let members = document.root.as_object().unwrap_or_default();
            let steps = members.iter().map(|member| without_plan(schema, &member.name, &member.value));
            (steps.collect(), Vec::new())
        }
    };
    Ok(Trace { steps, calls, rejections, uses: settled.uses(schema), verdict: settled.verdict() })
}

fn without_plan(schema: &Schema, name: &str, given: &Node) -> Step {
    let is_declared = schema.properties().iter().any(|property| &*property.name == name);
    Step {
        is_declared,
        key: is_declared.then(|| name.into()),
        schema: is_declared.then(|| pointer::push("/properties", name)),
        is_accepted: schema.accepts(name, &given.to_value()).ok().filter(|_| is_declared),
        ..Step::of(name, pointer::push("", name), given)
    }
}

impl Step {
    fn of(name: &str, at: String, given: &Node) -> Self {
        Self {
            name: name.into(),
            at,
            is_declared: false,
            form: None,
            claims: Vec::new(),
            key: None,
            schema: None,
            value: canonical::text(given),
            is_accepted: None,
            tried: Tried::default(),
        }
    }
}
