//! `coverage judge`: claims, against the rows that they name.

use std::path::PathBuf;

use serde::Deserialize;

use super::rows;
use crate::cli::Run;
use crate::cli::console::Console;
use crate::cli::exit::Outcome;
use crate::cli::lines::{self, LinesArgs};
use crate::coverage::claim::Claim;
use crate::coverage::judge::{among, verdict};
use crate::rpc::coverage::read;

/// Judge claims in JSON Lines by a file of rows
///
/// A line is `{"row", "claim"}`, where `row` is the `resultId` or the `handle` of a row in the file; its answer is
/// `{"supported": true}`, or the reasons.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:
  echo 'language 1 search find {
    source \"A\" page p by offset first 0 limit server 1 }' > a.rules
  turn='\"now\":\"2026-03-01T12:00:00Z\",\"namespace\":\"n\",\"runId\":\"r\"'
  for n in 0 ; do
    echo '{\"ref\":\"find\",\"args\":{\"p\":'$n'},\"result\":{\"rows\":1},' \\
      '\"turn\":{'$turn',\"ordinal\":'$n'}}'
  done | fabric-rules coverage compose a.rules > rows.jsonl
  echo '{\"row\":\"r0\",\"claim\":{\"kind\":\"none\"}}' \\
    | fabric-rules coverage judge rows.jsonl")]
pub(super) struct Judge {
    /// Rows, as `coverage compose` and `coverage chain` print them
    #[arg(value_name = "ROWS")]
    rows: PathBuf,
    #[command(flatten)]
    lines: LinesArgs,
}

/// A claim, and the row that it is about.
#[derive(Deserialize)]
pub(super) struct Asked {
    pub(super) row: String,
    pub(super) claim: Claim,
}

impl Run for Judge {
    fn run(self, console: &mut Console) -> Outcome {
        let rows = rows::read(&self.rows)?;
        lines::transform(&self.lines, console, |request| {
            let Asked { row, claim } = read(request)?;
            Ok(verdict(&among(&rows, &row, &claim)))
        })
    }
}
