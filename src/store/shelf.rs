//! Derived answers on a disk: the shelf of a [derivation cache](crate::cache), in an embedded store.
//!
//! Each answer stands behind the digest of its key and itself, so that damage is an answer that is not there,
//! and never another one: it is derived and written again, and the others serve as before. Answers are written
//! a batch at a time, and what a killed run had not written is derived again. The embedded store trusts the
//! rest of its file and panics where that is damaged: here it is a fault like any other, after which the file
//! goes, and the next run begins another one.
//! Whatever is wrong with the file is kept for [`DerivedFile::close`] to tell, and the answers are worked out
//! as if there were none.

use std::cell::Cell;
use std::fmt;
use std::fs::File;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock};

use redb::{Database, DatabaseError, ReadableDatabase as _, ReadableTable as _, TableDefinition};

use super::StoreError;
use super::opening::must_be_file;
use crate::cache::{Key, Shelf};
use crate::digest::Digest;

/// What the file is called.
const NAME: &str = "derived.redb";
/// How many bytes of answers it holds at most; what was written first is forgotten first.
pub const DERIVED_BYTES: u64 = 256 << 20;
/// How many answers are written at once, and how many bytes of them at most wait for that.
const BATCH: usize = 1000;
const BATCH_BYTES: usize = 8 << 20;
/// How much of the file is held in memory.
const IN_MEMORY: usize = 16 << 20;
/// How many characters a digest has.
const DIGEST: usize = 64;

/// Answers by key, each with its number and behind the digest of its text: as bytes, which may be damaged.
const ANSWERS: TableDefinition<'_, &[u8], (u64, &[u8])> = TableDefinition::new("answers");
/// The keys by the numbers of their answers: the oldest first.
const ORDER: TableDefinition<'_, u64, &[u8]> = TableDefinition::new("order");
/// How many bytes all answers have.
const SIZE: TableDefinition<'_, &str, u64> = TableDefinition::new("size");

/// A file of derived answers. Cheap to clone; clones are one file.
#[derive(Clone)]
pub struct DerivedFile(Arc<Inner>);

struct Inner {
    path: PathBuf,
    /// Nothing where it cannot be used, or no more.
    database: RwLock<Option<Database>>,
    room: u64,
    waiting: Mutex<Vec<(Key, String)>>,
    /// How many answers were damaged.
    damaged: AtomicU64,
    trouble: Mutex<Option<StoreError>>,
}

impl DerivedFile {
    /// The file in a folder. Both are made where they are missing.
    pub fn open(folder: &Path) -> Self {
        Self::open_with(folder, DERIVED_BYTES)
    }

    /// The same with room for another number of bytes.
    pub fn open_with(folder: &Path, room: u64) -> Self {
        let path = Self::file(folder);
        let opened = std::fs::create_dir_all(folder)
            .map_err(StoreError::io("make", folder))
            .and_then(|()| guarded(&path, || open(&path)));
        let (database, trouble) = match opened {
            Ok(database) => (Some(database), None),
            Err(trouble) => (None, Some(trouble)),
        };
        let (database, trouble) = (RwLock::new(database), Mutex::new(trouble));
        let (waiting, damaged) = (Mutex::default(), AtomicU64::new(0));
        Self(Arc::new(Inner { path, database, room, waiting, damaged, trouble }))
    }

    /// Where the file stands in a folder.
    pub fn file(folder: &Path) -> PathBuf {
        folder.join(NAME)
    }

    /// Writes what waits to be written.
    ///
    /// # Errors
    ///
    /// The first thing that went wrong since the file was opened. The answers were right all the same.
    pub fn close(&self) -> Result<(), StoreError> {
        let waiting = std::mem::take(&mut *held(&self.0.waiting));
        self.write(waiting);
        let answers = self.0.damaged.swap(0, Ordering::Relaxed);
        let damaged = (answers > 0).then(|| StoreError::Answers { path: self.0.path.clone(), answers });
        match held(&self.0.trouble).take().or(damaged) {
            Some(trouble) => Err(trouble),
            None => Ok(()),
        }
    }

    fn write(&self, answers: Vec<(Key, String)>) {
        if !answers.is_empty() {
            self.used(|database| write(database, answers, self.0.room));
        }
    }

    /// What comes of using the database. After a fault it is not used any more.
    fn used<T>(&self, run: impl FnOnce(&Database) -> Result<T, redb::Error>) -> Option<T> {
        let path = &self.0.path;
        let result = {
            let database = self.0.database.read().unwrap_or_else(PoisonError::into_inner);
            let database = database.as_ref()?;
            guarded(path, || run(database).map_err(|error| fault(path, error)))
        };
        result.map_err(|trouble| self.give_up(trouble)).ok()
    }

    fn give_up(&self, trouble: StoreError) {
        let is_damaged = matches!(trouble, StoreError::Derived { .. });
        held(&self.0.trouble).get_or_insert(trouble);
        let database = self.0.database.write().unwrap_or_else(PoisonError::into_inner).take();
        let is_ours = database.is_some();
        put_away(&self.0.path, database);
        if is_ours && is_damaged {
            // Where it cannot be removed, the next run says this again.
            let _ = std::fs::remove_file(&self.0.path);
        }
    }
}

impl Shelf for DerivedFile {
    fn take(&self, key: &Key) -> Option<String> {
        let sealed = self.used(|database| read(database, key))??;
        let answer = unsealed(key, sealed);
        self.0.damaged.fetch_add(u64::from(answer.is_none()), Ordering::Relaxed);
        answer
    }

