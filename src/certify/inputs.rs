//! What is certified on beside the built-in fixtures.

use crate::coverage::row::Row;
use crate::evidence::Reading;
use crate::metric::Corpus;
use crate::program::Profile;
use crate::schema::SchemaOptions;
use crate::surface::Surface;
use crate::trial;

/// Inputs of the user's own. By default there is none.
#[derive(Debug, Clone, Default)]
pub struct Inputs<'i> {
    /// Recorded sessions.
    pub sessions: Option<Sessions<'i>>,
    /// A surface.
    pub surface: Option<&'i Surface<'i>>,
    /// How its schemas are read.
    pub options: SchemaOptions,
    /// The profile in force, one of the built-in program; the default is `fabric`.
    pub profile: Option<Profile>,
    /// A trial of an artifact on those sessions, against that surface.
    pub trial: Option<Tried<'i>>,
}

impl<'i> Inputs<'i> {
    /// The sessions, where there is a call in them: of others there is no rate, and nothing to check.
    pub(super) fn called(&self) -> Option<Sessions<'i>> {
        self.sessions.filter(|sessions| sessions.corpus.actions() > 0)
    }

    /// The trial, where there is a call that was tried.
    pub(super) fn tried(&self) -> Option<&Tried<'i>> {
        self.trial.as_ref().filter(|_| self.called().is_some())
    }

    /// Whether sessions were given in which there is no call.
    pub(super) fn is_uncalled(&self) -> bool {
        self.sessions.is_some() && self.called().is_none()
    }
}

/// Recorded sessions, counted.
#[derive(Debug, Clone, Copy)]
pub struct Sessions<'i> {
    /// Their counts.
    pub corpus: &'i Corpus,
    /// What was read.
    pub reading: &'i Reading,
}

/// A trial.
#[derive(Debug, Clone)]
pub struct Tried<'i> {
    /// What it found.
    pub report: &'i trial::TrialReport,
    /// Which artifact, in words; `None` where there was none, so that no plan was tried.
    pub artifact: Option<&'i str>,
    /// What it looked at, and what it did not.
    pub coverage: Row,
}
