//! The plans of a store, for the calls of a surface.

use std::path::Path;

use crate::artifact::{Dropped, Incoming, Live};
use crate::cli::exit::Fault;
use crate::cli::session::Session;
use crate::cli::store::store_fault;
use crate::cli::surface::Loaded;
use crate::diagnostic::{Diagnostic, Severity};
use crate::normalizer::Normalizer;
use crate::prove::ProvenPlan;
use crate::store::{is_active, load_artifact};

/// What a store holds for a surface.
pub(super) struct Stored {
    is_active: bool,
    normalizer: Normalizer,
}

/// What a store says of one ref.
pub(super) enum Answer<'s> {
    /// This plan is to be applied.
    Plan(&'s ProvenPlan),
    /// Nothing is to be applied: normalization is off.
    SwitchedOff,
    /// Nothing is to be applied: the stored plan is not proved.
    Refused,
    /// The store has no plan, so the derived one is used.
    NotStored,
}

impl Stored {
    /// Proves the plans of the store in `folder` against the surface.
    pub(super) fn load(
        folder: &Path,
        loaded: &Loaded,
        server: Option<&str>,
        session: &Session,
    ) -> Result<Self, Fault> {
        let artifact = load_artifact(folder).map_err(|error| store_fault(&error))?;
        let surface = loaded.surface(server)?;
        let live = Live::new(&surface, session.program(), session.options());
        let incoming = artifact.as_ref().map(Incoming::from).unwrap_or_default();
        Ok(Self {
            is_active: is_active(folder).map_err(|error| store_fault(&error))?,
            normalizer: Normalizer::stored(&incoming, &live),
        })
    }

    /// What is to be applied to calls of `reference`.
    pub(super) fn plan(&self, reference: &str) -> Answer<'_> {
        match self.normalizer.plan(reference) {
            _ if !self.is_active => Answer::SwitchedOff,
            Some(proven) => Answer::Plan(proven),
            None if self.normalizer.refusal(reference).is_some() => Answer::Refused,
            None => Answer::NotStored,
        }
    }

    /// What is to be said before anything is answered: that the store is switched off; and each stored
    /// plan that is not proved.
    pub(super) fn remarks(&self) -> Vec<Diagnostic> {
        let off = (!self.is_active).then(|| {
            let message = "the store is switched off: no plan is applied, and all calls stay as they are";
            let help = "`fabric-rules activate` switches it on";
            Diagnostic::new(Severity::Warning, "store::off", message).help(help)
        });
        let warning = |dropped: &Dropped| {
            let (name, fallen) = (dropped.reference.as_deref().unwrap_or("(no ref)"), &dropped.fallen);
            let message = format!("the stored plan of `{name}` is refused ({}): {fallen}", fallen.because);
            Diagnostic::new(Severity::Warning, "store::refused", message)
                .help("calls of it stay as they are; compile again to replace the plan")
        };
        off.into_iter().chain(self.normalizer.dropped().iter().map(warning)).collect()
    }
}
