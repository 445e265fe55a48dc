//! The artifact's file, and the switch beside it.

use std::io::{ErrorKind, Read as _};
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::{LOCK_WAIT, Lock, StoreError, atomic, open_file, paths};
use crate::artifact::Artifact;

/// How much is read: as much as an artifact, or a pool, may have. What is longer is refused when it is
/// parsed, and before that when it is to be written.
pub(super) const MOST: u64 = 256 << 20;

/// Where the artifact of a store stands.
pub fn artifact_path(store: &Path) -> PathBuf {
    paths::folder(store).join("compiled.json")
}

/// An empty file that, while it is there, switches normalization off.
pub fn disabled_path(store: &Path) -> PathBuf {
    paths::folder(store).join("disabled")
}

/// An artifact as it stands in its file.
#[derive(Debug, Clone, PartialEq)]
pub struct Stored {
    /// What was read.
    pub artifact: Artifact,
    /// The bytes that it was read from.
    pub text: Vec<u8>,
}

/// Reads the artifact of a store; `None` where there is none yet.
///
/// # Errors
///
/// The file cannot be read, or is damaged.
pub fn load_artifact(store: &Path) -> Result<Option<Artifact>, StoreError> {
    Ok(load_stored(store)?.map(|stored| stored.artifact))
}

/// The same with the bytes of the file.
///
/// # Errors
///
/// The file cannot be read, or is damaged.
pub fn load_stored(store: &Path) -> Result<Option<Stored>, StoreError> {
    let path = artifact_path(store);
    let Some(text) = read_if_there(&path, MOST)? else { return Ok(None) };
    match Artifact::parse(&text) {
        Ok(artifact) => Ok(Some(Stored { artifact, text })),
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
    let change = |stored: Option<&Stored>| change(stored.map(|stored| stored.artifact.clone()));
    Ok(update_stored(store, LOCK_WAIT, change)?.1)
}

/// The same for who needs the bytes of the file, or waits for the lock for another time. Says whether
/// the file changed: one that holds the same bytes already is not written.
///
/// # Errors
///
/// The lock is held for longer than `wait`, the file is damaged, or the file system refuses.
pub fn update_stored<R>(
    store: &Path,
    wait: Duration,
    change: impl FnOnce(Option<&Stored>) -> (Option<Artifact>, R),
) -> Result<(bool, R), StoreError> {
    let path = artifact_path(store);
    atomic::make_folder(&paths::folder(store))?;
    let lock = Lock::take(&path, wait)?;
    let (artifact, result) = change(load_stored(store)?.as_ref());
    let is_written = match artifact {
        Some(artifact) => {
            let text = artifact.to_text();
            must_be_readable(&path, text.len() as u64, MOST)?;
            atomic::write_alone(&path, text.as_bytes(), &lock)?
        }
        None => false,
    };
    Ok((is_written, result))
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
/// There is no store, which a switch does not make; the lock is held for too long, or the file system
/// refuses.
pub fn set_active(store: &Path, is_on: bool) -> Result<bool, StoreError> {
    paths::must_exist(store)?;
    let path = disabled_path(store);
    if is_active(store)? == is_on {
        return Ok(false);
    }
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

/// The bytes of a file that may be missing; of a longer one than `most`, one byte more than that.
pub(super) fn read_if_there(path: &Path, most: u64) -> Result<Option<Vec<u8>>, StoreError> {
    let mut text = Vec::new();
    let read = open_file(path).and_then(|file| file.take(most.saturating_add(1)).read_to_end(&mut text));
    match read {
        Ok(_) => Ok(Some(text)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(StoreError::io("read", path)(error)),
    }
}

/// Nothing is written that would be refused when it is read.
pub(super) fn must_be_readable(path: &Path, size: u64, most: u64) -> Result<(), StoreError> {
    if size <= most { Ok(()) } else { Err(StoreError::TooLarge { path: path.to_owned(), size, most }) }
}
