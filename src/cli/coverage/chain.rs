//! `coverage chain`: the chains in a file of rows.

use std::path::PathBuf;

use super::rows;
use crate::cli::Run;
use crate::cli::console::Console;
use crate::cli::exit::{Exit, Outcome};
use crate::coverage::chain::chains;

/// Find the pages of each list in a file of rows, and compose them into one row
///
/// From each last page it goes back, the nearest row that gives the page first. Rows that are in no chain are not
/// printed.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:
  echo 'language 1 search find {
    source \"A\" page p by offset first 0 limit server 1 }' > a.rules
  turn='\"now\":\"2026-03-01T12:00:00Z\",\"namespace\":\"n\",\"runId\":\"r\"'
  for n in 0 1 ; do
    echo '{\"ref\":\"find\",\"args\":{\"p\":'$n'},\"result\":{\"rows\":1},' \\
      '\"turn\":{'$turn',\"ordinal\":'$n'}}'
  done | fabric-rules coverage compose a.rules \\
    | fabric-rules coverage chain -")]
pub(super) struct Chain {
    /// Rows, as `coverage compose` prints them
    #[arg(value_name = "ROWS")]
    rows: PathBuf,
}

impl Run for Chain {
    fn run(self, console: &mut Console) -> Outcome {
        for row in chains(&rows::read(&self.rows)?) {
            console.document(&row.to_json())?;
            console.document("\n")?;
        }
        Ok(Exit::Fine)
    }
}
