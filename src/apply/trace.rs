//! The same call step by step: what each rule of the plan made of each given member.
//!
//! Nothing here decides. The steps ask the very functions that [`settle`] asks, so that what is told is
//! what happened, and the verdict is that of the call itself.

use super::values::Attempt;
use super::verdict::Verdict;
use super::walk::{Outcome, Place, Walk};
use super::{ApplyError, Settled, keys, order, settle};
use crate::json::{Document, Limits, Node, canonical};
use crate::plan::Rule;
use crate::prove::ProvenPlan;
use crate::schema::{Rejection, Schema};
use crate::spelling::form;

/// How many of the validator's reasons are told.
const MOST_REJECTIONS: usize = 20;

/// What became of a call, and how.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Trace {
    /// What became of it.
    pub verdict: Verdict,
    /// The given members, in the order given.
    pub steps: Vec<Step>,
    /// Where the call stays rejected, what the validator still refuses; the pointers are into the
    /// arguments as given.
    pub rejections: Vec<Rejection>,
}

/// What became of one given member.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Step {
    /// Its name.
    pub name: Box<str>,
    /// Whether the schema declares a property of this name.
    pub is_declared: bool,
    /// The form of an undeclared name, by the first spelling of the plan that gives it one.
    pub form: Option<String>,
    /// The rules whose keys an undeclared name is a spelling of.
    pub claims: Vec<Rule>,
    /// The declared key that the value belongs to, if just one does.
    pub key: Option<Box<str>>,
    /// The value, as its RFC 8785 text.
    pub value: String,
    /// Whether the property accepts the value; `None` where there is none, or nobody can say.
    pub is_accepted: Option<bool>,
    /// The value rules for the key, in plan order, where the value is not accepted.
    pub tries: Vec<Try>,
}

/// What one value rule made of a value.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Try {
    /// The rule.
    pub rule: Rule,
    /// What came of it.
    pub result: TryResult,
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
    let settled = settle(schema, plan, args, Limits::ARGUMENTS)?;
    let rejections = match &settled {
        Settled::Refused(refused) => refused.rejections(MOST_REJECTIONS),
        _ => Vec::new(),
    };
    if args.trim_ascii().is_empty() {
        // Nothing was given, which a rule on call was for.
        return Ok(Trace { steps: Vec::new(), rejections, verdict: settled.verdict() });
    }
    let document = Document::parse(args, Limits::ARGUMENTS)?;
    let is_told = document.flaws.is_empty() && !matches!(settled, Settled::TooCostly);
    let members = document.root.as_object().filter(|_| is_told).unwrap_or_default();
    let mut walk = plan.and_then(Walk::of);
    let steps = members.iter().map(|member| {
        let mut step = step(schema, walk.as_ref(), &member.name, &member.value);
        if let (Some(false), Some(walk)) = (step.is_accepted, &mut walk) {
            let arguments = Place::arguments(&document.root, args);
            let key = step.key.as_deref().unwrap_or_default();
            step.tries = walk.tries(key, &arguments.inside_member(&member.name, key, &member.value));
        }
        step
    });
    Ok(Trace { steps: steps.collect(), rejections, verdict: settled.verdict() })
}

fn step(schema: &Schema, walk: Option<&Walk<'_>>, name: &str, given: &Node) -> Step {
    let root = walk.and_then(|walk| walk.ready.root());
    let is_declared = schema.properties().iter().any(|property| &*property.name == name);
    let claims = match (walk, root) {
        (Some(walk), Some(root)) if !is_declared => keys::claims(walk.proven, root, name, given),
        _ => Vec::new(),
    };
    let key = match claims.as_slice() {
        _ if is_declared => Some(name),
        [first, others @ ..] if others.iter().all(|other| other.key == first.key) => first.key,
        _ => None,
    };
    let renames = root.map(|root| root.renames.as_slice()).unwrap_or_default();
    Step {
        name: name.into(),
        is_declared,
        form: renames.iter().filter(|_| !is_declared).find_map(|rename| form(&rename.spelling, name)),
        is_accepted: key.and_then(|key| schema.accepts(key, &given.to_value()).ok()),
        key: key.map(Box::from),
        claims: claims.iter().map(|claim| claim.rule.clone()).collect(),
        value: canonical::text(given),
        tries: Vec::new(),
    }
}

impl Walk<'_> {
    fn tries(&mut self, key: &str, place: &Place<'_>) -> Vec<Try> {
        let rules = self.ready.rules_of(key);
        let position = self.ready.root().and_then(|root| root.declared.get(key).copied().flatten());
        let position = position.unwrap_or(usize::MAX);
        let mut results = vec![TryResult::NotAsked; rules.len()];
        let convention = |index: usize| rules.get(index).map(|rule| &rule.convention);
        order::outcomes(rules.len(), convention, |index| {
            let attempt = self.attempt(rules.get(index)?, position, place).ok()?;
            let result = results.get_mut(index)?;
            *result = match attempt {
                Attempt::NotRead => TryResult::NotRead,
                Attempt::IsRequired => TryResult::IsRequired,
                Attempt::NotAccepted(decoded) => TryResult::NotAccepted(decoded.text),
                Attempt::Made(Outcome::Omitted(_), _) => TryResult::Omitted,
                Attempt::Made(Outcome::Mended(_), text) => TryResult::Written(text),
            };
            matches!(result, TryResult::Omitted | TryResult::Written(_)).then_some(())
        });
        let named = |index: usize| self.proven.plan().rules().get(index).cloned();
        rules
            .iter()
            .zip(results)
            .filter_map(|(rule, result)| Some(Try { rule: named(rule.rule)?, result }))
            .collect()
    }
}
