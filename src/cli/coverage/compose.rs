//! `coverage compose`: a row for each call.

use std::path::PathBuf;

use crate::cli::Run;
use crate::cli::console::Console;
use crate::cli::exit::Outcome;
use crate::cli::lines::{self, LinesArgs};
use crate::cli::program;
use crate::rpc::coverage::composed;

/// Compose a row for each call in JSON Lines, by the search that its tool declares
///
/// A line is `{"ref", "args", "turn", "schema"?, "outputSchema"?, "filled"?, "result"?, "remote"?}`; its
/// answer is the row: what was checked, what was not, and whether it is complete.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:
  echo 'language 1 search find {
    source \"A\" page p by offset first 0 limit server 1 }' > a.rules
  turn='\"now\":\"2026-03-01T12:00:00Z\",\"namespace\":\"n\",\"runId\":\"r\"'
  for n in 0 ; do
    echo '{\"ref\":\"find\",\"args\":{\"p\":'$n'},\"result\":{\"rows\":1},' \\
      '\"turn\":{'$turn',\"ordinal\":'$n'}}'
  done | fabric-rules coverage compose a.rules")]
pub(super) struct Compose {
    /// The rules with the searches: a file, or a folder of `*.rules` files
    #[arg(value_name = "RULES")]
    rules: PathBuf,
    #[command(flatten)]
    lines: LinesArgs,
}

impl Run for Compose {
    fn run(self, console: &mut Console) -> Outcome {
        let program = program::compile(program::sources(&self.rules)?)?;
        lines::transform(&self.lines, console, |request| composed(program.ir(), request))
    }
}
