//! `man`: manual pages, from the same data as `--help`.

use std::ffi::OsString;
use std::io;
use std::path::PathBuf;

use super::console::Console;
use super::exit::{Exit, Fault, Outcome};
use super::store::store_fault;
use super::{Run, command, outputs};
use crate::diagnostic::Diagnostic;
use crate::store::write_result;

/// Print the manual page, or write one for each command
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  fabric-rules man > fabric-rules.1")]
pub(super) struct Man {
    /// Write a page for each command to this folder instead
    #[arg(long, value_name = "DIR", value_parser = outputs::named())]
    dir: Option<PathBuf>,
}

impl Run for Man {
    fn run(self, console: &mut Console) -> Outcome {
        match self.dir {
            Some(dir) => {
                let pages = pages().map_err(|error| {
                    let message = format!("the manual pages cannot be made: {error}");
                    Fault::from(Diagnostic::error("cli::cannot-write", message))
                })?;
                for (name, page) in pages {
                    write_result(&dir.join(name), &page).map_err(|error| store_fault(&error))?;
                }
            }
            None => {
                let mut page = Vec::new();
                let rendered = clap_mangen::Man::new(command()).render(&mut page);
                rendered.map_err(|error| Fault::writing(&error))?;
                console.document(&String::from_utf8_lossy(&page))?;
            }
        }
        Ok(Exit::Fine)
    }
}

/// A page for each command, by file name. They are made in a folder of their own, so that each gets to its
/// place whole.
fn pages() -> io::Result<Vec<(OsString, Vec<u8>)>> {
    let folder = tempfile::tempdir()?;
    clap_mangen::generate_to(command(), &folder)?;
    std::fs::read_dir(&folder)?
        .map(|entry| {
            let entry = entry?;
            Ok((entry.file_name(), std::fs::read(entry.path())?))
        })
        .collect()
}
