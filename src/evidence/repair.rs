//! Repair rows: what a host once mended by other means, counted beside the calls.

/// A spelling that was once repaired.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Repair {
    /// What was repaired.
    pub kind: RepairKind,
    /// The action.
    pub action: Box<str>,
    /// The spelling given.
    pub from: Box<str>,
    /// The spelling meant.
    pub to: Box<str>,
}

/// What a [`Repair`] changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum RepairKind {
    /// The name of an argument.
    KeyAlias,
    /// The name of an action.
    ActionAlias,
}
