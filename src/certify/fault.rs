//! What a check finds wrong.

use std::panic::Location;

/// Why a check does not pass.
#[derive(Debug)]
pub(super) enum Fault {
    /// What it checks is wrong.
    Wrong {
        /// In words.
        what: String,
        /// The assertion that does not hold.
        at: &'static Location<'static>,
    },
    /// It could not look, because there is nowhere to try a store: why.
    NoStore(String),
}

impl Fault {
    /// What is wrong, in words; the assertion is where this is called.
    #[track_caller]
    pub(super) fn new(what: String) -> Self {
        Self::Wrong { what, at: Location::caller() }
    }
}

/// For `?` on what the subject could not do.
impl From<String> for Fault {
    #[track_caller]
    fn from(what: String) -> Self {
        Self::new(what)
    }
}
