//! By how much two texts differ that are written side by side.

use std::collections::VecDeque;

/// Which of the two names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Side {
    One,
    Other,
}

/// What one text is ahead of the other, as long as they agree.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Gap {
    /// The side that is ahead, and what the other side has yet to write.
    Ahead(Side, VecDeque<char>),
    /// They differ, whatever comes.
    Never,
}

impl Gap {
    /// Nothing is written yet.
    pub(super) fn even() -> Self {
        Self::Ahead(Side::One, VecDeque::new())
    }

    /// Whether both texts are the same, if they end here.
    pub(super) fn is_even(&self) -> bool {
        matches!(self, Self::Ahead(_, rest) if rest.is_empty())
    }

    /// The side that is ahead.
    pub(super) fn ahead(&self) -> Option<Side> {
        match self {
            Self::Ahead(side, rest) if !rest.is_empty() => Some(*side),
            _ => None,
        }
    }

    /// The gap once `side` has written `letters` too.
    pub(super) fn written(self, side: Side, letters: impl IntoIterator<Item = char>) -> Self {
        letters.into_iter().fold(self, |gap, letter| gap.with(side, letter))
    }

    fn with(self, side: Side, letter: char) -> Self {
        let Self::Ahead(ahead, mut rest) = self else { return Self::Never };
        if rest.is_empty() || ahead == side {
            rest.push_back(letter);
            return Self::Ahead(side, rest);
        }
        match rest.pop_front() {
            Some(owed) if owed != letter => Self::Never,
            // One even gap is like another.
            _ if rest.is_empty() => Self::even(),
            _ => Self::Ahead(ahead, rest),
        }
    }
}
