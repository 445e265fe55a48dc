//! JSON as it was written: a tree that keeps order, duplicates, number lexemes and places.
//!
//! 1. [`node`]: the tree, with numbers as [`Lexeme`]s, and [`document`]: text to tree ([`Document::parse`]);
//! 2. [`canonical`]: tree to its RFC 8785 form, the text that digests are taken of;
//! 3. [`number`]: ECMAScript's way to print a number;
//! 4. [`mod@pointer`]: JSON Pointers (RFC 6901) into a tree;
//! 5. [`splice`]: edits that leave every other byte alone;
//! 6. [`shape`]: the shape signature of an arguments object;
//! 7. [`pretty`]: a tree as indented text, for files, and [`Verbatim`]: a tree as it serialises.
//!
//! `serde_json` does not keep places or duplicate names, so it cannot serve diagnostics or
//! byte-preserving edits. It is used where only the meaning counts: for the validator.

pub mod canonical;
pub mod document;
mod lexeme;
pub mod node;
pub mod number;
pub mod pointer;
pub mod pretty;
pub mod shape;
pub mod splice;
pub(crate) mod surrogate;
mod verbatim;

use std::cmp::Ordering;

pub use document::{Document, Flaw, FlawKind, JsonError, Limits};
pub use lexeme::Lexeme;
pub use node::{Data, Member, Node};
pub use surrogate::code_units;
pub use verbatim::{Verbatim, VerbatimRef};

/// Orders two texts by their UTF-16 code units, the order of RFC 8785.
///
/// It differs from the order of bytes only where one text has a character beyond the Basic
/// Multilingual Plane and the other one from U+E000 on.
pub fn compare(a: &str, b: &str) -> Ordering {
    // UTF-8 and UTF-16 order alike up to the first difference, and ASCII texts all the way.
    if a.is_ascii() || b.is_ascii() { a.cmp(b) } else { a.encode_utf16().cmp(b.encode_utf16()) }
}

/// Length in UTF-16 code units, the unit of every bound on keys and refs.
pub fn units(text: &str) -> usize {
    if text.is_ascii() { text.len() } else { text.encode_utf16().count() }
}
