//! What we say of a call's arguments, by the schema of the list that was on hand.

use crate::apply::ReasonCode;
use crate::plan::Witness;

/// Our word on the arguments as they were given.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// The schema accepts them.
    Valid,
    /// The schema rejects them, and accepts what the plan makes of them.
    Normalized {
        /// The record of the change.
        witness: Box<Witness>,
        /// Whether the change was made; it is not where calls are only observed.
        applied: bool,
    },
    /// The schema rejects them, and they go on as they are.
    Invalid {
        /// What the schema refuses, the first eight.
        faults: Vec<Fault>,
        /// Why they were not mended.
        why: Why,
    },
    /// Nobody could say.
    Unknown(Unknown),
}

/// One thing that a schema refuses.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// The keyword of the schema.
    pub kind: String,
    /// A JSON Pointer into the arguments.
    pub at: String,
}

/// Why rejected arguments are not mended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Why {
    /// No rule gives what the schema takes.
    None,
    /// There are two readings.
    Ambiguous,
    /// Only a part could be mended.
    Partial,
    /// The tool has no plan.
    NoPlan,
    /// It would cost more than one call may.
    Bounds,
}

/// Why there is no verdict.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unknown {
    /// No list has the tool, and none that is complete and fresh lacks it.
    NoList,
    /// A complete and fresh list lacks it.
    NoTool,
    /// It declares no schema.
    NoSchema,
    /// Its schema cannot be used.
    UnusableSchema,
    /// The message, or its arguments, could not be read.
    Unread,
    /// A member of the arguments is given twice, or the list names the tool twice.
    Duplicate,
}

impl Verdict {
    /// Its stable name.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Valid => "valid",
            Self::Normalized { .. } => "normalized",
            Self::Invalid { .. } => "invalid",
            Self::Unknown(_) => "unknown",
        }
    }

    /// Whether the server was sent arguments that the schema rejects.
    pub(super) fn sends_invalid(&self) -> bool {
        matches!(self, Self::Invalid { .. } | Self::Normalized { applied: false, .. })
    }
}

impl Why {
    pub(super) fn of(code: ReasonCode, has_plan: bool) -> Self {
        match code {
            ReasonCode::AmbiguousName
            | ReasonCode::KeyGivenToo
            | ReasonCode::TwoTargets
            | ReasonCode::TwoOutcomes => Self::Ambiguous,
            ReasonCode::StillRejected => Self::Partial,
            ReasonCode::TooCostly => Self::Bounds,
            _ if has_plan => Self::None,
            _ => Self::NoPlan,
        }
    }

    /// Its stable name.
    pub fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Ambiguous => "ambiguous",
            Self::Partial => "partial",
            Self::NoPlan => "no-plan",
            Self::Bounds => "bounds",
        }
    }
}

impl Unknown {
    /// Its stable name.
    pub fn name(self) -> &'static str {
        match self {
            Self::NoList => "no-list",
            Self::NoTool => "no-tool",
            Self::NoSchema => "no-schema",
            Self::UnusableSchema => "unusable-schema",
            Self::Unread => "unread",
            Self::Duplicate => "duplicate",
        }
    }
}
