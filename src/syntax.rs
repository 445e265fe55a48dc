//! The text of a rule file: to tokens, to items and clauses, to a tree; and back, in canonical layout.
//!
//! 1. `token`: text to tokens, whatever the text;
//! 2. `outline`: tokens to items, and items to clauses by what sets those of their kind apart;
//! 3. `clause`: the text of one clause to its part of the tree, by the grammar in `grammar/rules.pest`;
//! 4. [`parse()`]: all of that; a tree of what could be read, and an error for each clause that could not;
//! 5. [`mod@layout`]: back to text.
//!
//! [`kind`] lists the kinds of items, [`words`] the words of the language; [`ast`] is the tree.

pub mod ast;
mod clause;
mod expected;
mod grammar;
pub mod kind;
pub mod layout;
mod outline;
mod parse;
pub(crate) mod slip;
mod token;
pub mod words;

pub use parse::parse;

/// How many bytes a rule file may have: a vocabulary of a hundred thousand words fits.
pub const FILE_BYTES: usize = 4 << 20;

/// How deep parentheses and `not` may stand inside each other.
pub const NESTING: usize = 64;
