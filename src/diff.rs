//! What differs between two rule programs, and for whom.
//!
//! 1. [`items`]: item by item, what its rule text says and what that means. About [spellings] everything
//!    is decided by automata, about [facts] at every point of the model: no difference is a decision too;
//! 2. [`actions`]: for the actions of a surface, the plans before and after, and for each declared
//!    [name](names) which given names it answers to;
//! 3. [`calls`]: what becomes of recorded calls.
//!
//! Programs, surfaces and calls come in as data and reports go out as data, which serialise to the JSON
//! that `rules diff` prints.

pub mod actions;
pub mod calls;
pub mod decision;
pub mod facts;
pub mod items;
pub mod names;
pub mod spellings;

pub use decision::{Decision, Extent};
