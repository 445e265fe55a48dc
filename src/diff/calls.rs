//! What becomes of recorded calls, before and after.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;

use super::items::Both;
use crate::host::Host;
use crate::json::{Node, canonical};
use crate::request::{Problem, Request};
use crate::rpc::apply::answers;
use crate::session::Session;

/// What becomes of a list of calls.
#[derive(Debug, Clone, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Calls {
    /// How many calls there are.
    pub calls: usize,
    /// How many of each class, before and after.
    pub classes: Both<Counts>,
    /// Calls that are valid as given and come out changed. The laws forbid it: a fault of this program.
    /// A call without arguments is taken for one with none, and is not valid as given.
    pub identity_cost: usize,
    /// Those of which something else becomes, in the order given.
    pub differing: Vec<Call>,
}

/// How many calls of each class there are.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Counts {
    /// Accepted as given.
    pub valid: usize,
    /// Rejected as given, and accepted as they came out.
    pub win: usize,
    /// Rejected as given, and left alone.
    pub refused: usize,
    /// Nobody could ask the schema.
    pub unknown: usize,
    /// No call, or none of a known action.
    pub unreadable: usize,
}

/// A call of which something else becomes than before.
#[derive(Debug, Clone, Serialize)]
pub struct Call {
    /// The line that it stands in, from 1.
    pub line: usize,
    /// The action that it names.
    #[serde(rename = "ref", skip_serializing_if = "Option::is_none")]
    pub reference: Option<String>,
    /// What becomes of it.
    #[serde(flatten)]
    pub became: Both<Became>,
}

/// What becomes of a call.
#[derive(Debug, Clone, Serialize)]
pub struct Became {
    /// In one word.
    pub class: Class,
    /// The arguments as they come out, where they are changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub args: Option<Box<RawValue>>,
    /// The record of the change.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub witness: Option<Box<RawValue>>,
    /// Why it is rejected, or could not be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<Box<RawValue>>,
}

/// What becomes of a call, in one word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Class {
    /// Accepted as given.
    Valid,
    /// Rejected as given, and accepted as it came out.
    Win,
    /// Rejected as given, and left alone.
    Refused,
    /// Nobody could ask the schema.
    Unknown,
    /// No call, or none of a known action.
    Unreadable,
}

/// What rules over calls, before or after.
pub struct Side {
    /// The rules.
    pub session: Session,
    /// The tools under them, where a line brings no schema of its own.
    pub host: Option<Host>,
}

/// An answer of `apply`.
#[derive(Deserialize)]
struct Told {
    args: Box<RawValue>,
    witness: Option<Box<RawValue>>,
    verdict: String,
    reason: Option<Box<RawValue>>,
    #[serde(rename = "ref")]
    reference: Option<String>,
}

impl Class {
    /// Its stable name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Valid => "valid",
            Self::Win => "win",
            Self::Refused => "refused",
            Self::Unknown => "unknown",
            Self::Unreadable => "unreadable",
        }
    }
}

impl Counts {
    fn count(&mut self, class: Class) {
        *match class {
            Class::Valid => &mut self.valid,
            Class::Win => &mut self.win,
            Class::Refused => &mut self.refused,
            Class::Unknown => &mut self.unknown,
            Class::Unreadable => &mut self.unreadable,
        } += 1;
    }
}

/// A call before and after.
pub struct Compared(Call, bool, bool);

/// What becomes of the calls of one line, which is the one of that `number`.
pub fn compare(old: &Side, new: &Side, request: Request<'_>, number: usize) -> Vec<Compared> {
    let named = request.input.get("ref").and_then(Node::as_str);
    let all = |side: &Side| answers(&side.session, side.host.as_ref(), request);
    let (old, new) = (all(old), all(new));
    old.into_iter().zip(new).map(|(old, new)| Compared::of(old, new, named, number)).collect()
}

/// A line that is none.
pub fn unreadable(problem: &Problem, number: usize) -> Compared {
    let answer = || Err(problem.clone());
    Compared::of(answer(), answer(), None, number)
}

impl Compared {
    fn of(
        old: Result<String, Problem>,
        new: Result<String, Problem>,
        named: Option<&str>,
        line: usize,
    ) -> Self {
        let (given_old, given_new) = (is_given(&old), is_given(&new));
        let (old, of_old) = became(old);
        let (new, of_new) = became(new);
        let differs = !old.is_like(&new);
        let costs =
            [(&old, given_old, &new), (&new, given_new, &old)].into_iter().any(|(one, is_given, other)| {
                one.class == Class::Valid && is_given && other.class != Class::Valid
            });
        let reference = named.map(str::to_owned).or(of_old).or(of_new);
        Self(Call { line, reference, became: Both { old, new } }, differs, costs)
    }
}

impl Calls {
    /// Adds a call.
    pub fn add(&mut self, Compared(call, differs, costs): Compared) {
        self.calls += 1;
        self.classes.old.count(call.became.old.class);
        self.classes.new.count(call.became.new.class);
        self.identity_cost += usize::from(costs);
        if differs {
            self.differing.push(call);
        }
    }
}

impl Became {
    /// Whether the same comes of both. The profile in the witness does not count, nor the words of a reason.
    fn is_like(&self, other: &Self) -> bool {
        let args = |became: &Self| became.args.as_ref().map(|args| args.get().to_owned());
        let told = |became: &Self| {
            (member(became.witness.as_deref(), "rules"), member(became.reason.as_deref(), "code"))
        };
        self.class == other.class && args(self) == args(other) && told(self) == told(other)
    }
}

/// The member called `name` of a JSON object.
fn member(object: Option<&RawValue>, name: &str) -> Option<Value> {
    let object: Value = serde_json::from_str(object?.get()).ok()?;
    object.get(name).cloned()
}

/// Whether a call that stays as it is has arguments at all.
fn is_given(answer: &Result<String, Problem>) -> bool {
    let told = answer.as_ref().ok().and_then(|text| serde_json::from_str::<Told>(text).ok());
    told.is_none_or(|told| told.args.get() != "null")
}

/// What became of a call, and the action that the answer names.
fn became(answer: Result<String, Problem>) -> (Became, Option<String>) {
    let told = match answer.as_ref().map(|text| serde_json::from_str::<Told>(text)) {
        Ok(Ok(told)) => told,
        Ok(Err(error)) => return (no_answer(&error.to_string()), None),
        Err(problem) => return (no_answer(&problem.message), None),
    };
    let class = match told.verdict.as_str() {
        "valid" => Class::Valid,
        "normalized" => Class::Win,
        "rejected" => Class::Refused,
        _ => Class::Unknown,
    };
    let args = (class == Class::Win).then_some(told.args);
    (Became { class, args, witness: told.witness, reason: told.reason }, told.reference)
}

fn no_answer(message: &str) -> Became {
    let reason = RawValue::from_string(canonical::string(message)).ok();
    Became { class: Class::Unreadable, args: None, witness: None, reason }
}
