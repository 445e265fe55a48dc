//! What becomes of a value.

use super::taken::Taken;

/// What a rule makes of a value.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Made {
    /// The member is left out.
    Gone,
    /// The value has this text.
    Text(String),
}

/// What becomes of a value, and by which rules.
#[derive(Debug, Clone)]
pub(super) struct Outcome {
    pub(super) made: Made,
    pub(super) taken: Taken,
}
