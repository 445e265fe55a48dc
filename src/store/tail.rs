//! What stands before a place in a file, so that a file that was written over is told from one that
//! grew.

use std::fs::File;
use std::io::{self, Read as _, Seek as _, SeekFrom};

use crate::digest::Digest;

/// How many bytes before a cursor are compared.
pub const TAIL_BYTES: u64 = 4 << 10;

/// The digest of the bytes before `cursor`, at most [`TAIL_BYTES`] of them.
pub(super) fn digest(file: &mut File, cursor: u64) -> io::Result<Box<str>> {
    let start = cursor.saturating_sub(TAIL_BYTES);
    file.seek(SeekFrom::Start(start))?;
    let mut tail = Vec::new();
    file.take(cursor - start).read_to_end(&mut tail)?;
    Ok(Digest::of_bytes(&tail).as_str().into())
}
