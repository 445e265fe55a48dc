//! The finite model in which laws are decided: what a property may be, and what a value may be.
//!
//! A guard, a match and a rewrite each declare a fact as data: the guard its
//! [truth](super::Guard::truth) at a [`Point`], the match the [classes](class::Class) of values that it
//! [takes](super::Action::takes), the rewrite the [kinds](super::Kinds) of its
//! [outcome](super::Action::outcome). All three err to the side of *possible*. A convention's [`Reach`]
//! is every point and class where it may have an outcome; two conventions are critical where their
//! reaches meet, and one without a reach is dead.
//!
//! A point has no kinds that a guard's `type` does not allow: the model takes a keyword that holds for one
//! that binds. In drafts up to 7 nothing beside a `$ref` binds; that needs no point of its own, because
//! there both readers of guards take it for absent, so `type is T` does not hold.

pub(crate) mod class;
mod pair;
mod point;
mod reach;
mod truth;

pub(crate) use pair::Pair;
pub(crate) use point::Point;
pub(crate) use reach::Reach;
pub(crate) use truth::Truth;
