//! `man`: manual pages, from the same data as `--help`.

use std::path::PathBuf;

use super::console::Console;
use super::exit::{Exit, Fault, Outcome};
use super::{Run, command};
use crate::diagnostic::Diagnostic;

/// Print the manual page, or write one for each command
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  fabric-rules man > fabric-rules.1")]
pub(super) struct Man {
    /// Write a page for each command to this folder instead
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,
}

impl Run for Man {
    fn run(self, console: &mut Console) -> Outcome {
        match self.dir {
            Some(dir) => {
                let written =
                    std::fs::create_dir_all(&dir).and_then(|()| clap_mangen::generate_to(command(), &dir));
                written.map_err(|error| {
                    let message = format!("manual pages cannot be written to `{}`: {error}", dir.display());
                    Fault::from(Diagnostic::error("cli::cannot-write", message))
                })?;
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
