//! `coverage`: what calls covered, and what may be said on the strength of it.

mod chain;
mod compose;
mod judge;
mod rows;
mod say;

use super::console::Console;
use super::exit::Outcome;
use super::{Run, commands};

commands!(CoverageCommand {
    Compose(compose::Compose),
    Chain(chain::Chain),
    Judge(judge::Judge),
    Say(say::Say),
});

/// Tell what calls covered, chain their pages, and judge and write what may be said of them
#[derive(Debug, clap::Args)]
pub(super) struct Coverage {
    #[command(subcommand)]
    command: CoverageCommand,
}

impl Run for Coverage {
    fn run(self, console: &mut Console) -> Outcome {
        self.command.run(console)
    }
}
