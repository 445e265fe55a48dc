//! `pool`: the values that arguments were seen to hold, over many sessions.

mod secret;
mod show;
mod update;

use super::Run;
use super::console::Console;
use super::exit::Outcome;

/// Keep and show the values that arguments were seen to hold, over many sessions
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:
  echo '{\"type\":\"session\"}' > s.jsonl
  fabric-rules pool update --sessions s.jsonl
  fabric-rules pool show")]
pub(super) struct Pool {
    #[command(subcommand)]
    command: Command,
}

super::commands!(Command {
    Update(update::Update),
    Show(show::Show),
});

impl Run for Pool {
    fn run(self, console: &mut Console) -> Outcome {
        self.command.run(console)
    }
}
