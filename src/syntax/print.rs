//! Back to text: a file in canonical layout, and parts of a program as one line each.
//!
//! - [`layout()`] is what `rules fmt` writes. It moves tokens and comments and changes none of them.
//! - [`guard`], [`shape_clause`], [`spelling_clauses`], [`matching`] and [`rewrite`] say what a program
//!   holds in the words of a rule file, for `explain` and its like.

mod layout;
mod line;

pub use layout::layout;
pub use line::{guard, matching, rewrite, shape_clause, spelling_clauses};
