//! A value that was given, and the way to it.

use crate::json::{Data, Node};

/// A value that was given, in the text that it stands in.
#[derive(Debug, Clone, Copy)]
pub(super) struct Given<'g> {
    pub(super) node: &'g Node,
    pub(super) source: &'g [u8],
    /// The number of that text: the arguments are 0.
    pub(super) text: usize,
}

impl<'g> Given<'g> {
    /// Whether something may stand inside of it.
    pub(super) fn is_container(self) -> bool {
        matches!(self.node.data, Data::Array(_) | Data::Object(_))
    }

    /// One that stands in the same text.
    pub(super) fn with(self, node: &'g Node) -> Self {
        Self { node, ..self }
    }
}

/// The way to a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(super) struct Way {
    /// The steps into members and items, from the members of the arguments on.
    pub(super) depth: usize,
    /// How many decoders gave what had to be mended inside.
    pub(super) decodings: u32,
    /// Whether something was put around the value.
    pub(super) is_wrapped: bool,
    /// Whether the value itself was read out of another one.
    pub(super) is_read: bool,
}

impl Way {
    /// One step further in.
    pub(super) fn step(self) -> Self {
        Self { depth: self.depth + 1, is_read: false, ..self }
    }
}
