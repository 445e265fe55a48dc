//! Writing a file so that a reader, or a crash at any moment, finds the old one or the new one whole.

use std::fs::{self, DirEntry, File};
use std::io::{self, Write as _};
use std::path::Path;
use std::time::Duration;

use super::{Lock, StoreError};

/// What the names of half-written files begin with: nobody else's do, so that they can be removed.
const PREFIX: &str = ".fabric-rules-new-";
/// After this time a half-written file belongs to a process that was killed.
const ABANDONED: Duration = Duration::from_secs(3600);

/// Writes `bytes` to `path`: to a file beside it that then takes its name, both flushed to the disk.
/// A file that holds these bytes already is left alone; gives whether there was something to write.
///
/// Folders are made where they are missing, for the user alone, and so is the file. Hold a
/// [`Lock`](super::Lock) where others write too.
///
/// # Errors
///
/// The system refuses. Then `path` is what it was.
pub fn write(path: &Path, bytes: &[u8]) -> Result<bool, StoreError> {
    let folder = folder_of(path);
    make_folder(folder)?;
    let is_new = place(path, bytes, true)?;
    if is_new {
        // A rename is on the disk only when its folder is.
        sync_folder(folder).map_err(StoreError::io("write", path))?;
        remove_abandoned(folder);
    }
    Ok(is_new)
}

/// The same for who holds the lock of `path`, and so is its only writer: what stands half-written for it
/// was left by a process that was killed, and is removed.
///
/// # Errors
///
/// The system refuses. Then `path` is what it was.
pub(super) fn write_alone(path: &Path, bytes: &[u8], _lock: &Lock) -> Result<bool, StoreError> {
    let prefix = prefix_of(path);
    remove(folder_of(path), |entry| entry.file_name().to_string_lossy().starts_with(&prefix));
    write(path, bytes)
}

/// What the names of half-written files for `path` begin with.
fn prefix_of(path: &Path) -> String {
    format!("{PREFIX}{}-", path.file_name().unwrap_or_default().to_string_lossy())
}

/// Has the names of a folder's files on the disk.
pub(super) fn sync_folder(folder: &Path) -> io::Result<()> {
    if cfg!(unix) { File::open(folder).and_then(|folder| folder.sync_all()) } else { Ok(()) }
}

/// Writes `bytes` to `path` for readers to find whole, without waiting for the disk: for what can be
/// made again. After a power failure the file may be empty.
///
/// # Errors
///
/// The system refuses.
pub(super) fn write_quickly(path: &Path, bytes: &[u8]) -> Result<(), StoreError> {
    place(path, bytes, false).map(|_| ())
}

/// Whether there was something to write.
fn place(path: &Path, bytes: &[u8], is_synced: bool) -> Result<bool, StoreError> {
    if fs::read(path).is_ok_and(|present| present == bytes) {
        return Ok(false);
    }
    let failed = || StoreError::io("write", path);
    let file = tempfile::Builder::new().prefix(&prefix_of(path)).tempfile_in(folder_of(path));
    let mut file = file.map_err(failed())?;
    file.write_all(bytes).map_err(failed())?;
    if is_synced {
        file.as_file().sync_all().map_err(failed())?;
    }
    file.persist(path).map_err(|error| failed()(error.error))?;
    Ok(true)
}

/// The folder that a file stands in.
pub(super) fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Makes a folder and those around it, for the user alone.
pub(super) fn make_folder(folder: &Path) -> Result<(), StoreError> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder).map_err(StoreError::io("make the folder", folder))
}

/// Removes what killed processes left half-written, once that is certain by its age.
pub(super) fn remove_abandoned(folder: &Path) {
    remove(folder, |entry| {
        let modified = entry.metadata().and_then(|metadata| metadata.modified());
        let is_old = modified.is_ok_and(|time| time.elapsed().is_ok_and(|age| age > ABANDONED));
        is_old && entry.file_name().to_string_lossy().starts_with(PREFIX)
    });
}

fn remove(folder: &Path, is_left: impl Fn(&DirEntry) -> bool) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten().filter(is_left) {
        // Should it not go, it is only in the way.
        let _ = fs::remove_file(entry.path());
    }
}
