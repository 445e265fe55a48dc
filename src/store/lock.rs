//! An advisory lock, waited for with a bound.

use std::fs::{File, OpenOptions, TryLockError};
use std::path::Path;
use std::time::{Duration, Instant};

use super::opening::must_be_file;
use super::{StoreError, atomic};

/// How long a lock is waited for.
pub const LOCK_WAIT: Duration = Duration::from_secs(10);
/// How often it is tried.
const STEP: Duration = Duration::from_millis(10);

/// A lock that is held until it is dropped, or its process ends.
#[derive(Debug)]
pub struct Lock {
    _file: File,
}

impl Lock {
    /// Takes the lock of a file, which is a file beside it: the file itself is replaced when it is
    /// written, and a lock on it would be lost with it. Of a symbolic link it is beside what it leads to.
    ///
    /// # Errors
    ///
    /// The lock cannot be made, or is held by another process for longer than `wait`.
    pub fn take(path: &Path, wait: Duration) -> Result<Self, StoreError> {
        let path = atomic::target_of(path);
        let mut name = path.file_name().unwrap_or_default().to_owned();
        name.push(".lock");
        let path = path.with_file_name(name);
        let mut options = OpenOptions::new();
        options.create(true).truncate(false).write(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        if let Ok(present) = path.metadata() {
            must_be_file(present.file_type()).map_err(StoreError::io("lock", &path))?;
        }
        let file = options.open(&path).map_err(StoreError::io("lock", &path))?;
        let start = Instant::now();
        loop {
            match file.try_lock() {
                Ok(()) => return Ok(Self { _file: file }),
                Err(TryLockError::WouldBlock) if start.elapsed() < wait => std::thread::sleep(STEP),
                Err(TryLockError::WouldBlock) => {
                    return Err(StoreError::Locked { path, seconds: wait.as_secs() });
                }
                Err(TryLockError::Error(source)) => {
                    return Err(StoreError::Io { action: "lock", path, source });
                }
            }
        }
    }
}
