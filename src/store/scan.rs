//! One file's lines become records.

use std::fs::{File, Metadata};
use std::io::{self, Read, Seek as _, SeekFrom};

use super::identity::modified;
use super::{Block, Blocks, Cache, Identity, SourceFile, open_file};
use crate::evidence::{Fold, Reading, Session};
use crate::metric::Partial;

/// A file that was scanned, from its beginning or from where an earlier scan stopped.
#[derive(Debug, Clone, PartialEq)]
pub struct Scanned<F> {
    /// What was kept of all records up to the cursor.
    pub fold: F,
    /// What was read, up to the cursor, and what follows it.
    pub reading: Reading,
    /// The model in force at the cursor.
    pub model: Option<Box<str>>,
    /// The place after the last whole line.
    pub cursor: u64,
    /// How many bytes this scan read; the others were read by an earlier one.
    pub fresh: u64,
    /// The file; `None` where it changed while it was read, so that its cursor means nothing.
    pub seen: Option<Seen>,
    /// Whether the cache remembers just this already.
    pub(super) is_kept: bool,
}

/// A file as it was when it was opened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seen {
    /// Which file; `None` on systems where that cannot be told.
    pub identity: Option<Identity>,
    /// Its size in bytes.
    pub size: u64,
    /// When it was changed, in nanoseconds since 1970.
    pub modified: u64,
}

impl Seen {
    fn of(metadata: &Metadata) -> Self {
        Self { identity: Identity::of(metadata), size: metadata.len(), modified: modified(metadata) }
    }
}

impl<F> Scanned<F> {
    /// Nothing scanned yet.
    pub fn new(fold: F) -> Self {
        Self {
            fold,
            reading: Reading::default(),
            model: None,
            cursor: 0,
            fresh: 0,
            seen: None,
            is_kept: false,
        }
    }
}

/// Scans files, and tells how many bytes went by.
#[derive(Clone, Copy)]
pub struct Scanner<'s> {
    progress: &'s (dyn Fn(u64) + Sync),
}

impl<'s> Scanner<'s> {
    /// A scanner that calls `progress` with the bytes that went by since the last call.
    pub fn new(progress: &'s (dyn Fn(u64) + Sync)) -> Self {
        Self { progress }
    }

    /// Scans a whole file.
    ///
    /// A file that cannot be read, or not whole, is noted in the reading; what came before counts.
    pub fn file<F: Fold>(&self, source: &SourceFile, fold: F) -> Scanned<F> {
        self.continued(source, fold, |_, _| None).0
    }

    /// Scans a file from where the scan that the cache remembers stopped, and has the cache remember
    /// this one.
    pub fn cached(&self, source: &SourceFile, cache: &Cache) -> Scanned<Partial> {
        let load = |file: &mut File, seen: &Seen| cache.load(source, seen, file);
        let (scanned, file) = self.continued(source, Partial::default(), load);
        if let Some(mut file) = file {
            cache.save(source, &scanned, &mut file);
        }
        scanned
    }

    /// Scans a stream. It has no later, so a last line without a line feed is a line too.
    pub fn reader<F: Fold>(&self, mut reader: impl Read, name: &str, fold: F) -> Scanned<F> {
        let mut scanned = Scanned::new(fold);
        scanned.reading.files = 1;
        if let Err(error) = self.stream(&mut reader, name, &mut scanned, true) {
            scanned.reading.unread.note(name, error.to_string());
        }
        scanned
    }

    /// Scans a file from where an earlier scan stopped, and gives the file too, while it is open.
    fn continued<F: Fold>(
        &self,
        source: &SourceFile,
        fold: F,
        earlier: impl FnOnce(&mut File, &Seen) -> Option<Scanned<F>>,
    ) -> (Scanned<F>, Option<File>) {
        let name = source.name();
        let mut scanned = Scanned::new(fold);
        let opened = open_file(&source.path).and_then(|file| Ok((Seen::of(&file.metadata()?), file)));
        let (seen, mut file) = match opened {
            Ok(opened) => opened,
            Err(error) => {
                scanned.reading.unread.note(name, error.to_string());
                return (scanned, None);
            }
        };
        if let Some(earlier) = earlier(&mut file, &seen) {
            scanned = earlier;
        }
        scanned.reading.files = 1;
        // Only what was there when the file was opened: one that grows as fast as it is read ends too.
        let rest = seen.size.saturating_sub(scanned.cursor);
        let result = file
            .seek(SeekFrom::Start(scanned.cursor))
            .and_then(|_| self.stream(&mut (&file).take(rest), &name, &mut scanned, false))
            .and_then(|()| unchanged(source, &file, &seen));
        match result {
            Ok(None) => scanned.seen = Some(seen),
            Ok(Some(change)) => scanned.reading.unread.note(name, change),
            Err(error) => scanned.reading.unread.note(name, error.to_string()),
        }
        (scanned, Some(file))
    }

    fn stream<F: Fold>(
        &self,
        reader: &mut impl Read,
        name: &str,
        scanned: &mut Scanned<F>,
        is_all: bool,
    ) -> io::Result<()> {
        let mut blocks = Blocks::new(reader);
        let mut session = Session::resume(name, scanned.model.take(), std::mem::take(&mut scanned.reading));
        let result = loop {
            let before = blocks.passed();
            match blocks.next_block() {
                Err(error) => break Err(error),
                Ok(Block::Lines(text)) => {
                    session.read(lines(text), |record| scanned.fold.record(record));
                }
                Ok(Block::Oversized { ended }) if ended || is_all => session.pass_oversized(),
                Ok(Block::Oversized { .. }) => session.leave_unfinished(),
                Ok(Block::End(rest)) => {
                    let is_blank = rest.iter().all(u8::is_ascii_whitespace);
                    if is_all && !is_blank {
                        session.read([rest], |record| scanned.fold.record(record));
                    } else if !is_blank {
                        session.leave_unfinished();
                    }
                    break Ok(());
                }
            }
            (self.progress)(blocks.passed() - before);
        };
        scanned.fresh = blocks.passed();
        scanned.cursor += blocks.passed();
        scanned.model = session.model().map(Box::from);
        scanned.reading = session.into_reading().ended(name);
        scanned.reading.bytes = scanned.cursor;
        result
    }
}

/// What happened to a file while it was read, beside growing.
fn unchanged(source: &SourceFile, file: &File, seen: &Seen) -> io::Result<Option<&'static str>> {
    if file.metadata()?.len() < seen.size {
        return Ok(Some("it shrank while it was read"));
    }
    let there = std::fs::metadata(&source.path).ok().map(|metadata| Identity::of(&metadata));
    Ok((there.as_ref() != Some(&seen.identity)).then_some("it was replaced while it was read"))
}

/// The lines of a block, each of which ends with a line feed.
fn lines(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut start = 0;
    memchr::memchr_iter(b'\n', text).map(move |end| {
        let line = text.get(start..end).unwrap_or_default();
        start = end + 1;
        line
    })
}
