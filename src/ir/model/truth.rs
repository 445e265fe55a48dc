//! Three-valued truth: what a point of the model says of a guard.

use std::ops::Not;

/// Yes, no, or that it is not decided, which counts as possible, also under `not`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Truth {
    No,
    Open,
    Yes,
}

impl Truth {
    /// What is possible is not decided yet.
    pub(crate) fn possible(possible: bool) -> Self {
        if possible { Self::Open } else { Self::No }
    }
}

impl From<bool> for Truth {
    fn from(decided: bool) -> Self {
        if decided { Self::Yes } else { Self::No }
    }
}

impl Not for Truth {
    type Output = Self;

    fn not(self) -> Self {
        match self {
            Self::No => Self::Yes,
            Self::Open => Self::Open,
            Self::Yes => Self::No,
        }
    }
}
