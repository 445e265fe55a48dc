//! Files that would keep their reader waiting.

use std::path::Path;

/// Why a named pipe is not read.
pub const NAMED_PIPE: &str = "it is a named pipe, and opening one waits for a writer";

/// Whether opening `path` could wait for ever: a pipe with a name of its own, which may have no writer.
///
/// Pipes below `/dev` and `/proc` are ones that this process holds open already, as
/// `/dev/stdin` or what a shell makes of `<(…)`.
#[cfg(unix)]
pub fn is_named_pipe(path: &Path) -> bool {
    use std::os::unix::fs::FileTypeExt as _;
    let is_held = path.starts_with("/dev") || path.starts_with("/proc");
    !is_held && std::fs::metadata(path).is_ok_and(|metadata| metadata.file_type().is_fifo())
}

/// Whether opening `path` could wait for ever: never on this system.
#[cfg(not(unix))]
pub fn is_named_pipe(_: &Path) -> bool {
    false
}
