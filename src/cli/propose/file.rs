//! The file that proposals are added to, for a person to read.

use std::collections::HashSet;
use std::fs::{File, OpenOptions};
use std::io::{Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

use crate::cli::exit::Fault;
use crate::diagnostic::Diagnostic;
use crate::store::path_name;

/// A file of JSON Lines. A run adds each proposal once, in a write of its own.
pub(super) struct ProposalFile {
    path: PathBuf,
    file: File,
    added: HashSet<String>,
}

impl ProposalFile {
    /// Opens a file to add to, or makes it.
    pub(super) fn open(path: &Path) -> Result<Self, Fault> {
        let fault = |error: std::io::Error| cannot_write(path, &error);
        let mut file = OpenOptions::new().read(true).append(true).create(true).open(path).map_err(fault)?;
        // A line that was torn keeps to itself.
        if file.seek(SeekFrom::End(0)).map_err(fault)? > 0 {
            let mut last = [0];
            file.seek(SeekFrom::End(-1)).map_err(fault)?;
            file.read_exact(&mut last).map_err(fault)?;
            if last != *b"\n" {
                file.write_all(b"\n").map_err(fault)?;
            }
        }
        Ok(Self { path: path.to_owned(), file, added: HashSet::new() })
    }

    /// Adds a proposal, if this run has not yet.
    pub(super) fn add(&mut self, proposal: &str) -> Result<(), Fault> {
        if !self.added.insert(proposal.to_owned()) {
            return Ok(());
        }
        self.file
            .write_all(format!("{proposal}\n").as_bytes())
            .map_err(|error| cannot_write(&self.path, &error))
    }
}

fn cannot_write(path: &Path, error: &std::io::Error) -> Fault {
    let message = format!("`{}` cannot be written: {error}", path_name(path));
    Diagnostic::error("propose::cannot-write", message).into()
}
