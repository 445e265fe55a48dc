//! `prove`: whether the rules in force yield a given plan for a schema.

use super::Run;
use super::console::Console;
use super::exit::Outcome;
use super::lines::{self, LinesArgs};
use super::session::SessionArgs;
use crate::rpc::prove::answer;

/// Prove plans from JSON Lines of schemas and plans
///
/// A line is `{"ref"?, "schema", "plan"}`; without a ref the plan's own is meant. Its answer is
/// `{"proved": true}`, or `{"proved": false, "refusal": {"code", "message", "at"}}` with a JSON Pointer
/// into the schema. A refusal is an answer, not a fault.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:
  echo '{\"schema\":{\"type\":\"object\"},\"plan\":{}}' | fabric-rules prove")]
pub(super) struct Prove {
    #[command(flatten)]
    lines: LinesArgs,
    #[command(flatten)]
    session: SessionArgs,
}

impl Run for Prove {
    fn run(self, console: &mut Console) -> Outcome {
        let session = self.session.open()?;
        lines::transform(&self.lines, console, |request| answer(&session, request))
    }
}
