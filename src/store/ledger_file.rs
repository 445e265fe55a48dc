//! The ledger's file: lines are only ever appended, by one writer at a time.

use std::fs::OpenOptions;
use std::io::{self, Write as _};
use std::path::Path;
use std::time::Duration;

use super::artifact_file::{must_be_readable, read_if_there};
use super::{LOCK_WAIT, Lock, StoreError, atomic};
use crate::ledger::{LINE_BYTES, Ledger, Record};

/// The longest ledger that is read.
const MOST: u64 = 1 << 30;

/// Reads a ledger; an empty one where there is no file yet.
///
/// # Errors
///
/// The file cannot be read, is no regular file, or is longer than 1 GiB. Lines that are no records are
/// part of the result, not an error.
pub fn load_ledger(path: &Path) -> Result<Ledger, StoreError> {
    let refused = |why: &str| Err(StoreError::io("read", path)(io::Error::other(why)));
    match path.metadata() {
        Ok(metadata) if !metadata.is_file() => return refused("it is no regular file"),
        Ok(metadata) if metadata.len() > MOST => return refused("it is longer than 1 GiB"),
        // That it is missing or not to be opened is told when it is read.
        _ => {}
    }
    Ok(read_if_there(path, MOST)?.map(|text| Ledger::parse(&text)).unwrap_or_default())
}

/// Appends the records that `run` makes of the ledger as it stands, under its lock. Gives the ledger
/// as it stood, and the records.
///
/// An unfinished last line, left by a writer that was killed, is ended first, so that no record runs into it.
///
/// # Errors
///
/// The lock is held for too long, or the file system refuses; then the ledger is what it was.
pub fn append_ledger(
    path: &Path,
    run: impl FnOnce(&Ledger) -> Vec<Record>,
) -> Result<(Ledger, Vec<Record>), StoreError> {
    append_ledger_within(path, LOCK_WAIT, run)
}

/// The same for who waits for the lock for another time.
///
/// # Errors
///
/// The lock is held for longer than `wait`, a record or the ledger would be larger than what is read, or
/// the file system refuses; then the ledger is what it was.
pub fn append_ledger_within(
    path: &Path,
    wait: Duration,
    run: impl FnOnce(&Ledger) -> Vec<Record>,
) -> Result<(Ledger, Vec<Record>), StoreError> {
    let folder = atomic::folder_of(path);
    atomic::make_folder(folder)?;
    let _lock = Lock::take(path, wait)?;
    let ledger = load_ledger(path)?;
    let records = run(&ledger);
    if records.is_empty() {
        return Ok((ledger, records));
    }
    let mut text = String::new();
    if ledger.unfinished.is_some() {
        text.push('\n');
    }
    for record in &records {
        let line = record.to_line();
        must_be_readable(path, line.len() as u64, LINE_BYTES as u64)?;
        text.push_str(&line);
        text.push('\n');
    }
    let before = path.metadata().map_or(0, |metadata| metadata.len());
    must_be_readable(path, before + text.len() as u64, MOST)?;
    append(path, text.as_bytes()).map_err(StoreError::io("write", path))?;
    atomic::sync_folder(folder).map_err(StoreError::io("write", path))?;
    Ok((ledger, records))
}

/// Appends all of `text`, or nothing.
fn append(path: &Path, text: &[u8]) -> io::Result<()> {
    let mut options = OpenOptions::new();
    options.create(true).append(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(path)?;
    let before = file.metadata()?.len();
    let written = file.write_all(text).and_then(|()| file.sync_all());
    if written.is_err() {
        // A full disk takes the beginning of a line. Should it stay, it is skipped as an unfinished one.
        let _ = file.set_len(before);
    }
    written
}
