//! The files that a command writes: none is one of those that it reads, and no two are the same.
//!
//! What a file is is told by the file itself, not by its name: links of either kind lead to the same one.
//! [`distinct`] is asked before anything is written; [`write`] is how a result gets into its file.

use std::collections::HashMap;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use clap::builder::{PathBufValueParser, TypedValueParser};

use super::console::Console;
use super::exit::Fault;
use super::store::store_fault;
use crate::diagnostic::{Diagnostic, Severity};
use crate::store::{Identity, path_name, sources, write_result};

/// Reads the name of something that is written, which standard output is not.
pub(super) fn named() -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().try_map(|path| match path.as_os_str() == "-" {
        false => Ok(path),
        true => Err("`-` is standard output, which has the report already; name a file"),
    })
}

/// Something that a command reads or writes, and the option that names it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Role<'p> {
    /// The option, or what a person calls it.
    pub(super) option: &'static str,
    /// Where it is.
    pub(super) path: &'p Path,
}

impl Role<'_> {
    /// The fault that writing it would replace something that is kept for another purpose.
    fn replaces(self, what: &str) -> Fault {
        let message = format!("`{}` is {what}", path_name(self.path));
        let help = format!("nothing was written; give `{}` another file", self.option);
        Diagnostic::error("cli::replaces-input", message).help(help).into()
    }
}

/// What a cache writes, as roles.
pub(super) fn cache_roles(written: &[PathBuf]) -> impl Iterator<Item = Role<'_>> {
    written.iter().map(|path| Role { option: "--cache", path })
}

/// What tells whether two paths lead to one file.
#[derive(Debug, PartialEq, Eq, Hash)]
enum Which {
    /// A file that is there.
    Is(Identity),
    /// One that may not be there yet, by its place.
    At(PathBuf),
}

/// Refuses to write what is read, and to write one file twice. `read` may name folders of sessions, and
/// `-`, which is the file behind standard input, where there is one.
pub(super) fn distinct<'p>(
    written: impl IntoIterator<Item = Role<'p>>,
    read: impl IntoIterator<Item = &'p Path>,
) -> Result<(), Fault> {
    let mut outputs: HashMap<Which, Role<'_>> = HashMap::new();
    for role in written {
        if role.option != "--store" && is_of_a_store(role.path) {
            return Err(role.replaces("a file of a store, which keeps it itself"));
        }
        let Some(which) = which(role.path) else { continue };
        if let Some(other) = outputs.insert(which, role) {
            let message = format!(
                "`{}` is written by both `{}` and `{}`",
                path_name(role.path),
                other.option,
                role.option
            );
            return Err(Diagnostic::error("cli::replaces-output", message)
                .help("give them two files")
                .into());
        }
    }
    // What is not there yet is nothing that could be read.
    if outputs.keys().all(|which| matches!(which, Which::At(path) if !path.exists())) {
        return Ok(());
    }
    let (piped, named): (Vec<&Path>, Vec<&Path>) =
        read.into_iter().partition(|path| path.as_os_str() == OsStr::new("-"));
    let piped = piped.into_iter().map(|_| PathBuf::from("/dev/stdin"));
    let inputs = sources(&named).files.into_iter().map(|source| source.path).chain(piped);
    for input in inputs {
        if let Some(role) = which(&input).and_then(|which| outputs.get(&which)) {
            return Err(role.replaces("one of the inputs"));
        }
    }
    Ok(())
}

/// Whether a store writes a file of this name itself.
fn is_of_a_store(path: &Path) -> bool {
    let target = crate::store::target_of(path);
    let folder = target.parent().and_then(|folder| folder.canonicalize().ok()).unwrap_or_default();
    let name = target.file_name().and_then(OsStr::to_str).unwrap_or_default();
    let is_own = matches!(name, "compiled.json" | "pool.json" | "disabled") || name.ends_with(".lock");
    is_own && folder.ends_with("fabric/entropy")
}

/// Which file a path leads to; `None` for a device, which may well be read and written.
fn which(path: &Path) -> Option<Which> {
    match std::fs::metadata(path) {
        Ok(metadata) if !metadata.is_file() && !metadata.is_dir() => None,
        Ok(metadata) => {
            Identity::of(&metadata).map(Which::Is).or_else(|| path.canonicalize().ok().map(Which::At))
        }
        // A link may lead to what is not there yet, and so may two.
        Err(_) => {
            let target = crate::store::target_of(path);
            let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty());
            let folder = folder.unwrap_or(Path::new("."));
            let folder = folder.canonicalize().or_else(|_| std::path::absolute(folder)).ok()?;
            Some(Which::At(folder.join(target.file_name()?)))
        }
    }
}

/// Writes a result to a file, which then holds it whole or is what it was, and says where it is.
pub(super) fn write(path: &Path, text: &str, what: &str, console: &Console) -> Result<(), Fault> {
    write_result(path, text.as_bytes()).map_err(|error| store_fault(&error))?;
    let message = format!("{what} is in `{}`", path_name(path));
    console.tell(&[Diagnostic::new(Severity::Note, "cli::written", message)], &[]);
    Ok(())
}
