//! `export-artifact`: the artifact of a store, for other machines.

use std::path::{Path, PathBuf};

use super::Run;
use super::console::Console;
use super::exit::{Exit, Fault, Outcome};
use super::outputs::{self, Role};
use super::store::{StoreArgs, after_compile, store_fault};
use crate::artifact::Artifact;
use crate::coverage::count;
use crate::diagnostic::visible::written_out as visible;
use crate::diagnostic::{Diagnostic, Severity};
use crate::store::{Stored, artifact_path, load_stored, path_name, write_atomically};

/// Write the artifact of a store to a file, for other machines to import
///
/// The bytes are those of the store. They are read strictly first, so that nothing damaged leaves it.
///
/// Exit codes: 0 fine, 2 there is no artifact, or it cannot be read or written, or wrong use.
#[derive(Debug, clap::Args)]
#[command(after_help = after_compile!(
    "  fabric-rules export-artifact plans.json --store here"
))]
pub(super) struct ExportArtifact {
    /// The file to write, whole or not at all; standard output where it is `-` or missing
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,
    #[command(flatten)]
    store: StoreArgs,
}

impl Run for ExportArtifact {
    fn run(self, console: &mut Console) -> Outcome {
        let stored = load_stored(self.store.existing()?).map_err(|error| store_fault(&error))?;
        let Some(Stored { artifact, text }) = stored else {
            let path = artifact_path(self.store.folder());
            let message = format!("there is no artifact yet: `{}` does not exist", path_name(&path));
            let help = "`fabric-rules compile` makes one; `--store` names another store";
            return Err(Diagnostic::error("store::no-artifact", message).help(help).into());
        };
        match &self.file {
            Some(path) if path.as_os_str() != "-" => {
                let stored = artifact_path(self.store.folder());
                outputs::distinct([Role { option: "FILE", path }], [&*stored])?;
                must_be_replaceable(path)?;
                write_atomically(path, &text).map_err(|error| store_fault(&error))?;
                console.print(&format!("{}: {}\n", visible(&path_name(path)), what(&artifact)))?;
            }
            // A text that was read as JSON is UTF-8.
            _ => console.document(&String::from_utf8_lossy(&text))?,
        }
        if let Artifact::Legacy(_) = artifact {
            let message = "this artifact is of version 1, which does nothing";
            let warning = Diagnostic::new(Severity::Warning, "artifact::legacy", message)
                .help("`fabric-rules compile` replaces it with version 2");
            console.tell(&[warning], &[]);
        }
        Ok(Exit::Fine)
    }
}

/// Files are written by putting another one in their place, which must not happen to anything else.
fn must_be_replaceable(path: &Path) -> Result<(), Fault> {
    match std::fs::metadata(path) {
        Ok(metadata) if !metadata.is_file() => {
            let message = format!("`{}` is no file that could be replaced", path_name(path));
            let help = "name a file, or redirect standard output";
            Err(Diagnostic::error("cli::cannot-write", message).help(help).into())
        }
        _ => Ok(()),
    }
}

fn what(artifact: &Artifact) -> String {
    match artifact {
        Artifact::Compiled(compiled) => count(compiled.plans().len(), "plan"),
        Artifact::Legacy(_) => "version 1".to_owned(),
    }
}
