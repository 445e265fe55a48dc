//! The ledger's file: lines are only ever appended, by one writer at a time.

use std::fs::OpenOptions;
use std::io::Write as _;
use std::path::Path;

use super::artifact_file::read_if_there;
use super::{LOCK_WAIT, Lock, StoreError, atomic};
use crate::ledger::{Ledger, Record};

/// Reads a ledger; an empty one where there is no file yet.
///
/// # Errors
///
/// The file cannot be read. Lines that are no records are part of the result, not an error.
pub fn load_ledger(path: &Path) -> Result<Ledger, StoreError> {
    Ok(read_if_there(path)?.map(|text| Ledger::parse(&text)).unwrap_or_default())
}

/// Appends the records that `run` makes of the ledger as it stands, under its lock. Gives the ledger
/// as it stood, and the records.
///
/// A torn last line, left by a writer that was killed, is ended first, so that no record runs into it.
///
/// # Errors
///
/// The lock is held for too long, or the file system refuses.
pub fn append_ledger(
    path: &Path,
    run: impl FnOnce(&Ledger) -> Vec<Record>,
) -> Result<(Ledger, Vec<Record>), StoreError> {
    atomic::make_folder(atomic::folder_of(path))?;
    let _lock = Lock::take(path, LOCK_WAIT)?;
    let ledger = load_ledger(path)?;
    let records = run(&ledger);
    if records.is_empty() {
        return Ok((ledger, records));
    }
    let mut text = String::new();
    if ledger.torn.is_some() {
        text.push('\n');
    }
    for record in &records {
        text.push_str(&record.to_line());
        text.push('\n');
    }
    let mut options = OpenOptions::new();
    options.create(true).append(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(path).map_err(StoreError::io("open", path))?;
    file.write_all(text.as_bytes()).and_then(|()| file.sync_all()).map_err(StoreError::io("write", path))?;
    Ok((ledger, records))
}
