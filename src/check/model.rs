//! The finite model in which laws are decided: what a property may be, and what a value may be.
//!
//! A guard, a match and a rewrite each declare a fact as data: the guard its [`truth`](guard::truth) at
//! a [`Point`], the match the [classes](class::Class) of values that it takes, the rewrite the
//! [kinds](crate::ir::Kinds) of its outcome. All three err to the side of *possible*. A convention's [`Reach`]
//! is every point and class where it may have an outcome; two conventions are critical where their
//! reaches meet, and one without a reach is dead.

pub(super) mod class;
pub(super) mod facts;
pub(super) mod guard;
pub(super) mod point;
mod reach;

pub(super) use point::Point;
pub(super) use reach::Reach;
