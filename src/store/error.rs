//! Faults of the file system and of files, with their paths.

use std::io;
use std::path::{Path, PathBuf};

use super::path_name;
use crate::artifact::ArtifactError;
use crate::pool::PoolError;

/// A file that could not be read, written or understood.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The system refused.
    #[error("cannot {action} `{}`: {source}", path_name(path))]
    Io {
        /// What was tried.
        action: &'static str,
        /// With which file or folder.
        path: PathBuf,
        /// Why not.
        source: io::Error,
    },
    /// Another process holds the lock.
    #[error("`{}` is locked by another process; gave up after {seconds} seconds", path_name(path))]
    Locked {
        /// The lock file.
        path: PathBuf,
        /// How long this one waited.
        seconds: u64,
    },
    /// The pool is damaged. It is left as it is.
    #[error("`{}` is no pool: {source}", path_name(path))]
    Pool {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        source: PoolError,
        /// What it holds, for whoever shows the place.
        text: Box<str>,
    },
    /// The artifact is damaged. It is left as it is.
    #[error("`{}` is not a compiled artifact: {source}", path_name(path))]
    Artifact {
        /// The file.
        path: PathBuf,
        /// What stands in it.
        text: Vec<u8>,
        /// What is wrong with it, and where.
        source: Box<ArtifactError>,
    },
    /// An entry of the scan cache is damaged. It is left as it is.
    #[error("`{}` is no entry of a scan cache: {why}; delete it to read the session afresh", path_name(path))]
    Cache {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        why: String,
    },
}

impl StoreError {
    /// For `map_err` on what the system refuses.
    pub(super) fn io(action: &'static str, path: &Path) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_owned();
        move |source| Self::Io { action, path, source }
    }
}
