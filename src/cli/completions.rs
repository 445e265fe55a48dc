//! `completions`: scripts that let a shell complete commands and options.

use clap_complete::Shell;

use super::console::Console;
use super::exit::{Exit, Outcome};
use super::{Run, command};

/// Print a completion script for a shell
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  fabric-rules completions bash > fabric-rules.bash")]
pub(super) struct Completions {
    /// The shell
    shell: Shell,
}

impl Run for Completions {
    fn run(self, console: &mut Console) -> Outcome {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut command(), "fabric-rules", &mut script);
        console.document(&String::from_utf8_lossy(&script))?;
        Ok(Exit::Fine)
    }
}
