//! `rules`: what there is to do with rule files and their cases.

mod check;
mod diff;
mod digest;
mod fmt;
mod list;
mod new;
mod test;

use std::path::PathBuf;

use super::console::Console;
use super::exit::{Fault, Outcome};
use super::{Run, commands, program};
use crate::diagnostic::Source;
use crate::rules;

commands!(RulesCommand {
    Check(check::Check),
    Diff(diff::Diff),
    Fmt(fmt::Fmt),
    List(list::List),
    Digest(digest::Digest),
    New(new::New),
    Test(test::Test),
});

/// Check, compare, format, list, start and test rule files
#[derive(Debug, clap::Args)]
pub(super) struct Rules {
    #[command(subcommand)]
    command: RulesCommand,
}

impl Run for Rules {
    fn run(self, console: &mut Console) -> Outcome {
        self.command.run(console)
    }
}

/// Which rules are meant.
#[derive(Debug, Clone, clap::Args)]
struct RulesPath {
    /// A folder of `*.rules` files, or one file [default: the built-in rules]
    #[arg(value_name = "DIR")]
    path: Option<PathBuf>,
}

impl RulesPath {
    fn sources(&self) -> Result<Vec<Source>, Fault> {
        match &self.path {
            Some(path) => program::sources(path),
            None => Ok(rules::embedded()),
        }
    }
}
