//! A file of texts by key, for what can be made again.
//!
//! It is read whole, and replaced whole by what a run adds. A reader needs no lock, and a writer that is
//! killed, or two at once, leave one of the files that were written. Each line carries its digest, so that
//! damage is a line that is not there, and never another text.

use std::collections::{HashMap, HashSet};
use std::io::Read as _;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::{Lock, StoreError, atomic, open_file};
use crate::digest::Digest;

/// How long another writer is waited for: not as long as it takes to make everything again.
const WAIT: Duration = Duration::from_secs(1);
/// How many characters a digest has.
const DIGEST: usize = 64;

/// The texts of a file, as it was read.
#[derive(Debug, Clone)]
pub(super) struct Kept {
    path: PathBuf,
    /// What the first line begins with: a file of something else is left alone.
    title: &'static str,
    version: u32,
    bytes: Vec<u8>,
    /// Where each line stands in the bytes, without its line feed, by its key.
    lines: HashMap<Box<str>, Range<usize>>,
    /// Whether something stood there that is no line.
    pub(super) is_damaged: bool,
}

impl Kept {
    /// Reads the file at `path`, of which no more than `most` bytes are; one that is missing, or of another
    /// version, has no texts.
    pub(super) fn read(
        path: &Path,
        title: &'static str,
        version: u32,
        most: u64,
    ) -> Result<Self, StoreError> {
        let mut bytes = Vec::new();
        let read = open_file(path).and_then(|file| file.take(most.saturating_add(1)).read_to_end(&mut bytes));
        match read {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                return Err(StoreError::io("read", path)(error));
            }
            _ => {}
        }
        let mut kept =
            Self { path: path.to_owned(), title, version, bytes, lines: HashMap::new(), is_damaged: false };
        let first = memchr::memchr(b'\n', &kept.bytes).map_or(kept.bytes.len(), |end| end + 1);
        let header = kept.bytes.get(..first).unwrap_or_default();
        // A power failure can leave a file that has its name but not yet its content.
        if !kept.bytes.is_empty() && !header.starts_with(title.as_bytes()) {
            return Err(StoreError::Cache { path: path.to_owned() });
        }
        if header == kept.header().as_bytes() {
            kept.index(first);
        }
        Ok(kept)
    }

    fn header(&self) -> String {
        format!("{} {}\n", self.title, self.version)
    }

    /// Finds the lines from `start` on; the last of a key counts.
    fn index(&mut self, mut start: usize) {
        let ends: Vec<usize> = memchr::memchr_iter(b'\n', self.bytes.get(start..).unwrap_or_default())
            .map(|end| start + end)
            .collect();
        for end in ends {
            match self.bytes.get(start..end).and_then(key_of) {
                Some(key) => _ = self.lines.insert(key.into(), start..end),
                None => self.is_damaged = true,
            }
            start = end + 1;
        }
        self.is_damaged |= start < self.bytes.len();
    }

    /// The file.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// The text of a key; an error where it is damaged.
    pub(super) fn get(&self, key: &Digest) -> Result<Option<&str>, StoreError> {
        let Some(line) = self.lines.get(key.as_str()).and_then(|place| self.bytes.get(place.clone())) else {
            return Ok(None);
        };
        let damaged = || StoreError::Cache { path: self.path.clone() };
        let line = std::str::from_utf8(line).map_err(|_| damaged())?;
        let (digest, rest) = line.split_once(' ').ok_or_else(damaged)?;
        if Digest::of_text(rest).as_str() != digest {
            return Err(damaged());
        }
        Ok(rest.split_once(' ').map(|(_, text)| text))
    }

    /// Adds texts, each on one line, to what the file holds by now, and drops those that were written
    /// first until it has no more than `most` bytes.
    pub(super) fn add(&self, texts: &[(Digest, String)], most: u64) -> Result<(), StoreError> {
        atomic::make_folder(atomic::folder_of(&self.path))?;
        let _lock = Lock::take(&self.path, WAIT)?;
        let now = Self::read(&self.path, self.title, self.version, most)?;
        let new: Vec<Vec<u8>> = texts.iter().map(|(key, text)| line_of(key, text)).collect();
        let keys: HashSet<&str> = texts.iter().map(|(key, _)| key.as_str()).collect();
        let mut old: Vec<&Range<usize>> =
            now.lines.iter().filter(|(key, _)| !keys.contains(&***key)).map(|(_, place)| place).collect();
        old.sort_by_key(|place| place.start);
        let old = old.into_iter().map(|place| now.bytes.get(place.clone()).unwrap_or_default());
        let lines: Vec<&[u8]> = old.chain(new.iter().map(Vec::as_slice)).collect();
        let header = self.header();
        let mut size = header.len() as u64;
        // From the last one back, as far as there is room.
        let fits = |line: &&&[u8]| {
            size += line.len() as u64 + 1;
            size <= most
        };
        let kept = lines.iter().rev().take_while(fits).count();
        let mut bytes = header.into_bytes();
        for line in lines.iter().skip(lines.len() - kept) {
            bytes.extend_from_slice(line);
            bytes.push(b'\n');
        }
        atomic::write_quickly(&self.path, &bytes)
    }
}

/// A line: the digest of the rest, the key, the text.
fn line_of(key: &Digest, text: &str) -> Vec<u8> {
    let rest = format!("{key} {text}");
    format!("{} {rest}", Digest::of_text(&rest)).into_bytes()
}

/// The key of a line that has the form of one.
fn key_of(line: &[u8]) -> Option<&str> {
    let is_space = |at| line.get(at) == Some(&b' ');
    let key = line.get(DIGEST + 1..2 * DIGEST + 1)?;
    let has_form = is_space(DIGEST) && is_space(2 * DIGEST + 1) && key.iter().all(u8::is_ascii_hexdigit);
    std::str::from_utf8(key).ok().filter(|_| has_form)
}
