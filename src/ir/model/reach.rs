//! Where a convention may have an outcome.

use super::class::{Class, Classes};
use super::{Point, Truth};
use crate::ir::{Convention, Kinds, Level, Outcome};

/// For each point of a list, whether a convention's guard may hold there, and for which classes of
/// values it may then have an outcome.
#[derive(Debug, Clone)]
pub(crate) struct Reach(Vec<Option<Classes>>);

impl Reach {
    /// The reach of `convention` over `points`.
    pub(crate) fn of(convention: &Convention, points: &[Point]) -> Self {
        let (takes, outcome) = (convention.action.takes(), convention.action.outcome());
        let is_call = convention.action.level() == Level::Call;
        let at = |point: &Point| {
            let fits = match outcome {
                // Arguments are an object, whatever a schema says.
                Outcome::Value(kinds) if is_call => (kinds & Kinds::OBJECT).meets(point.kinds),
                Outcome::Value(kinds) => kinds.meets(point.kinds),
                Outcome::Omitted => !point.required(),
                Outcome::Name => true,
            };
            let holds = fits && convention.guard.truth(point) != Truth::No;
            // Canonical identity: a value that the property accepts is never rewritten.
            let identity = |classes: Classes| {
                let classes = classes.without_if(point.accepts_null(), Class::Null);
                classes.without_if(point.accepts_empty_string(), Class::EmptyText)
            };
            holds
                .then(|| identity(takes))
                .filter(|classes| outcome == Outcome::Name || *classes != Classes::NONE)
        };
        Self(points.iter().map(at).collect())
    }

    /// Whether there is no such point, but where null counts as accepted without being a kind.
    pub(crate) fn is_empty(&self, points: &[Point]) -> bool {
        let mut there = self.0.iter().zip(points).filter(|(classes, _)| classes.is_some());
        there.all(|(_, point)| point.is_nullable())
    }

    /// The plainest point where this may have an outcome and `other` may not, and for which classes of
    /// values.
    pub(crate) fn beyond(&self, other: &Self, points: &[Point]) -> Option<(Point, Classes)> {
        let left = |(a, b): (&Option<Classes>, &Option<Classes>)| match ((*a)?, *b) {
            (own, None) => Some(own),
            (own, Some(others)) => Some(own.minus(others)).filter(|left| *left != Classes::NONE),
        };
        let beyond = self.0.iter().zip(&other.0).zip(points);
        let beyond = beyond.filter_map(|(pair, point)| Some((*point, left(pair)?)));
        beyond.min_by_key(|(point, _)| (point.is_nullable(), point.complexity()))
    }

    /// The plainest point where both may have an outcome, and for which classes of values.
    pub(crate) fn meets(&self, other: &Self, points: &[Point]) -> Option<(Point, Classes)> {
        let both = |(a, b): (&Option<Classes>, &Option<Classes>)| (*a)?.and_some(*b);
        let meeting = self.0.iter().zip(&other.0).zip(points);
        let meeting = meeting.filter_map(|(pair, point)| Some((*point, both(pair)?)));
        meeting.min_by_key(|(point, _)| (point.is_nullable(), point.complexity()))
    }
}

impl Classes {
    /// The classes in both, if there are any.
    fn and_some(self, other: Option<Self>) -> Option<Self> {
        other.map(|other| self.and(other)).filter(|both| *both != Self::NONE)
    }
}