    fn put(&self, key: &Key, answer: String) {
        let full = {
            let mut waiting = held(&self.0.waiting);
            waiting.push((key.clone(), answer));
            let bytes: usize = waiting.iter().map(|(_, answer)| answer.len()).sum();
            let is_full = waiting.len() >= BATCH || bytes >= BATCH_BYTES;
            if is_full { std::mem::take(&mut *waiting) } else { Vec::new() }
        };
        self.write(full);
    }
}

impl fmt::Debug for DerivedFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("DerivedFile").field(&self.0.path).finish()
    }
}

impl Drop for Inner {
    fn drop(&mut self) {
        let database = self.database.write().unwrap_or_else(PoisonError::into_inner).take();
        put_away(&self.path, database);
    }
}

thread_local! {
    /// Whether a panic on this thread is caught and told as a fault.
    static IS_GUARDED: Cell<bool> = const { Cell::new(false) };
}

/// Whether a panic on this thread is caught here, and told as a fault: nobody has to hear of it twice.
pub fn is_guarded() -> bool {
    IS_GUARDED.get()
}

/// What `run` gives. A panic is a damaged file.
fn guarded<T>(path: &Path, run: impl FnOnce() -> Result<T, StoreError>) -> Result<T, StoreError> {
    let before = IS_GUARDED.replace(true);
    // Whatever is half done then is not used again.
    let result = catch_unwind(AssertUnwindSafe(run));
    IS_GUARDED.set(before);
    result.unwrap_or_else(|_| Err(StoreError::Derived { path: path.to_owned() }))
}

/// Closes the database, which may find out only then that its file is damaged.
fn put_away(path: &Path, database: Option<Database>) {
    // What went wrong before is told already, and what is closed is written.
    let _ = guarded(path, || {
        drop(database);
        Ok(())
    });
}

/// What stands before an answer.
fn seal(key: &Key, answer: &str) -> Digest {
    Digest::of_text(&format!("{}{answer}", key.as_str()))
}

/// The answer behind its seal; nothing where one of both is damaged.
fn unsealed(key: &Key, sealed: Vec<u8>) -> Option<String> {
    let text = String::from_utf8(sealed).ok()?;
    let (digest, answer) = text.split_at_checked(DIGEST)?;
    (*digest == *seal(key, answer).as_str()).then(|| answer.to_owned())
}

/// Nothing behind these locks is half done where a thread could stop.
fn held<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn open(path: &Path) -> Result<Database, StoreError> {
    // What it holds may say what tools a person has: it is for its owner alone.
    let mut options = File::options();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    match options.write(true).create_new(true).open(path) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            let kind = std::fs::metadata(path).map(|metadata| metadata.file_type());
            kind.and_then(must_be_file).map_err(StoreError::io("open", path))?;
        }
        made => drop(made.map_err(StoreError::io("make", path))?),
    }
    let database = Database::builder().set_cache_size(IN_MEMORY).create(path);
    let database = database.map_err(|error| match error {
        DatabaseError::DatabaseAlreadyOpen => StoreError::Busy { path: path.to_owned() },
        error => fault(path, error.into()),
    })?;
    // Tables have to be there to be read.
    let made = || {
        let writing = database.begin_write()?;
        writing.open_table(ANSWERS)?;
        writing.open_table(ORDER)?;
        writing.open_table(SIZE)?;
        writing.commit()?;
        Ok(())
    };
    made().map_err(|error| fault(path, error))?;
    Ok(database)
}

fn fault(path: &Path, error: redb::Error) -> StoreError {
    match error {
        redb::Error::Io(source) => StoreError::Io { action: "use", path: path.to_owned(), source },
        _ => StoreError::Derived { path: path.to_owned() },
    }
}

fn read(database: &Database, key: &Key) -> Result<Option<Vec<u8>>, redb::Error> {
    let answers = database.begin_read()?.open_table(ANSWERS)?;
    let found = answers.get(key.as_str().as_bytes())?;
    Ok(found.map(|found| found.value().1.to_owned()))
}

fn write(database: &Database, answers: Vec<(Key, String)>, room: u64) -> Result<(), redb::Error> {
    let writing = database.begin_write()?;
    {
        let mut table = writing.open_table(ANSWERS)?;
        let mut order = writing.open_table(ORDER)?;
        let mut sizes = writing.open_table(SIZE)?;
        let mut size = sizes.get("bytes")?.map_or(0, |size| size.value());
        let mut next = order.last()?.map_or(0, |(number, _)| number.value().saturating_add(1));
        for (key, answer) in answers {
            let text = format!("{}{answer}", seal(&key, &answer));
            if text.len() as u64 > room {
                continue;
            }
            let key = key.as_str().as_bytes();
            let before = table.insert(key, (next, text.as_bytes()))?;
            let before = before.map(|before| (before.value().0, before.value().1.len() as u64));
            if let Some((number, length)) = before {
                order.remove(number)?;
                size = size.saturating_sub(length);
            }
            order.insert(next, key)?;
            size = size.saturating_add(text.len() as u64);
            next = next.saturating_add(1);
        }
        while size > room {
            let Some(oldest) = order.pop_first()?.map(|(_, key)| key.value().to_owned()) else { break };
            let gone = table.remove(oldest.as_slice())?.map_or(0, |gone| gone.value().1.len() as u64);
            size = size.saturating_sub(gone);
        }
        sizes.insert("bytes", size)?;
    }
    writing.commit()?;
    Ok(())
}
