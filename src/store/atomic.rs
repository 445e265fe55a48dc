//! Writing a file so that a reader, or a crash at any moment, finds the old one or the new one whole.

use std::fs::{self, DirEntry, File, Permissions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::opening::{must_be_file, open_device, open_file};
use super::{Lock, StoreError};

/// What the names of half-written files begin with: nobody else's do, so that they can be removed.
const PREFIX: &str = ".fabric-rules-new-";
/// After this time a half-written file belongs to a process that was killed.
const ABANDONED: Duration = Duration::from_secs(3600);
/// How many symbolic links are followed to a file, as Linux does.
const LINKS: usize = 40;

/// Who may read a file that was not there before. One that is replaced keeps its mode.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Readers {
    /// The user alone: it may hold arguments of calls.
    User,
    /// Whom the user's mask lets: it is a result.
    Mask,
}

/// Writes `bytes` to `path`: to a file beside it that then takes its name, both flushed to the disk.
/// A file that holds these bytes already is left alone; gives whether there was something to write.
///
/// A file that was there keeps its mode, and where `path` is a symbolic link, what it leads to is
/// replaced. Folders are made where they are missing, for the user alone, and so is a new file. Hold a
/// [`Lock`] where others write too.
///
/// # Errors
///
/// The system refuses, or it is no file or a write-protected one that stands there. Then `path` is what
/// it was.
pub fn write(path: &Path, bytes: &[u8]) -> Result<bool, StoreError> {
    write_for(Readers::User, path, bytes)
}

/// The same for a result, such as a report: a new file has the mode that new files have. A device, such
/// as `/dev/stdout`, is written to as it is.
///
/// # Errors
///
/// The system refuses, or it is a pipe or a write-protected file that stands there. Then `path` is what
/// it was.
pub fn write_result(path: &Path, bytes: &[u8]) -> Result<(), StoreError> {
    let device = open_device(path).map_err(StoreError::io("write", path))?;
    match device {
        Some(mut device) => device.write_all(bytes).map_err(StoreError::io("write", path)),
        None => write_for(Readers::Mask, path, bytes).map(|_| ()),
    }
}

fn write_for(readers: Readers, path: &Path, bytes: &[u8]) -> Result<bool, StoreError> {
    let path = &target_of(path);
    let folder = folder_of(path);
    make_folder(folder)?;
    let is_new = place(readers, path, bytes, true).map_err(StoreError::io("write", path))?;
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
    let target = target_of(path);
    let prefix = prefix_of(&target);
    remove(folder_of(&target), |entry| entry.file_name().to_string_lossy().starts_with(&prefix));
    write(path, bytes)
}

/// Writes `bytes` to `path` for readers to find whole, without waiting for the disk: for what can be
/// made again. After a power failure the file may be empty or damaged.
///
/// # Errors
///
/// The system refuses.
pub(super) fn write_quickly(path: &Path, bytes: &[u8]) -> Result<(), StoreError> {
    let target = target_of(path);
    let written = place(Readers::User, &target, bytes, false).map_err(StoreError::io("write", path));
    remove_abandoned(folder_of(&target));
    written.map(|_| ())
}

/// Where symbolic links lead from `path`; `path` itself where it is none. What they lead to may be missing.
pub fn target_of(path: &Path) -> PathBuf {
    let mut target = path.to_owned();
    for _ in 0..LINKS {
        let Ok(next) = fs::read_link(&target) else { break };
        target = folder_of(&target).join(next);
    }
    target
}

/// What the names of half-written files for `path` begin with.
fn prefix_of(path: &Path) -> String {
    format!("{PREFIX}{}-", path.file_name().unwrap_or_default().to_string_lossy())
}

/// Has the names of a folder's files on the disk.
pub(super) fn sync_folder(folder: &Path) -> io::Result<()> {
    if cfg!(unix) { File::open(folder).and_then(|folder| folder.sync_all()) } else { Ok(()) }
}

/// Whether there was something to write.
fn place(readers: Readers, path: &Path, bytes: &[u8], is_synced: bool) -> io::Result<bool> {
    let present = fs::metadata(path).ok();
    if let Some(present) = &present {
        must_be_file(present.file_type())?;
        if holds(path, present.len(), bytes) {
            return Ok(false);
        }
        // Who protects a file from being written to does not want another one in its place either.
        if present.permissions().readonly() {
            return Err(io::Error::new(io::ErrorKind::PermissionDenied, "the file is write-protected"));
        }
    }
    let prefix = prefix_of(path);
    let mut builder = tempfile::Builder::new();
    builder.prefix(&prefix);
    if let (Readers::Mask, Some(open)) = (readers, for_all()) {
        builder.permissions(open);
    }
    let mut file = builder.tempfile_in(folder_of(path))?;
    file.write_all(bytes)?;
    if let Some(present) = present {
        keep_owner(file.as_file(), &present);
        file.as_file().set_permissions(present.permissions())?;
    }
    if is_synced {
        file.as_file().sync_all()?;
    }
    file.persist(path).map_err(|error| error.error)?;
    Ok(true)
}

/// Whether the file, of this length, holds these bytes already.
fn holds(path: &Path, length: u64, bytes: &[u8]) -> bool {
    length == bytes.len() as u64
        && open_file(path)
            .and_then(|mut file| {
                let mut present = Vec::with_capacity(bytes.len());
                io::Read::read_to_end(&mut file, &mut present).map(|_| present == bytes)
            })
            .unwrap_or(false)
}

/// What a program asks for that makes a file: the mask takes from it.
#[cfg(unix)]
fn for_all() -> Option<Permissions> {
    Some(std::os::unix::fs::PermissionsExt::from_mode(0o666))
}

#[cfg(not(unix))]
fn for_all() -> Option<Permissions> {
    None
}

/// A file that is replaced by another user, such as root, stays its owner's, where that is allowed.
#[cfg(unix)]
fn keep_owner(file: &File, present: &fs::Metadata) {
    use std::os::unix::fs::{MetadataExt as _, fchown};
    let _ = fchown(file, Some(present.uid()), Some(present.gid()));
}

#[cfg(not(unix))]
fn keep_owner(_: &File, _: &fs::Metadata) {}

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
fn remove_abandoned(folder: &Path) {
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
