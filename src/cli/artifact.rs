//! The artifact that a command works with: a file that is named, or else that of the store.

use std::path::Path;

use super::exit::Fault;
use super::input;
use super::store::{existing, store_fault};
use crate::artifact::{Artifact, Incoming};
use crate::coverage::count;
use crate::diagnostic::Source;
use crate::json::Limits;
use crate::store::{artifact_path, load_artifact, path_name};

/// An artifact, nothing of it believed.
pub(super) struct LoadedArtifact {
    /// What it is, in words.
    pub(super) what: String,
    /// What it carries; `None` where there is none.
    pub(super) incoming: Option<Incoming>,
}

impl LoadedArtifact {
    /// Reads the artifact in `file`, or else that of the store in the folder `store`, or else that of the
    /// working directory, should that be a store.
    ///
    /// Of a file each plan is judged by itself. A damaged store, or a folder that is named and is none, is
    /// a fault; a store without an artifact is none.
    pub(super) fn load(file: Option<&Path>, store: Option<&Path>) -> Result<Self, Fault> {
        let (name, incoming) = match file {
            Some(path) => {
                let (source, incoming) = read(path)?;
                (source.name, Some(incoming))
            }
            None => {
                let store = store.map_or(Ok(Path::new(".")), existing)?;
                let artifact: Option<Artifact> = load_artifact(store).map_err(|error| store_fault(&error))?;
                (path_name(&artifact_path(store)), artifact.as_ref().map(Incoming::from))
            }
        };
        let what = match &incoming {
            None => format!("no artifact: `{name}` does not exist"),
            Some(incoming) if incoming.is_legacy => {
                format!("artifact `{name}`, of version 1, which does nothing")
            }
            Some(incoming) => format!("artifact `{name}`, {}", count(incoming.entries.len(), "plan")),
        };
        Ok(Self { what, incoming })
    }
}

/// Reads an artifact that is named: strictly, but for its plans, which are judged one by one.
pub(super) fn read(path: &Path) -> Result<(Source, Incoming), Fault> {
    let source = input::file(path)?.read(Limits::FILE.bytes)?;
    match Incoming::parse(source.text.as_bytes()) {
        Ok(incoming) => Ok((source, incoming)),
        Err(error) => Err(Fault::Wrong(vec![error.diagnostic(&source.name, 0)], vec![source])),
    }
}
