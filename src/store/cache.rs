//! The scan cache: for each session file, where the last scan stopped and what it had counted.
//!
//! A file that only grew is read from there on. One that is another file, is shorter, or has the
//! same size and another time is read afresh, and so is one that was written over: what stands
//! before the cursor, in [`TAIL_BYTES`](super::TAIL_BYTES) bytes, must be what stood there.

use std::fs::{self, File};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::scan::Seen;
use super::{Identity, Scanned, SourceFile, StoreError, atomic, tail};
use crate::digest::Digest;
use crate::evidence::{Reading, Spots, Unread};
use crate::metric::Partial;

/// How many files a cache remembers, unless told otherwise; those written first are forgotten first.
pub const CACHE_ENTRIES: usize = 4096;
/// How many bytes an entry may have. Larger ones would cost more than reading the file again.
const ENTRY_BYTES: usize = 8 << 20;
/// The version of an entry. One of another version is as good as none.
const VERSION: u32 = 3;

/// A folder with one file for each session file.
#[derive(Debug, Clone)]
pub struct Cache {
    folder: PathBuf,
    entries: usize,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    cache: u32,
    /// The name of the session file, for whoever looks into the folder.
    file: String,
    identity: Identity,
    size: u64,
    modified: u64,
    cursor: u64,
    /// The digest of what stands before the cursor.
    tail: Box<str>,
    model: Option<Box<str>>,
    /// With lines in a file of no name: it goes by the name that the run has for it.
    reading: Reading,
    partial: Partial,
}

#[derive(Deserialize)]
struct Versioned {
    cache: u32,
}

impl Cache {
    /// The cache in a folder, which is made where it is missing.
    ///
    /// # Errors
    ///
    /// The folder cannot be made.
    pub fn open(folder: &Path) -> Result<Self, StoreError> {
        atomic::make_folder(folder)?;
        Ok(Self { folder: folder.to_owned(), entries: CACHE_ENTRIES })
    }

    /// The same with room for another number of files.
    #[must_use]
    pub fn with_room_for(self, entries: usize) -> Self {
        Self { entries, ..self }
    }

    /// What an earlier scan left of a file, if it is the same file and only grew.
    pub(super) fn load(
        &self,
        source: &SourceFile,
        seen: &Seen,
        file: &mut File,
    ) -> Result<Option<Scanned<Partial>>, StoreError> {
        let path = self.path(source);
        let text = match fs::read_to_string(&path) {
            // A power failure can leave a file that has its name but not yet its content.
            Ok(text) if text.is_empty() => return Ok(None),
            Ok(text) => text,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(StoreError::io("read", &path)(error)),
        };
        let damaged = |why: String| StoreError::Cache { path: path.clone(), why };
        let versioned: Versioned = serde_json::from_str(&text).map_err(|error| damaged(error.to_string()))?;
        if versioned.cache != VERSION {
            return Ok(None);
        }
        let entry: Entry = serde_json::from_str(&text).map_err(|error| damaged(error.to_string()))?;
        entry.partial.check().map_err(|why| damaged(why.to_owned()))?;
        if entry.cursor > entry.size {
            return Err(damaged("its cursor stands behind the end".to_owned()));
        }
        let is_same = seen.identity.as_ref() == Some(&entry.identity);
        let grew = seen.size > entry.size || (seen.size == entry.size && seen.modified == entry.modified);
        // Where the file cannot be read, its scan will say so.
        let continues =
            is_same && grew && tail::digest(file, entry.cursor).is_ok_and(|tail| tail == entry.tail);
        Ok(continues.then(|| Scanned {
            fold: entry.partial,
            reading: entry.reading.of_file(&source.name()),
            model: entry.model,
            cursor: entry.cursor,
            fresh: 0,
            seen: None,
        }))
    }

    /// Remembers a scan, unless the file changed under it.
    pub(super) fn save(
        &self,
        source: &SourceFile,
        scanned: &Scanned<Partial>,
        file: &mut File,
    ) -> Result<(), StoreError> {
        let Some(Seen { identity: Some(identity), size, modified }) = scanned.seen.clone() else {
            return Ok(());
        };
        let Ok(tail) = tail::digest(file, scanned.cursor) else { return Ok(()) };
        let path = self.path(source);
        let entry = Entry {
            cache: VERSION,
            file: source.full_name(),
            identity,
            size,
            modified,
            cursor: scanned.cursor,
            tail,
            model: scanned.model.clone(),
            // What follows the cursor is read again, and what was wrong may be right then.
            reading: Reading {
                unfinished: Spots::default(),
                unread: Unread::default(),
                foreign: Unread::default(),
                ..scanned.reading.clone().of_file("")
            },
            partial: scanned.fold.clone(),
        };
        let text =
            serde_json::to_string(&entry).map_err(|error| StoreError::io("write", &path)(error.into()))?;
        if text.len() > ENTRY_BYTES {
            return Ok(());
        }
        atomic::write_quickly(&path, text.as_bytes())
    }

    /// Forgets the entries written first, where there are more than it has room for.
    ///
    /// # Errors
    ///
    /// The folder cannot be read, or an entry cannot be removed.
    pub fn trim(&self) -> Result<(), StoreError> {
        let listing = fs::read_dir(&self.folder).map_err(StoreError::io("read", &self.folder))?;
        let mut entries: Vec<(u64, PathBuf)> = listing
            .flatten()
            .filter(|entry| entry.path().extension().is_some_and(|extension| extension == "json"))
            .filter_map(|entry| Some((super::identity::modified(&entry.metadata().ok()?), entry.path())))
            .collect();
        entries.sort();
        atomic::remove_abandoned(&self.folder);
        let surplus = entries.len().saturating_sub(self.entries);
        for (_, path) in entries.iter().take(surplus) {
            fs::remove_file(path).map_err(StoreError::io("remove", path))?;
        }
        Ok(())
    }

    fn path(&self, source: &SourceFile) -> PathBuf {
        self.folder.join(format!("{}.json", Digest::of_text(&source.full_name())))
    }
}
