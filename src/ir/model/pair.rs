//! Why two conventions never contradict each other, or where they do.

use super::{Point, Reach, Truth};
use crate::ir::{Convention, Level, Outcome};

/// What there is to say of two conventions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Pair {
    /// They work on different things.
    Levels,
    /// One is asked only where the other has no outcome: whether that is the first one.
    Ordered(bool),
    /// They take different values.
    Values,
    /// Their guards exclude each other: at no point both may hold.
    Guards,
    /// Where both guards may hold, one of them has no outcome: the plainest such point, and why there.
    Outcomes(Point, String),
    /// Both may have an outcome: of what, and for a value at which point.
    Critical(String, Option<Point>),
}

impl Pair {
    /// What there is to say of `a` and `b`, whose reaches over `points` these are.
    pub(crate) fn of(
        (a, one): (&Convention, &Reach),
        (b, other): (&Convention, &Reach),
        points: &[Point],
    ) -> Self {
        if let Some(pair) = Self::at_hand((a, one), (b, other), points) {
            return pair;
        }
        let shared = a.action.takes().and(b.action.takes());
        let Some(values) = shared.words() else { return Self::Values };
        let both = |point: &&Point| {
            let may = |convention: &Convention| convention.guard.truth(point) != Truth::No;
            may(a) && may(b)
        };
        match points.iter().filter(both).min_by_key(|point| point.complexity()) {
            None => Self::Guards,
            Some(point) => {
                let none = |convention: &Convention| no_outcome(convention, point);
                let why = none(a).or_else(|| none(b));
                Self::Outcomes(*point, why.unwrap_or_else(|| format!("{values} are accepted as they are")))
            }
        }
    }

    /// The same as far as the reaches tell: nothing where they do not meet, and it takes a look at the
    /// guards to say why.
    pub(crate) fn at_hand(
        (a, one): (&Convention, &Reach),
        (b, other): (&Convention, &Reach),
        points: &[Point],
    ) -> Option<Self> {
        if a.action.level() != b.action.level() {
            return Some(Self::Levels);
        }
        if a.after.contains(&b.name) || b.after.contains(&a.name) {
            return Some(Self::Ordered(a.after.contains(&b.name)));
        }
        if a.action.level() == Level::Key {
            return Some(Self::Critical("an undeclared name".to_owned(), None));
        }
        let (point, classes) = one.meets(other, points)?;
        Some(Self::Critical(classes.words().unwrap_or_default(), Some(point)))
    }

    /// What they can both take, in words; nothing where they never contradict each other.
    pub(crate) fn critical(&self) -> Option<String> {
        match self {
            Self::Critical(values, Some(point)) => Some(format!("{values} at {}", point.words())),
            Self::Critical(values, None) => Some(values.clone()),
            _ => None,
        }
    }
}

/// Why the convention has no outcome at the point, whatever is given.
fn no_outcome(convention: &Convention, point: &Point) -> Option<String> {
    let name = &convention.name;
    match convention.action.outcome() {
        Outcome::Value(kinds) if !kinds.meets(point.kinds) => {
            Some(format!("what `{name}` gives is not accepted"))
        }
        Outcome::Omitted if point.required() => Some(format!("what `{name}` leaves out is required")),
        Outcome::Value(_) | Outcome::Omitted | Outcome::Name => None,
    }
}
