//! `rpc`: every pure operation for a host in another language.
//!
//! A request is one line, `{"id"?, "op", "input"}`; its answer is one line, `{"id"?, "output"}` or
//! `{"id"?, "error": {"code", "message"}}`. Every line is answered, in order, also one that is no
//! request. The id comes back as the bytes that it was. The end of input is the end, with code 0.

mod artifact;
mod digest;
mod evidence;
mod jcs;
mod shape;
mod verbs;

use super::Run;
use super::console::Console;
use super::exit::{Exit, Outcome};
use super::input::Input;
use super::lines::{self, Answer, Jobs};
use super::paint::wrap;
use super::request::{Problem, Request, parse};
use super::session::{Session, SessionArgs};
use crate::diagnostic::nearest::suggest;

/// One pure operation.
pub(super) struct Operation {
    /// Its name.
    pub(super) name: &'static str,
    /// Input and output in one line.
    pub(super) about: &'static str,
    /// The output for a request, as JSON text.
    pub(super) run: fn(&Session, Request<'_>) -> Result<String, Problem>,
}

/// Every operation, one line each.
const OPERATIONS: &[Operation] = &[
    jcs::OPERATION,
    digest::OPERATION,
    shape::OPERATION,
    verbs::DERIVE,
    verbs::PROVE,
    verbs::APPLY,
    evidence::DISTANCE,
    evidence::ENTROPY,
    evidence::FREEDOM,
    evidence::TREND,
    evidence::MEASURE,
    evidence::INGEST,
    evidence::SIGNALS,
    evidence::POOL,
    artifact::COMPILE,
    artifact::MERGE,
    artifact::PARSE_ARTIFACT,
    artifact::TRIAL,
    artifact::CONSTAT,
];

/// Answer requests from a host in another language, one a line
///
/// A request is `{"id"?, "op", "input"}`, its answer `{"id"?, "output"}` or
/// `{"id"?, "error": {"code", "message"}}`. Answers come in the order of the requests and are flushed
/// when no request waits.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:
  echo '{\"id\":1,\"op\":\"digest\",\"input\":{\"a\":1.0}}' | fabric-rules rpc")]
pub(super) struct Rpc {
    /// Print the operations, a line each
    #[arg(long)]
    list: bool,
    #[command(flatten)]
    session: SessionArgs,
    #[command(flatten)]
    jobs: Jobs,
}

impl Run for Rpc {
    fn run(self, console: &mut Console) -> Outcome {
        if self.list {
            let look = console.look(false);
            for operation in OPERATIONS {
                let name = format!("{:<16}", operation.name);
                console.print(&wrap(&name, &" ".repeat(16), operation.about, look))?;
            }
            return Ok(Exit::Fine);
        }
        let session = self.session.open()?;
        let respond = |_, line: Result<&str, Problem>| {
            let text = line.map_or_else(|problem| tell(None, Err(problem)), |line| respond(&session, line));
            Some(Answer { text, good: true })
        };
        // A host asks, not a person: nobody watches.
        lines::run(vec![Input::Stdin], self.jobs, console, respond)?;
        Ok(Exit::Fine)
    }
}

/// The answer to one line.
fn respond(session: &Session, line: &str) -> String {
    let document = match parse(line) {
        Ok(document) => document,
        Err(problem) => return tell(None, Err(problem)),
    };
    let envelope = Request { line, document: &document, input: &document.root };
    match envelope.member("id") {
        Ok(id) => tell(id.map(|id| envelope.raw(id)), perform(session, envelope)),
        Err(problem) => tell(None, Err(problem)),
    }
}

fn perform(session: &Session, envelope: Request<'_>) -> Result<String, Problem> {
    let name = envelope.text(envelope.required("op")?, "op")?;
    let Some(operation) = OPERATIONS.iter().find(|operation| operation.name == name) else {
        let names = OPERATIONS.iter().map(|operation| operation.name);
        return Err(Problem::new(
            "unknown-op",
            format!("there is no operation `{name}`: {}", suggest(name, names)),
        ));
    };
    (operation.run)(session, Request { input: envelope.required("input")?, ..envelope })
}

fn tell(id: Option<&str>, result: Result<String, Problem>) -> String {
    let id = id.map(|id| format!("\"id\":{id},")).unwrap_or_default();
    match result {
        Ok(output) => format!("{{{id}\"output\":{output}}}"),
        Err(problem) => format!("{{{id}\"error\":{{{}}}}}", problem.members()),
    }
}
