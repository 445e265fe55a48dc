//! `apply`: the arguments of calls, normalized.

mod stored;

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::OnceLock;

use stored::{Answer, Stored};

use super::Run;
use super::console::Console;
use super::exit::{Fault, Outcome};
use super::lines::{self, LinesArgs};
use super::request::{Problem, Request};
use super::session::{Session, SessionArgs};
use super::store::existing;
use super::surface::{self, Loaded};
use crate::apply::{self, ApplyError};
use crate::json::Data;
use crate::prove::ProvenPlan;
use crate::schema::Schema;
use crate::surface::Action;

/// Normalize the arguments of calls from JSON Lines
///
/// A line is `{"ref", "args"}` with a surface, or `{"ref", "schema", "args", "plan"?, "profile"?}` by
/// itself. Its answer is `{"changed", "args", "witness"}`. Without a plan the derived one is used; a plan
/// that is not proved changes nothing. With a store that is switched off nothing changes at all.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:
  printf '%s' '{\"ref\":\"render\",\"schema\":{\"type\":\"object\",' \\
    '\"additionalProperties\":false,\"properties\":{\"pageCount\":' \\
    '{\"type\":\"integer\"}}},\"args\":{\"page_count\":\"2\"}}' | fabric-rules apply")]
pub(super) struct Apply {
    #[command(flatten)]
    lines: LinesArgs,
    /// A file of tool schemas, for lines without one of their own
    #[arg(long, value_name = "FILE")]
    surface: Option<PathBuf>,
    /// The name of the surface's server: its tools are `mcp.NAME.<tool>`
    #[arg(long, value_name = "NAME")]
    server: Option<String>,
    /// The folder of a store: its artifact's plans are used, and refused where they are not proved
    #[arg(long, value_name = "DIR", requires = "surface")]
    store: Option<PathBuf>,
    #[command(flatten)]
    session: SessionArgs,
}

impl Run for Apply {
    fn run(self, console: &mut Console) -> Outcome {
        let session = self.session.open()?;
        let loaded = self.surface.as_deref().map(surface::load).transpose()?;
        let mut live = match &loaded {
            Some(loaded) => Some(Live::new(loaded, self.server.as_deref())?),
            None => None,
        };
        if let (Some(live), Some(store)) = (&mut live, &self.store) {
            let stored = Stored::load(existing(store)?, live.loaded, self.server.as_deref(), &session)?;
            console.tell(&stored.remarks(), &[]);
            live.stored = Some(stored);
        }
        lines::transform(&self.lines, console, |request| answer(&session, live.as_ref(), request))
    }
}

/// The actions of a surface, by ref.
pub(super) struct Live<'d> {
    loaded: &'d Loaded,
    actions: HashMap<String, Tool<'d>>,
    stored: Option<Stored>,
}

/// An action, with what its calls need: worked out at the first of them, and kept for the run.
struct Tool<'d> {
    action: Action<'d>,
    schema: OnceLock<Option<Schema>>,
    /// The plan of the profile in force.
    plan: OnceLock<Option<ProvenPlan>>,
}

impl<'d> Live<'d> {
    fn new(loaded: &'d Loaded, server: Option<&str>) -> Result<Self, Fault> {
        let actions = loaded.surface(server)?.actions.into_iter();
        let tool = |action: Action<'d>| {
            let name = action.reference.clone();
            (name, Tool { action, schema: OnceLock::new(), plan: OnceLock::new() })
        };
        Ok(Self { loaded, actions: actions.map(tool).collect(), stored: None })
    }

    fn tool(&self, reference: &str) -> Result<&Tool<'d>, Problem> {
        let unknown = || Problem::new("unknown-ref", format!("the surface has no action `{reference}`"));
        self.actions.get(reference).ok_or_else(unknown)
    }

    /// The compiled schema of `tool`; `None` where it cannot be used.
    fn schema<'t>(&self, session: &Session, tool: &'t Tool<'_>) -> Option<&'t Schema> {
        let compile = |node| Schema::new(&self.loaded.document, node, session.options()).ok();
        tool.schema.get_or_init(|| tool.action.schema.and_then(compile)).as_ref()
    }

    /// The proven plan of `tool` under the profile in force.
    fn plan(&self, session: &Session, tool: &Tool<'_>) -> Option<ProvenPlan> {
        let derive = |schema| session.derive(session.in_force(), &tool.action.reference, schema);
        tool.plan.get_or_init(|| self.schema(session, tool).and_then(derive)).clone()
    }
}

/// What becomes of the arguments of one call.
pub(super) fn answer(
    session: &Session,
    live: Option<&Live<'_>>,
    request: Request<'_>,
) -> Result<String, Problem> {
    let args = request.required("args")?;
    if !matches!(args.data, Data::Object(_)) {
        return Err(unreadable(&ApplyError::NotAnObject { found: args.kind() }));
    }
    let raw = request.raw(args);
    let Some(proven) = proven(session, live, request)? else { return Ok(unchanged(raw)) };
    match proven.apply(raw.as_bytes()).map_err(|error| unreadable(&error))? {
        apply::Outcome::Unchanged => Ok(unchanged(raw)),
        apply::Outcome::Normalized { args, witness } => Ok(format!(
            "{{\"changed\":true,\"args\":{},\"witness\":{}}}",
            String::from_utf8_lossy(&args),
            witness.to_json()
        )),
    }
}

fn unchanged(raw: &str) -> String {
    format!("{{\"changed\":false,\"args\":{raw},\"witness\":null}}")
}

fn unreadable(error: &ApplyError) -> Problem {
    match error {
        ApplyError::Json(error) => error.clone().into(),
        ApplyError::NotAnObject { .. } => Problem::new("not-an-object", error.to_string()),
    }
}

/// The plan to apply: the given one or else the derived one, proved.
fn proven(
    session: &Session,
    live: Option<&Live<'_>>,
    request: Request<'_>,
) -> Result<Option<ProvenPlan>, Problem> {
    let reference = request.text(request.required("ref")?, "ref")?;
    let profile = session.profile(request)?;
    let (given, own) = (request.optional("plan")?, request.optional("schema")?);
    let schema = match (own, live) {
        (Some(node), _) => session.schema(request.line, request.document, node).ok(),
        (None, None) => session.schema(request.line, request.document, request.required("schema")?).ok(),
        (None, Some(live)) => {
            let tool = live.tool(reference)?;
            if let (None, Some(stored)) = (given, &live.stored) {
                match stored.plan(reference) {
                    Answer::Plan(proven) => return Ok(Some(proven.clone())),
                    Answer::Nothing => return Ok(None),
                    Answer::NotStored => {}
                }
            }
            if given.is_none() && profile.name() == session.in_force().name() {
                return Ok(live.plan(session, tool));
            }
            live.schema(session, tool).cloned()
        }
    };
    let Some(schema) = schema else { return Ok(None) };
    Ok(match given {
        Some(plan) => session.given(request, plan, reference, &schema),
        None => session.derived(&profile, reference, &schema),
    })
}
