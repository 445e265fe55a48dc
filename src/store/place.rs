//! Where stores stand: a store is a folder that holds `fabric/entropy`.

use std::path::{Path, PathBuf};

use super::StoreError;

/// The folder that a store keeps its files in.
pub(super) fn folder(store: &Path) -> PathBuf {
    store.join("fabric").join("entropy")
}

/// Whether there is a store at `folder`.
///
/// # Errors
///
/// The file system does not say.
pub fn is_store(store: &Path) -> Result<bool, StoreError> {
    let folder = folder(store);
    match folder.metadata() {
        Ok(metadata) => Ok(metadata.is_dir()),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(StoreError::io("look for", &folder)(error)),
    }
}

/// Refuses a folder that is no store.
///
/// # Errors
///
/// It is none, or the file system does not say.
pub fn must_exist(store: &Path) -> Result<(), StoreError> {
    if is_store(store)? { Ok(()) } else { Err(StoreError::NoStore { path: store.to_owned() }) }
}
