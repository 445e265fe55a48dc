//! Every pure operation, for a host in another language: a line in, a line out.
//!
//! A request is one line, `{"id"?, "op", "input"}`; its answer is one line, `{"id"?, "output"}` or
//! `{"id"?, "error": {"code", "message"}}`. Every line is answered, also one that is no request. The id
//! comes back as the bytes that it was.
//!
//! An operation takes a [`Session`] and a [`Request`], and gives JSON text or a [`Problem`].

pub mod apply;
mod artifact;
mod cache;
pub mod coverage;
pub mod derive;
mod digest;
mod evidence;
mod facts;
mod jcs;
pub mod prove;
mod shape;

use crate::diagnostic::nearest::suggest;
use crate::program::Profile;
use crate::request::{Problem, Request, parse};
use crate::session::Session;

/// One pure operation.
#[derive(Debug)]
pub struct Operation {
    /// Its name.
    pub name: &'static str,
    /// Input and output in one line.
    pub about: &'static str,
    /// The output for a request, as JSON text.
    run: fn(&Session, Request<'_>) -> Result<String, Problem>,
}

/// Every operation, one line each.
pub const OPERATIONS: &[Operation] = &[
    jcs::OPERATION,
    digest::OPERATION,
    shape::OPERATION,
    derive::OPERATION,
    prove::OPERATION,
    apply::OPERATION,
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
    cache::OPERATION,
    coverage::COMPOSE,
    coverage::CHAIN,
    coverage::JUDGE,
    coverage::SAY,
    facts::CANON,
    facts::FACTS,
    facts::GBNF,
    facts::PICK,
];

/// The answer to one line, or to what could not be read as one.
pub fn respond(session: &Session, line: Result<&str, Problem>) -> String {
    let parsed = line.and_then(|line| Ok((line, parse(line)?)));
    let (line, document) = match parsed {
        Ok(parsed) => parsed,
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

/// The profile that `request` names, or the one in force.
fn profile(session: &Session, request: Request<'_>) -> Result<Profile, Problem> {
    let Some(node) = request.optional("profile")? else { return Ok(session.profile().clone()) };
    let name = request.text(node, "profile")?;
    session.program().profile(name).ok_or_else(|| {
        let profiles: Vec<Profile> = session.program().profiles().collect();
        let names: Vec<&str> = profiles.iter().map(Profile::name).collect();
        let message = format!("there is no profile `{name}`: {}", suggest(name, names));
        Problem::new("unknown-profile", message)
    })
}
