//! How one set compares with another, with what shows it.

use serde::Serialize;

/// How a set compares with the one before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Extent {
    /// Both are the same set.
    Same,
    /// It has all that the old one had, and more.
    Wider,
    /// It has less than the old one, and nothing else.
    Narrower,
    /// It has something that the old one had not, and lacks something that it had.
    Across,
    /// Deciding takes more than is spent on it.
    Undecided,
}

/// How a set compares with the one before it, and the least that shows it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Decision<W> {
    /// How it compares.
    pub extent: Extent,
    /// The least that only the new set has.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gained: Option<W>,
    /// The least that only the old set has.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lost: Option<W>,
}

impl Extent {
    /// The extent of a set that gained something or not, and lost something or not.
    pub fn of(gained: bool, lost: bool) -> Self {
        match (gained, lost) {
            (false, false) => Self::Same,
            (true, false) => Self::Wider,
            (false, true) => Self::Narrower,
            (true, true) => Self::Across,
        }
    }

    /// Its stable name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Same => "same",
            Self::Wider => "wider",
            Self::Narrower => "narrower",
            Self::Across => "across",
            Self::Undecided => "undecided",
        }
    }
}

impl<W> Decision<W> {
    /// The decision that these show.
    pub fn of(gained: Option<W>, lost: Option<W>) -> Self {
        Self { extent: Extent::of(gained.is_some(), lost.is_some()), gained, lost }
    }

    /// The decision that these show, where both were found out.
    pub fn found<E>(gained: Result<Option<W>, E>, lost: Result<Option<W>, E>) -> Self {
        match (gained, lost) {
            (Ok(gained), Ok(lost)) => Self::of(gained, lost),
            (gained, lost) => {
                // What one side shows is true whatever the other one has.
                Self { extent: Extent::Undecided, gained: gained.ok().flatten(), lost: lost.ok().flatten() }
            }
        }
    }

    /// Whether both sets are known to be the same.
    pub fn is_same(&self) -> bool {
        self.extent == Extent::Same
    }
}
