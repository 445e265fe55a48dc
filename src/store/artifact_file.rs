//! The artifact's file, and the switch beside it.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use super::{LOCK_WAIT, Lock, StoreError, atomic};
use crate::artifact::Artifact;

/// Where the artifact of a store stands.
pub fn artifact_path(store: &Path) -> PathBuf {
    folder(store).join("compiled.json")
}

/// An empty file that, while it is there, switches normalization off.
pub fn disabled_path(store: &Path) -> PathBuf {
    folder(store).join("disabled")
}

fn folder(store: &Path) -> PathBuf {
    store.join("fabric").join("entropy")
}

/// Reads the artifact of a store; `None` where there is none yet.
///
/// # Errors
///
/// The file cannot be read, or is damaged.
pub fn load_artifact(store: &Path) -> Result<Option<Artifact>, StoreError> {
    let path = artifact_path(store);
    let Some(text) = read_if_there(&path)? else { return Ok(None) };
    match Artifact::parse(&text) {
        Ok(artifact) => Ok(Some(artifact)),
        Err(source) => Err(StoreError::Artifact { path, text, source: Box::new(source) }),
    }
}

/// Has `change` make a new artifact of the present one, under the lock of the file, and writes it. A
/// damaged file is an error and stays as it is; where `change` gives `None`, nothing is written.
///
/// # Errors
///
/// The lock is held for too long, the file is damaged, or the file system refuses.
pub fn update_artifact<R>(
    store: &Path,
    change: impl FnOnce(Option<Artifact>) -> (Option<Artifact>, R),
) -> Result<R, StoreError> {
    let path = artifact_path(store);
    atomic::make_folder(&folder(store))?;
    let _lock = Lock::take(&path, LOCK_WAIT)?;
    let (artifact, result) = change(load_artifact(store)?);
    if let Some(artifact) = artifact {
        atomic::write(&path, artifact.to_text().as_bytes())?;
    }
    Ok(result)
}

/// Whether normalization is switched on.
///
/// # Errors
///
/// The file system does not say.
pub fn is_active(store: &Path) -> Result<bool, StoreError> {
    let path = disabled_path(store);
    path.try_exists().map(|is_there| !is_there).map_err(StoreError::io("look for", &path))
}

/// Switches normalization on or off; whether that changed anything. The artifact is not touched.
///
/// # Errors
///
/// The lock is held for too long, or the file system refuses.
pub fn set_active(store: &Path, is_on: bool) -> Result<bool, StoreError> {
    let path = disabled_path(store);
    if is_active(store)? == is_on {
        return Ok(false);
    }
    atomic::make_folder(&folder(store))?;
    let _lock = Lock::take(&artifact_path(store), LOCK_WAIT)?;
    if !is_on {
        atomic::write(&path, b"")?;
        return Ok(true);
    }
    match std::fs::remove_file(&path) {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(false),
        Err(error) => Err(StoreError::io("remove", &path)(error)),
    }
}

/// The bytes of a file that may be missing.
pub(super) fn read_if_there(path: &Path) -> Result<Option<Vec<u8>>, StoreError> {
    match std::fs::read(path) {
        Ok(text) => Ok(Some(text)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(StoreError::io("read", path)(error)),
    }
}
