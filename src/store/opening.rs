//! Opening files, so that nobody waits for ever.
//!
//! Opening a pipe waits for its other end, and reading a device may never end. Where a file is meant,
//! neither is opened at all: every file that this package reads is opened here.

use std::fs::{File, FileType};
use std::io;
use std::path::Path;

/// Why a pipe, a socket or a device is not read.
pub const NO_FILE: &str = "it is neither a file nor a folder; what comes through a pipe is read as `-`";
/// Why a named pipe is not written to.
const NAMED_PIPE: &str = "it is a named pipe, and opening one waits for a reader";

/// Opens a file for reading; a folder, a pipe, a socket or a device is refused unopened.
///
/// # Errors
///
/// It is no regular file, or the system refuses.
pub fn open_file(path: &Path) -> io::Result<File> {
    must_be_file(std::fs::metadata(path)?.file_type())?;
    File::open(path)
}

/// Refuses everything but a regular file.
pub(super) fn must_be_file(kind: FileType) -> io::Result<()> {
    match (kind.is_file(), kind.is_dir()) {
        (true, _) => Ok(()),
        (_, true) => Err(io::ErrorKind::IsADirectory.into()),
        _ => Err(io::Error::other(NO_FILE)),
    }
}

/// A device that can be written to as it is, opened; `None` where `path` is, or will be, a file.
///
/// So is a pipe that this process holds already, as `/dev/stdout` or what a shell makes of `>(…)`.
///
/// # Errors
///
/// It is a named pipe, which may have no reader; or the system refuses.
pub(super) fn open_device(path: &Path) -> io::Result<Option<File>> {
    let Ok(kind) = std::fs::metadata(path).map(|metadata| metadata.file_type()) else { return Ok(None) };
    if kind.is_file() || kind.is_dir() {
        return Ok(None);
    }
    if is_pipe(kind) && !is_held(path) {
        return Err(io::Error::other(NAMED_PIPE));
    }
    File::options().write(true).open(path).map(Some)
}

/// Whether a path is the name that the system has for something that a process holds open.
fn is_held(path: &Path) -> bool {
    let parts: Vec<&str> = path.iter().filter_map(|part| part.to_str()).collect();
    matches!(
        parts.as_slice(),
        ["/", "dev", "stdin" | "stdout" | "stderr"] | ["/", "dev", "fd", _] | ["/", "proc", _, "fd", _]
    )
}

#[cfg(unix)]
fn is_pipe(kind: FileType) -> bool {
    std::os::unix::fs::FileTypeExt::is_fifo(&kind)
}

#[cfg(not(unix))]
fn is_pipe(_: FileType) -> bool {
    false
}
