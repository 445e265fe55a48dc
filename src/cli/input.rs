//! Files, folders and standard input.
//!
//! What cannot be read is told with a reason and what to do; nothing is guessed. A folder stands for
//! the files below it that have the extension asked for, sorted by path; links to folders are not
//! followed, so that no folder is read for ever.

use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use super::exit::Fault;
use crate::diagnostic::{Diagnostic, Source};
use crate::span::Span;
use crate::store::{open_file, path_name};

/// One thing to read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Input {
    /// `-`
    Stdin,
    /// A file.
    File(PathBuf),
}

impl Input {
    /// What a person calls it.
    pub(super) fn name(&self) -> String {
        match self {
            Self::Stdin => "<stdin>".to_owned(),
            Self::File(path) => path_name(path),
        }
    }

    /// The file.
    pub(super) fn path(&self) -> Option<&Path> {
        match self {
            Self::Stdin => None,
            Self::File(path) => Some(path),
        }
    }

    /// How many bytes it has, as far as that is known.
    pub(super) fn size(&self) -> Option<u64> {
        match self {
            Self::Stdin => None,
            Self::File(path) => fs::metadata(path).ok().map(|metadata| metadata.len()),
        }
    }

    /// Opens it for reading.
    pub(super) fn open(&self) -> Result<Box<dyn Read + Send>, Diagnostic> {
        match self {
            Self::Stdin => Ok(Box::new(io::stdin())),
            Self::File(path) => match open_file(path) {
                Ok(file) => Ok(Box::new(file)),
                Err(error) => Err(unreadable(&self.name(), &error)),
            },
        }
    }

    /// Reads it whole, up to `most` bytes.
    pub(super) fn bytes(&self, most: usize) -> Result<Vec<u8>, Fault> {
        let name = self.name();
        let mut bytes = Vec::new();
        let mut reader = self.open()?.take(most as u64 + 1);
        reader.read_to_end(&mut bytes).map_err(|error| unreadable(&name, &error))?;
        if bytes.len() > most {
            let message = format!("`{name}` is larger than the {} MiB that are read", most >> 20);
            return Err(Diagnostic::error("input::too-large", message).into());
        }
        Ok(bytes)
    }

    /// Reads it whole, as text, up to `most` bytes.
    pub(super) fn read(&self, most: usize) -> Result<Source, Fault> {
        let (name, bytes) = (self.name(), self.bytes(most)?);
        if bytes.iter().all(u8::is_ascii_whitespace) {
            return Err(Diagnostic::error("input::empty", format!("`{name}` is empty")).into());
        }
        match String::from_utf8(bytes) {
            Ok(text) if text.starts_with('\u{feff}') => {
                let message = format!("`{name}` starts with a byte order mark");
                let help = "save it as UTF-8 without one";
                Err(Diagnostic::error("input::byte-order-mark", message).help(help).into())
            }
            Ok(text) => Ok(Source { name, text }),
            Err(error) => Err(not_utf8(name, error.as_bytes(), error.utf8_error().valid_up_to())),
        }
    }
}

/// The inputs that `paths` stand for; for folders, the files below them with this extension.
pub(super) fn expand(paths: &[PathBuf], extension: &str) -> Result<Vec<Input>, Fault> {
    let (inputs, faults) = expand_all(paths, extension);
    if faults.is_empty() { Ok(inputs) } else { Err(Fault::Wrong(faults, Vec::new())) }
}

/// The same, with what is wrong with some paths beside what the others stand for.
pub(super) fn expand_all(paths: &[PathBuf], extension: &str) -> (Vec<Input>, Vec<Diagnostic>) {
    let mut inputs = Vec::new();
    let mut faults = Vec::new();
    for path in paths {
        if path.as_os_str() == "-" {
            inputs.push(Input::Stdin);
            continue;
        }
        match expand_one(path, extension) {
            Ok(files) => inputs.extend(files.into_iter().map(Input::File)),
            Err(diagnostic) => faults.push(diagnostic),
        }
    }
    (inputs, faults)
}

/// The one file that `path` must be.
pub(super) fn file(path: &Path) -> Result<Input, Fault> {
    if path.as_os_str() == "-" {
        return Ok(Input::Stdin);
    }
    let name = path_name(path);
    match fs::metadata(path) {
        Ok(metadata) if metadata.is_dir() => {
            let message = format!("`{name}` is a folder where a file is meant");
            Err(Diagnostic::error("input::folder", message).into())
        }
        Ok(metadata) if !metadata.is_file() => Err(no_file(&name).into()),
        Ok(_) => Ok(Input::File(path.to_owned())),
        Err(error) => Err(unreadable(&name, &error).into()),
    }
}

fn expand_one(path: &Path, extension: &str) -> Result<Vec<PathBuf>, Diagnostic> {
    let name = path_name(path);
    let metadata = fs::metadata(path).map_err(|error| unreadable(&name, &error))?;
    match (metadata.is_dir(), metadata.is_file()) {
        (true, _) => {}
        (_, true) => return Ok(vec![path.to_owned()]),
        _ => return Err(no_file(&name)),
    }
    let mut files = Vec::new();
    collect(path, extension, &mut files)?;
    files.sort();
    if files.is_empty() {
        let message = format!("no `*.{extension}` file stands in `{name}` or below it");
        return Err(Diagnostic::error("input::empty-folder", message));
    }
    Ok(files)
}

fn collect(folder: &Path, extension: &str, files: &mut Vec<PathBuf>) -> Result<(), Diagnostic> {
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        let fault = |error: io::Error| unreadable(&path_name(&folder), &error);
        for entry in fs::read_dir(&folder).map_err(fault)? {
            let entry = entry.map_err(fault)?;
            let path = entry.path();
            if entry.file_type().map_err(fault)?.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|found| found == extension) && path.is_file() {
                files.push(path);
            }
        }
    }
    Ok(())
}

/// A pipe, a socket or a device, which could keep its reader waiting for ever.
fn no_file(name: &str) -> Diagnostic {
    let message = format!("`{name}` cannot be read: it is a pipe or a device, neither a file nor a folder");
    Diagnostic::error("input::no-file", message).help("give it on standard input, as `-`")
}

/// What cannot be opened or read, and why.
pub(super) fn unreadable(name: &str, error: &io::Error) -> Diagnostic {
    match error.kind() {
        io::ErrorKind::NotFound => Diagnostic::error("input::missing", format!("`{name}` does not exist")),
        io::ErrorKind::IsADirectory => {
            Diagnostic::error("input::folder", format!("`{name}` is a folder where a file is meant"))
        }
        _ => Diagnostic::error("input::unreadable", format!("`{name}` cannot be read: {error}")),
    }
}

/// The place of the first bytes that are no UTF-8, shown with the text up to the end of their line.
fn not_utf8(name: String, bytes: &[u8], at: usize) -> Fault {
    let rest = bytes.get(at..).unwrap_or_default();
    let line = rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len());
    let text = String::from_utf8_lossy(bytes.get(..at + line).unwrap_or(bytes)).into_owned();
    let message = format!("`{name}` is not valid UTF-8");
    let span = Span::new(at, at + char::REPLACEMENT_CHARACTER.len_utf8());
    let diagnostic = Diagnostic::error("input::not-utf8", message)
        .label(0, span, format!("byte {at} does not fit"))
        .help("save it as UTF-8");
    Fault::Wrong(vec![diagnostic], vec![Source { name, text }])
}
