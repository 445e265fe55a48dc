//! How two conventions compare by the facts that they declare: what is taken, what may be given, what the
//! guard says at every point of the model, and what comes of these together.

use serde::Serialize;

use super::Decision;
use crate::ir::model::{Point, Reach, Truth};
use crate::ir::{Convention, Outcome, Unless};

/// How the declared facts of a convention compare with those before.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Facts {
    /// The classes of values that it takes, an example of each as JSON.
    pub takes: Decision<Vec<&'static str>>,
    /// The texts that it does not take for all that, as rule text.
    #[serde(skip_serializing_if = "Decision::is_same")]
    pub unless: Decision<Vec<String>>,
    /// Whether what it reads is planned again now, where that differs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub planned_again: Option<bool>,
    /// What it may give: kinds of values, `omitted`, or `a declared key`.
    pub gives: Decision<Vec<&'static str>>,
    /// The properties at which its guard may hold, the plainest one in words.
    pub guard: Decision<String>,
    /// The plainest property at which the guard was decided and is not any more, or the other way round.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub settled: Option<Settled>,
    /// Where it may have an outcome: the plainest property, and the values that are taken there.
    pub outcomes: Decision<Place>,
}

/// A property at which a guard may hold before and after, and was or is decided.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Settled {
    /// The property, in words.
    pub property: String,
    /// `yes`, or `open` where a point does not decide it.
    pub old: &'static str,
    /// The same of the new guard.
    pub new: &'static str,
}

/// A property and the values that are taken there.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Place {
    /// The property, in words.
    pub property: String,
    /// The values: `an undeclared name` for a convention on keys.
    pub values: String,
}

impl Facts {
    /// Compares `new` with `old`.
    pub fn of(old: &Convention, new: &Convention) -> Self {
        let points = Point::all();
        let (reach_old, reach_new) = (Reach::of(old, &points), Reach::of(new, &points));
        let place = |one: &Reach, other: &Reach| {
            one.beyond(other, &points).map(|(point, classes)| Place {
                property: point.words(),
                values: classes.words().unwrap_or_else(|| "an undeclared name".to_owned()),
            })
        };
        Self {
            takes: lists(&old.action.takes().examples(), &new.action.takes().examples()),
            unless: lists(&unless(old), &unless(new)),
            planned_again: (is_again(old) != is_again(new)).then(|| is_again(new)),
            gives: lists(&gives(old.action.outcome()), &gives(new.action.outcome())),
            guard: guard(old, new, &points),
            settled: settled(old, new, &points),
            outcomes: Decision::of(place(&reach_new, &reach_old), place(&reach_old, &reach_new)),
        }
    }

    /// Whether no fact differs. What still differs, no point of the model decides.
    pub fn are_same(&self) -> bool {
        let sets = self.takes.is_same() && self.unless.is_same() && self.gives.is_same();
        sets && self.planned_again.is_none()
            && self.guard.is_same()
            && self.settled.is_none()
            && self.outcomes.is_same()
    }
}

fn gives(outcome: Outcome) -> Vec<&'static str> {
    match outcome {
        Outcome::Value(kinds) => kinds.names(),
        Outcome::Omitted => vec!["omitted"],
        Outcome::Name => vec!["a declared key"],
    }
}

/// What a convention does not take of the classes that it takes otherwise, one by one.
fn unless(convention: &Convention) -> Vec<String> {
    let all = convention.action.decoding().map(|decoding| decoding.unless.as_slice()).unwrap_or_default();
    all.iter().flat_map(Unless::parts).map(|part| part.text()).collect()
}

fn is_again(convention: &Convention) -> bool {
    convention.action.decoding().is_some_and(|decoding| decoding.again)
}

/// How one list compares with the one before it; each shows all that only it has.
fn lists<T: Clone + PartialEq>(old: &[T], new: &[T]) -> Decision<Vec<T>> {
    let only = |one: &[T], other: &[T]| {
        let only: Vec<T> = one.iter().filter(|what| !other.contains(what)).cloned().collect();
        (!only.is_empty()).then_some(only)
    };
    Decision::of(only(new, old), only(old, new))
}

fn guard(old: &Convention, new: &Convention, points: &[Point]) -> Decision<String> {
    let only = |one: &Convention, other: &Convention| {
        plainest(points, |point| one.guard.truth(point) != Truth::No && other.guard.truth(point) == Truth::No)
    };
    Decision::of(only(new, old).map(|point| point.words()), only(old, new).map(|point| point.words()))
}

fn settled(old: &Convention, new: &Convention, points: &[Point]) -> Option<Settled> {
    let both = |point: &Point| (old.guard.truth(point), new.guard.truth(point));
    let name = |truth| if truth == Truth::Yes { "yes" } else { "open" };
    let point = plainest(points, |point| {
        let (old, new) = both(point);
        old != new && old != Truth::No && new != Truth::No
    })?;
    let (old, new) = both(&point);
    Some(Settled { property: point.words(), old: name(old), new: name(new) })
}

/// The property of which there is the least to say, of those that `is_one`.
fn plainest(points: &[Point], is_one: impl Fn(&Point) -> bool) -> Option<Point> {
    points.iter().filter(|point| is_one(point)).min_by_key(|point| point.complexity()).copied()
}
