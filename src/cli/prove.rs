//! `prove`: whether the rules in force yield a given plan for a schema.

use super::Run;
use super::console::Console;
use super::exit::Outcome;
use super::lines::{self, LinesArgs};
use super::request::{Problem, Request};
use super::session::{Session, SessionArgs};
use crate::json::canonical;
use crate::plan::Plan;
use crate::prove::Refusal;

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

/// The verdict on `{"ref"?, "schema", "plan"}`.
pub(super) fn answer(session: &Session, request: Request<'_>) -> Result<String, Problem> {
    Ok(match refusal(session, request)? {
        None => "{\"proved\":true}".to_owned(),
        Some(refusal) => format!(
            "{{\"proved\":false,\"refusal\":{{\"code\":\"{}\",\"message\":{},\"at\":{}}}}}",
            refusal.code,
            canonical::string(&refusal.message),
            canonical::string(&refusal.at)
        ),
    })
}

fn refusal(session: &Session, request: Request<'_>) -> Result<Option<Refusal>, Problem> {
    let reference = match request.optional("ref")? {
        Some(node) => Some(request.text(node, "ref")?),
        None => None,
    };
    let schema = request.required("schema")?;
    let plan = match Plan::read(request.document, request.required("plan")?) {
        Ok(plan) => plan,
        Err(malformed) => return Ok(Some(malformed.into())),
    };
    let schema = match session.schema(request.line, request.document, schema) {
        Ok(schema) => schema,
        Err(error) => return Ok(Some(Refusal::unprovable(error.to_string()))),
    };
    let reference = reference.unwrap_or(plan.reference());
    Ok(session.prove(&plan, reference, &schema).err())
}
