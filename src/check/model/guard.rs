//! What a guard says at a point: yes, no, or that the point does not decide it.

use super::Point;
use crate::ir::{Guard, Kinds, Literal};

/// Three-valued truth. What is not decided counts as possible, also under `not`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Truth {
    No,
    Open,
    Yes,
}

impl From<bool> for Truth {
    fn from(decided: bool) -> Self {
        if decided { Self::Yes } else { Self::No }
    }
}

/// What `guard` says at `point`.
pub(crate) fn truth(guard: &Guard, point: &Point) -> Truth {
    match guard {
        Guard::Always => Truth::Yes,
        Guard::Not(inner) => match truth(inner, point) {
            Truth::No => Truth::Yes,
            Truth::Open => Truth::Open,
            Truth::Yes => Truth::No,
        },
        Guard::And(parts) => parts.iter().map(|part| truth(part, point)).min().unwrap_or(Truth::Yes),
        Guard::Or(parts) => parts.iter().map(|part| truth(part, point)).max().unwrap_or(Truth::No),
        Guard::Is { keyword, literal } => is(keyword, literal, point),
        Guard::Absent { keyword } => possible(keyword != "default" || point.default_is_plain()),
        Guard::Required => point.required().into(),
        Guard::AcceptsNull => point.accepts_null().into(),
        Guard::AcceptsEmptyString => point.accepts_empty_string().into(),
        Guard::EveryEnumIsString => point.every_enum_is_string().into(),
        Guard::NamesClosed => point.closed().into(),
        Guard::SomeEnumUnique(_) | Guard::KeyUnique(_) => Truth::Open,
    }
}

/// `KEYWORD is LITERAL`: a point rules some of them out and settles none.
fn is(keyword: &str, literal: &Literal, point: &Point) -> Truth {
    possible(match (keyword, literal) {
        ("type", Literal::String(name)) => Kinds::of(name).is_some_and(|kinds| point.kinds.within(kinds)),
        ("default", literal) => point.default_is_plain() == (*literal == Literal::Null),
        _ => true,
    })
}

fn possible(possible: bool) -> Truth {
    if possible { Truth::Open } else { Truth::No }
}
