//! The pool's file.

use std::path::{Path, PathBuf};

use super::artifact_file::{MOST, must_be_readable, read_if_there};
use super::{LOCK_WAIT, Lock, StoreError, atomic, paths};
use crate::pool::{self, Merged, Pool, Window};

/// Where the pool of a store stands.
pub fn pool_path(store: &Path) -> PathBuf {
    paths::folder(store).join("pool.json")
}

/// Reads the pool; `None` where there is none yet.
///
/// # Errors
///
/// The file cannot be read, or is damaged.
pub fn load_pool(path: &Path) -> Result<Option<Pool>, StoreError> {
    let Some(text) = read_if_there(path, MOST)? else { return Ok(None) };
    Pool::parse(&text).map(Some).map_err(|source| {
        let text = String::from_utf8_lossy(&text).into();
        StoreError::Pool { path: path.to_owned(), source, text }
    })
}

/// Merges windows into the pool, under its lock, so that two processes at once lose nothing.
///
/// # Errors
///
/// The lock is held for too long, the pool is damaged or would become larger than what is read, or the
/// file system refuses. Then it is left as it is.
pub fn update_pool(
    path: &Path,
    windows: impl IntoIterator<Item = Window>,
) -> Result<(Merged, Pool), StoreError> {
    if let Some(folder) = path.parent() {
        atomic::make_folder(folder)?;
    }
    let lock = Lock::take(path, LOCK_WAIT)?;
    let mut pool = load_pool(path)?.unwrap_or_default();
    let merged = pool::merge(&mut pool, windows);
    let mut text =
        serde_json::to_string_pretty(&pool).map_err(|error| StoreError::io("write", path)(error.into()))?;
    text.push('\n');
    must_be_readable(path, text.len() as u64, MOST)?;
    atomic::write_alone(path, text.as_bytes(), &lock)?;
    Ok((merged, pool))
}
