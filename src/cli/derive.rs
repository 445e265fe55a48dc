//! `derive`: the plan that the profile in force yields for a schema.

use super::Run;
use super::console::Console;
use super::exit::Outcome;
use super::lines::{self, LinesArgs};
use super::request::{Problem, Request};
use super::session::{Session, SessionArgs};
use crate::derive::derive;

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

/// The plan for `{"ref", "schema", "profile"?}`, or `null`.
pub(super) fn answer(session: &Session, request: Request<'_>) -> Result<String, Problem> {
    let reference = request.text(request.required("ref")?, "ref")?;
    let schema = request.required("schema")?;
    let profile = session.profile(request)?;
    let plan = match session.schema(request.line, request.document, schema) {
        Ok(schema) => derive(&profile, reference, &schema).ok(),
        Err(_) => None,
    };
    Ok(plan.map_or_else(|| "null".to_owned(), |plan| plan.to_json()))
}
