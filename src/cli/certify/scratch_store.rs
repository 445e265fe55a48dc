//! A store of its own for the checks: a folder that is made, and removed again.

use std::io;
use std::path::{MAIN_SEPARATOR, Path};

use crate::artifact::Artifact;
use crate::certify::Stored;
use crate::store::{StoreError, artifact_path, load_artifact, path_name, update_artifact};

/// Saves `artifact` where the file holds `present`, and tells what became of it. An error is that there
/// is nowhere to try that.
pub(super) fn store(present: Option<&[u8]>, artifact: &Artifact) -> Result<Stored, String> {
    // Of an error its kind alone, and below the path within the folder: the folder has another name each time.
    let folder = tempfile::tempdir().map_err(|error| {
        let around = path_name(&std::env::temp_dir());
        format!("no folder can be made in `{around}`: {}", error.kind())
    })?;
    let store = folder.path().join("store");
    set_up(&store, present, artifact.to_text().as_bytes()).map_err(|error| {
        let around = path_name(&std::env::temp_dir());
        format!("no file can be written in a folder in `{around}`: {}", error.kind())
    })?;
    let within = format!("{}{MAIN_SEPARATOR}", path_name(folder.path()));
    let told = |error: StoreError| error.to_string().replace(&within, "");
    Ok(Stored {
        saved: update_artifact(&store, |_| (Some(artifact.clone()), ())).map_err(told),
        file: std::fs::read(artifact_path(&store)).ok(),
        loaded: load_artifact(&store).map_err(told),
    })
}

/// A store whose file holds `present`.
///
/// Where there is none, `text` is written and removed again: where that cannot be done by hand, such as
/// on a full disk, it would be no fault of the store that it cannot either.
fn set_up(store: &Path, present: Option<&[u8]>, text: &[u8]) -> io::Result<()> {
    let path = artifact_path(store);
    std::fs::create_dir_all(path.parent().unwrap_or(store))?;
    std::fs::write(&path, present.unwrap_or(text))?;
    if present.is_none() { std::fs::remove_dir_all(store) } else { Ok(()) }
}
