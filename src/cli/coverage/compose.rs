//! `coverage compose`: a row for each call.

use std::collections::HashMap;
use std::path::PathBuf;

use crate::cli::Run;
use crate::cli::console::Console;
use crate::cli::exit::{Fault, Outcome};
use crate::cli::lines::{self, LinesArgs};
use crate::cli::{program, surface};
use crate::coverage::schema::{Results, Tool};
use crate::diagnostic::Diagnostic;
use crate::ir;
use crate::rpc::coverage::composed;
use crate::rules;
use crate::schema::{Schema, SchemaOptions};
use crate::session::Session;
use crate::surface::{Action, Output};

/// Compose a row for each call in JSON Lines, by the search that its tool declares
///
/// A line is `{"ref", "args", "turn", "schema"?, "outputSchema"?, "filled"?, "result"?, "remote"?}`; its
/// answer is the row: what was checked, what was not, and whether it is complete. Schemas that a call does not
/// bring are those of its tool in the surface: a default that says otherwise than the search holds nothing, and
/// of a result that the tool's `outputSchema` refuses nothing is known.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:
  echo 'language 1 search find {
    source \"A\" page p by offset first 0 limit server 1 }' > a.rules
  turn='\"now\":\"2026-03-01T12:00:00Z\",\"namespace\":\"n\",\"runId\":\"r\"'
  for n in 0 ; do
    echo '{\"ref\":\"find\",\"args\":{\"p\":'$n'},\"result\":{\"rows\":1},' \\
      '\"turn\":{'$turn',\"ordinal\":'$n'}}'
  done | fabric-rules coverage compose a.rules")]
pub(super) struct Compose {
    /// The rules with the searches: a file, or a folder of `*.rules` files
    #[arg(value_name = "RULES")]
    rules: PathBuf,
    /// A file of tool schemas, for lines without their own
    #[arg(long, value_name = "FILE")]
    surface: Option<PathBuf>,
    /// The name of the server whose tools these are: MCP tools are then `mcp.NAME.<tool>`
    #[arg(long, value_name = "NAME", requires = "surface")]
    server: Option<String>,
    #[command(flatten)]
    lines: LinesArgs,
}

impl Run for Compose {
    fn run(self, console: &mut Console) -> Outcome {
        let program = program::compile(program::sources(&self.rules)?)?;
        let tools = self.tools(program.ir())?;
        // Plans are nothing here: what the session keeps are the schemas that calls bring.
        let profile = program::in_force(&program::compile(rules::embedded())?)?;
        let session = Session::new(profile, SchemaOptions::default());
        lines::transform(&self.lines, console, |request| {
            composed(&session, program.ir(), Some(&tools), request)
        })
    }
}

impl Compose {
    /// The tools of the surface that have a search, each with its schemas compiled once.
    fn tools(&self, program: &ir::Program) -> Result<HashMap<String, Tool>, Fault> {
        let Some(path) = &self.surface else { return Ok(HashMap::new()) };
        if path.as_os_str() == "-" && self.lines.is_stdin() {
            let message = "the surface and the calls would both be read from standard input";
            return Err(Diagnostic::error("cli::stdin-twice", message)
                .help("give one of them as a file")
                .into());
        }
        let loaded = surface::load(path)?;
        let surface = loaded.flawless(self.server.as_deref())?;
        let has_search = |action: &&Action<'_>| program.search(&action.reference).is_some();
        let tools = surface.actions.iter().filter(has_search).map(|action| {
            let results = match action.output {
                Output::Undeclared => Results::Undeclared,
                Output::Twice(..) => Results::Unusable,
                Output::Declared(member) => {
                    Schema::new(surface.document, &member.value, SchemaOptions::default()).into()
                }
            };
            (action.reference.clone(), Tool { arguments: action.schema.cloned(), results })
        });
        Ok(tools.collect())
    }
}
