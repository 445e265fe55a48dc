//! A store of its own for the checks: a folder that is made, and removed again.

use crate::artifact::Artifact;
use crate::certify::Stored;
use crate::store::{artifact_path, load_artifact, update_artifact};

/// Saves `artifact` where the file holds `present`, and tells what became of it.
pub(super) fn store(present: Option<&[u8]>, artifact: &Artifact) -> Result<Stored, String> {
    let folder = tempfile::tempdir();
    // Its kind alone: the message has the name of the folder, which is another one each time.
    let folder = folder.map_err(|error| format!("no temporary folder can be made: {}", error.kind()))?;
    let path = artifact_path(folder.path());
    if let Some(present) = present {
        let around = path.parent().unwrap_or(folder.path());
        std::fs::create_dir_all(around)
            .and_then(|()| std::fs::write(&path, present))
            .map_err(|error| format!("the folder cannot be written: {error}"))?;
    }
    let saved = update_artifact(folder.path(), |_| (Some(artifact.clone()), ()));
    Ok(Stored {
        saved: saved.map_err(|error| error.to_string()),
        file: std::fs::read(&path).ok(),
        loaded: load_artifact(folder.path()).map_err(|error| error.to_string()),
    })
}
