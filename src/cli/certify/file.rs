//! The file that the report is written to too.

use std::path::{Path, PathBuf};

use super::Certify;
use crate::cli::exit::Fault;
use crate::cli::store::store_fault;
use crate::diagnostic::Diagnostic;
use crate::store::{artifact_path, path_name, sources, write_atomically};

/// A fault where writing to `path` would replace something that is read.
pub(super) fn ensure_no_input(path: &Path, args: &Certify) -> Result<(), Fault> {
    let Ok(file) = path.canonicalize() else { return Ok(()) };
    let named: Vec<&PathBuf> = args.sessions.iter().filter(|path| path.as_os_str() != "-").collect();
    let sessions = sources(&named).files.into_iter().map(|source| source.path);
    let stored = args.trial.then(|| artifact_path(&args.store)).filter(|_| args.artifact.is_none());
    let mut inputs = sessions.chain(args.surface.clone()).chain(args.artifact.clone()).chain(stored);
    // A terminal may well be read and written.
    if !file.is_file() || !inputs.any(|input| input.canonicalize().is_ok_and(|input| input == file)) {
        return Ok(());
    }
    let message = format!("`{}` is one of the inputs", path_name(path));
    Err(Diagnostic::error("certify::replaces-input", message).help("give `--json` another file").into())
}

/// Writes a file so that whoever reads it finds it whole.
pub(super) fn write(path: &Path, text: &str) -> Result<(), Fault> {
    let is_device = std::fs::metadata(path).is_ok_and(|metadata| !metadata.is_file() && !metadata.is_dir());
    if !is_device {
        write_atomically(path, text.as_bytes()).map_err(|error| store_fault(&error))?;
        return Ok(());
    }
    // A device or a pipe is written to, not replaced.
    std::fs::write(path, text).map_err(|error| {
        let message = format!("`{}` cannot be written: {error}", path_name(path));
        Diagnostic::error("cli::cannot-write", message).into()
    })
}
