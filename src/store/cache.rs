//! The scan cache: for each session file, where the last scan stopped and what it had counted.
//!
//! A file that only grew is read from there on. One that is another file, is shorter, or has the
//! same size and another time is read afresh, and so is one that was written over: what stands
//! before the cursor, in [`TAIL_BYTES`](super::TAIL_BYTES) bytes, must be what stood there.
//!
//! A cache only ever makes things faster: whatever is wrong with it is kept for [`Cache::close`] to tell,
//! and the sessions are read as if there were none.

use std::fs::File;
use std::path::Path;
use std::sync::Mutex;

use serde::{Deserialize, Serialize};

use super::identity::tail_digest;
use super::kept::Kept;
use super::scan::Seen;
use super::{Identity, Scanned, SourceFile, StoreError};
use crate::digest::Digest;
use crate::evidence::{CountedLines, Reading, Unread};
use crate::metric::Partial;

/// How many bytes a cache has at most, unless told otherwise; what was written first is forgotten first.
pub const CACHE_BYTES: u64 = 256 << 20;
/// How large a session file is that is remembered, unless told otherwise: a smaller one is read again as
/// fast as it is remembered.
pub const SMALLEST: u64 = 16 << 10;
/// What the cache's file is called, and begins with.
const NAME: &str = "scans";
const TITLE: &str = "fabric-rules scan cache";
/// The version of the file. One of another version is as good as none.
const VERSION: u32 = 3;

/// What earlier scans left, and what this run leaves.
#[derive(Debug)]
pub struct Cache {
    /// `None` where it cannot be read.
    kept: Option<Kept>,
    /// What is to be remembered, until the end of the run.
    new: Mutex<Vec<(Digest, String)>>,
    trouble: Mutex<Option<StoreError>>,
    room: u64,
    smallest: u64,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    /// The name of the session file, for whoever looks into the cache.
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

impl Cache {
    /// The cache in a folder, which is made at the end where it is missing.
    pub fn open(folder: &Path) -> Self {
        let (kept, trouble) = match Kept::read(&Self::file(folder), TITLE, VERSION, CACHE_BYTES) {
            Ok(kept) => (Some(kept), None),
            Err(error) => (None, Some(error)),
        };
        let trouble = Mutex::new(trouble);
        Self { kept, new: Mutex::default(), trouble, room: CACHE_BYTES, smallest: SMALLEST }
    }

    /// The file of the cache in a folder.
    pub fn file(folder: &Path) -> std::path::PathBuf {
        folder.join(NAME)
    }

    /// The same with room for another number of bytes.
    #[must_use]
    pub fn with_room_for(self, room: u64) -> Self {
        Self { room: room.min(CACHE_BYTES), ..self }
    }

    /// The same for session files from another size on; from 0 on, whether that is worth it or not.
    #[must_use]
    pub fn remembering_from(self, smallest: u64) -> Self {
        Self { smallest, ..self }
    }

    /// What an earlier scan left of a file, if it is the same file and only grew.
    pub(super) fn load(&self, source: &SourceFile, seen: &Seen, file: &mut File) -> Option<Scanned<Partial>> {
        let kept = self.kept.as_ref().filter(|_| seen.size >= self.smallest)?;
        let text = kept.get(&key(source)).unwrap_or_else(|error| {
            self.note(error);
            None
        })?;
        let entry: Entry = serde_json::from_str(text).ok()?;
        let is_sound = entry.partial.check().is_ok() && entry.cursor <= entry.size;
        let is_same = seen.identity.as_ref() == Some(&entry.identity) && entry.file == source.full_name();
        let grew = seen.size > entry.size || (seen.size == entry.size && seen.modified == entry.modified);
        // Where the file cannot be read, its scan will say so.
        let continues = is_sound
            && is_same
            && grew
            && tail_digest(file, entry.cursor).is_ok_and(|tail| tail == entry.tail);
        let is_current = seen.size == entry.size;
        continues.then(|| Scanned {
            fold: entry.partial,
            reading: entry.reading.of_file(&source.name()),
            model: entry.model,
            cursor: entry.cursor,
            fresh: 0,
            seen: None,
            is_kept: is_current,
        })
    }

    /// Remembers a scan, unless the file changed under it.
    pub(super) fn save(&self, source: &SourceFile, scanned: &Scanned<Partial>, file: &mut File) {
        let Some(Seen { identity: Some(identity), size, modified }) = scanned.seen.clone() else { return };
        if self.kept.is_none() || scanned.is_kept || size < self.smallest {
            return;
        }
        let Ok(tail) = tail_digest(file, scanned.cursor) else { return };
        let entry = Entry {
            file: source.full_name(),
            identity,
            size,
            modified,
            cursor: scanned.cursor,
            tail,
            model: scanned.model.clone(),
            // What follows the cursor is read again, and what was wrong may be right then.
            reading: Reading {
                unfinished: CountedLines::default(),
                unread: Unread::default(),
                foreign: Unread::default(),
                ..scanned.reading.clone().of_file("")
            },
            partial: scanned.fold.clone(),
        };
        let Ok(text) = serde_json::to_string(&entry) else { return };
        // What is nearly as long as the session is not read any faster.
        let is_worth_it = self.smallest == 0 || text.len() as u64 <= scanned.cursor / 2;
        if let Some(mut new) = self.new.lock().ok().filter(|_| is_worth_it) {
            new.push((key(source), text));
        }
    }

    /// Writes what is to be remembered. Gives what was wrong with the cache, the first thing of all.
    pub fn close(self) -> Option<StoreError> {
        let mut new = self.new.into_inner().unwrap_or_default();
        // Threads add in any order, and the same run is to give the same file.
        new.sort();
        let trouble = self.trouble.into_inner().unwrap_or_default();
        let Some(kept) = self.kept else { return trouble };
        let damaged = kept.is_damaged.then(|| StoreError::Cache { path: kept.path().to_owned() });
        let trouble = trouble.or(damaged);
        if new.is_empty() && trouble.is_none() {
            return None;
        }
        let added = kept.add(&new, self.room);
        trouble.or(added.err())
    }

    fn note(&self, error: StoreError) {
        if let Ok(mut trouble) = self.trouble.lock() {
            trouble.get_or_insert(error);
        }
    }
}

fn key(source: &SourceFile) -> Digest {
    Digest::of_text(&source.full_name())
}
