//! Which session files there are below the paths that a person names.

use std::collections::HashSet;
use std::fs::Metadata;
use std::path::{Path, PathBuf};

use walkdir::WalkDir;

use super::identity::modified;
use super::{Identity, NO_FILE, path_name};
use crate::evidence::Unread;

/// How deep folders are searched.
const DEPTH: usize = 64;

/// A session file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceFile {
    /// Where it is.
    pub path: PathBuf,
    /// Its size in bytes when it was found.
    pub size: u64,
    /// When it was last changed, in nanoseconds since 1970.
    pub modified: u64,
}

impl SourceFile {
    /// The path as text, by [`path_name()`].
    pub fn name(&self) -> String {
        path_name(&self.path)
    }

    /// The name that the file keeps wherever the program is run.
    pub fn full_name(&self) -> String {
        std::path::absolute(&self.path).map_or_else(|_| self.name(), |path| path_name(&path))
    }
}

/// Session files, and what stood among them that is none.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Sources {
    /// The files by path, each once, however many paths lead to it.
    pub files: Vec<SourceFile>,
    /// What cannot be read.
    pub unread: Unread,
    /// Paths that were named and lead nowhere, or to no file or folder.
    pub missing: Vec<PathBuf>,
}

/// Finds the files that `paths` name, and all files ending in `.jsonl` in folders that they name.
///
/// Symbolic links are followed; one that leads back to a folder around it is noted and left. Pipes,
/// sockets and devices are noted and never opened, because opening one can wait forever.
pub fn sources<P: AsRef<Path>>(paths: &[P]) -> Sources {
    let mut found = Sources::default();
    let mut seen = HashSet::new();
    for path in paths {
        let path = path.as_ref();
        match std::fs::metadata(path) {
            Ok(metadata) if metadata.is_dir() => found.walk(path, &mut seen),
            Ok(metadata) if metadata.is_file() => found.add(path, &metadata, &mut seen),
            Ok(_) => found.miss(path, NO_FILE),
            Err(error) => found.miss(path, &error.to_string()),
        }
    }
    found.files.sort_by(|a, b| a.path.cmp(&b.path));
    found
}

impl Sources {
    fn walk(&mut self, folder: &Path, seen: &mut HashSet<Identity>) {
        for entry in WalkDir::new(folder).follow_links(true).max_depth(DEPTH) {
            let entry = match entry {
                Ok(entry) => entry,
                Err(error) => {
                    let path = path_name(error.path().unwrap_or(folder));
                    let why = match (error.loop_ancestor(), error.io_error()) {
                        (Some(folder), _) => {
                            format!("a symbolic link that leads back to `{}`", path_name(folder))
                        }
                        (None, Some(error)) => error.to_string(),
                        (None, None) => error.to_string(),
                    };
                    self.unread.note(path, why);
                    continue;
                }
            };
            if entry.path().extension().is_none_or(|extension| extension != "jsonl") {
                continue;
            }
            match entry.metadata() {
                Ok(metadata) if metadata.is_file() => self.add(entry.path(), &metadata, seen),
                Ok(metadata) if metadata.is_dir() => {}
                Ok(_) => self.unread.note(path_name(entry.path()), NO_FILE),
                Err(error) => self.unread.note(path_name(entry.path()), error.to_string()),
            }
        }
    }

    fn add(&mut self, path: &Path, metadata: &Metadata, seen: &mut HashSet<Identity>) {
        if Identity::of(metadata).is_none_or(|identity| seen.insert(identity)) {
            self.files.push(SourceFile {
                path: path.to_owned(),
                size: metadata.len(),
                modified: modified(metadata),
            });
        }
    }

    fn miss(&mut self, path: &Path, why: &str) {
        self.unread.note(path_name(path), why);
        self.missing.push(path.to_owned());
    }
}
