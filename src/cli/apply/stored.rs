//! Reading the plans of a store, and what is to be said of them before anything is answered.

use std::path::Path;

use crate::artifact::{Dropped, Incoming};
use crate::cli::exit::Fault;
use crate::cli::store::store_fault;
use crate::diagnostic::{Diagnostic, Severity};
use crate::host::Stored;
use crate::normalizer::Normalizer;
use crate::store::{is_active, load_artifact};
use crate::toolset::Toolset;

/// Proves the plans of the store in `folder` against the tools.
pub(super) fn load(folder: &Path, toolset: &Toolset) -> Result<Stored, Fault> {
    let artifact = load_artifact(folder).map_err(|error| store_fault(&error))?;
    let incoming = artifact.as_ref().map(Incoming::from).unwrap_or_default();
    Ok(Stored {
        is_active: is_active(folder).map_err(|error| store_fault(&error))?,
        normalizer: Normalizer::stored(&incoming, toolset),
    })
}

/// That the store is switched off; and each stored plan that is not proved.
pub(super) fn remarks(stored: &Stored) -> Vec<Diagnostic> {
    let off = (!stored.is_active).then(|| {
        let message = "the store is switched off: no plan is applied, and all calls stay as they are";
        let help = "`fabric-rules activate` switches it on";
        Diagnostic::new(Severity::Warning, "store::off", message).help(help)
    });
    let warning = |dropped: &Dropped| {
        let (name, retracted) = (dropped.reference.as_deref().unwrap_or("(no ref)"), &dropped.retracted);
        let message = format!("the stored plan of `{name}` is refused ({}): {retracted}", retracted.premise);
        Diagnostic::new(Severity::Warning, "store::refused", message)
            .help("calls of it stay as they are; compile again to replace the plan")
    };
    off.into_iter().chain(stored.normalizer.dropped().iter().map(warning)).collect()
}
