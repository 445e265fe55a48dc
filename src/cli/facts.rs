//! `facts`: what is read of the replies of a model.

mod declared;
mod tally;

use super::Run;
use super::console::Console;
use super::exit::{Exit, Outcome};
use super::lines::{self, LinesArgs};
use crate::facts::{Canonical, Schema};
use crate::json::Node;
use crate::request::{Problem, Request};
pub(super) use declared::DeclaredArgs;
pub(super) use tally::Tally;

/// Read facts out of a model's replies, one JSON object a line
///
/// The answer to a line has the declared facts, the names of those that were missed, the members that were
/// found by another word, and the digest of the facts. A line that is no object gets an error and the
/// others are read all the same. How many were missed, and on which words, is summed up on standard error.
///
/// Exit codes: 0 every line was read, whatever was missed; 1 some line was no reply; 2 wrong use.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:
  printf '%s\\n' 'language 1' 'vocabulary severity \"How bad it is.\"' \\
    '{ low = \"minor\" high }' 'facts triage \"What is known.\"' \\
    '{ severity : severity }' > triage.rules
  echo '{\"severity\":\" MINOR \"}' | fabric-rules facts triage.rules triage")]
pub(super) struct FactsCommand {
    #[command(flatten)]
    declared: DeclaredArgs,
    #[command(flatten)]
    lines: LinesArgs,
}

impl Run for FactsCommand {
    fn run(self, console: &mut Console) -> Outcome {
        let schema = self.declared.open(&self.lines)?;
        let read = |request: Request<'_>| {
            let canonical = schema.canonical(request.document, object(request)?);
            Ok((answer(&canonical), canonical))
        };
        let mut tally = Tally::default();
        let bad = lines::transform_noting(&self.lines, console, read, |canonical| {
            tally.add(&schema, &canonical);
            Ok(())
        })?;
        console.flush()?;
        console.remark(|look| tally.page(bad, look));
        Ok(Exit::findings(bad > 0))
    }
}

/// The reply on a line, which is an object.
pub(super) fn object<'a>(request: Request<'a>) -> Result<&'a Node, Problem> {
    match request.input.as_object() {
        Some(_) => Ok(request.input),
        None => {
            let message = format!("a reply must be an object, not {}", request.input.kind());
            Err(Problem::new("wrong-kind", message))
        }
    }
}

/// The answer to a line, as JSON text.
pub(super) fn answer(canonical: &Canonical) -> String {
    let digest = canonical.digest().map(|digest| format!(",\"digest\":\"{digest}\"")).unwrap_or_default();
    format!("{{{}{digest}}}", canonical.members())
}

/// The names of the facts of `schema`.
fn names(schema: &Schema) -> impl Iterator<Item = &str> {
    schema.facts().iter().map(|fact| &*fact.name)
}
