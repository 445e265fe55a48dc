//! Faults of the file system and of files, with their paths.

use std::io;
use std::path::{Path, PathBuf};

use super::path_name;
use crate::artifact::ArtifactError;
use crate::pool::PoolError;

/// A file that could not be read, written or understood.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
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
    /// More would be written than is read. Nothing was written.
    #[error(
        "`{}` would be {size} bytes long, and no more than {} MiB can be read again; nothing was written",
        path_name(path), most >> 20
    )]
    TooLarge {
        /// The file.
        path: PathBuf,
        /// How long it, or one line of it, would be.
        size: u64,
        /// How long it may be.
        most: u64,
    },
    /// There is no store, and whoever reads or switches one makes none.
    #[error("there is no store at `{}`: it has no folder `fabric/entropy`", path_name(path))]
    NoStore {
        /// The folder.
        path: PathBuf,
    },
    /// The scan cache is damaged. What it remembered is read afresh.
    #[error("the scan cache `{}` is damaged", path_name(path))]
    Cache {
        /// The file.
        path: PathBuf,
    },
    /// Derived answers are damaged. What was derived is derived again.
    #[error("the derivation cache `{}` is damaged", path_name(path))]
    Derived {
        /// The file.
        path: PathBuf,
    },
    /// Answers in the derivation cache are damaged. They were derived, and are written, again.
    #[error("damaged answers in the derivation cache `{}`: {answers}", path_name(path))]
    Answers {
        /// The file.
        path: PathBuf,
        /// How many.
        answers: u64,
    },
    /// Another process uses the derivation cache. This one goes without.
    #[error("the derivation cache `{}` is in use by another process", path_name(path))]
    Busy {
        /// The file.
        path: PathBuf,
    },
}

impl StoreError {
    /// For `map_err` on what the system refuses.
    pub(super) fn io(action: &'static str, path: &Path) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_owned();
        move |source| Self::Io { action, path, source }
    }
}
