//! `derive`: the plan that the profile in force yields for a schema.

use super::Run;
use super::console::Console;
use super::exit::Outcome;
use super::lines::{self, LinesArgs};
use super::session::SessionArgs;
use crate::rpc::derive::answer;

/// Derive plans from JSON Lines of schemas
///
/// A line is `{"ref", "schema", "profile"?}`; its answer is the plan, or `null` where there is none.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:
  printf '%s' '{\"ref\":\"render\",\"schema\":{\"type\":\"object\",' \\
    '\"additionalProperties\":false,\"properties\":{\"pageCount\":' \\
    '{\"type\":\"integer\"}}}}' | fabric-rules derive")]
pub(super) struct Derive {
    #[command(flatten)]
    lines: LinesArgs,
    #[command(flatten)]
    session: SessionArgs,
}

impl Run for Derive {
    fn run(self, console: &mut Console) -> Outcome {
        let session = self.session.open()?;
        lines::transform(&self.lines, console, |request| answer(&session, request))
    }
}
