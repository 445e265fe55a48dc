//! Facts: what a host reads out of a model's reply, as a small set of typed values.
//!
//! Variable wording snaps to one canonical value, or is reported as a miss: there is no edit distance, no
//! similarity and no containment.
//!
//! 1. [`ring`]: a vocabulary as it is looked up, one member for a word;
//! 2. [`text`], [`mod@number`] and [`kind`]: one value, by the type of its fact;
//! 3. [`several`]: lists and sets;
//! 4. [`schema`]: the facts of a reply, in declared order, and [`reply`], what is read of one;
//! 5. [`mod@pick`] and [`mod@gbnf`]: a model's answer about one word, and the grammar that it may be held to;
//! 6. [`spec`]: the same declarations as JSON, for hosts in other languages.
//!
//! Data in, data out: who asks a model is the command line, and what it answers is only ever looked up.

pub mod gbnf;
pub mod kind;
pub mod number;
pub mod pick;
pub mod reply;
pub mod ring;
pub mod schema;
pub mod several;
pub mod spec;
pub mod text;

pub use gbnf::gbnf;
pub use kind::{Kind, Read};
pub use pick::pick;
pub use reply::{Canonical, Synonym};
pub use ring::{Clash, Ring};
pub use schema::{Fact, Schema};

use crate::json::{Data, Node};
use crate::span::Span;

/// A value that stands in no text.
pub(crate) fn node(data: Data) -> Node {
    Node { span: Span::at(0), data }
}
