//! Whether a path still leads to the file that it led to before, and whether what was read of it is
//! still there: a file that was written over is told from one that grew.

use std::fs::{File, Metadata};
use std::io::{self, Read as _, Seek as _, SeekFrom};
use std::time::UNIX_EPOCH;

use serde::{Deserialize, Serialize};

use crate::digest::Digest;

/// How many bytes before a cursor are compared.
pub const TAIL_BYTES: u64 = 4 << 10;

/// What tells one file from another on this machine.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Identity {
    device: u64,
    inode: u64,
    /// When the file was made, in nanoseconds since 1970, where the file system knows: an inode is
    /// used again soon after its file is gone.
    born: Option<u64>,
}

impl Identity {
    /// The identity of a file; `None` on systems that have none.
    #[cfg(unix)]
    pub fn of(metadata: &Metadata) -> Option<Self> {
        use std::os::unix::fs::MetadataExt as _;
        let born = metadata.created().ok().and_then(nanoseconds);
        Some(Self { device: metadata.dev(), inode: metadata.ino(), born })
    }

    /// The identity of a file; `None` on systems that have none.
    #[cfg(not(unix))]
    pub fn of(_: &Metadata) -> Option<Self> {
        None
    }
}

/// The modification time, in nanoseconds since 1970; 0 where there is none.
pub(super) fn modified(metadata: &Metadata) -> u64 {
    metadata.modified().ok().and_then(nanoseconds).unwrap_or(0)
}

fn nanoseconds(time: std::time::SystemTime) -> Option<u64> {
    u64::try_from(time.duration_since(UNIX_EPOCH).ok()?.as_nanos()).ok()
}

/// The digest of the bytes before `cursor`, at most [`TAIL_BYTES`] of them.
pub(super) fn tail_digest(file: &mut File, cursor: u64) -> io::Result<Box<str>> {
    let start = cursor.saturating_sub(TAIL_BYTES);
    file.seek(SeekFrom::Start(start))?;
    let mut tail = Vec::new();
    file.take(cursor - start).read_to_end(&mut tail)?;
    Ok(Digest::of_bytes(&tail).as_str().into())
}
