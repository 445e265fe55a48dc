//! `certify`: does this program keep its promises, here and now, on these inputs?

mod file;
mod gather;
mod human;
mod shelf;

use std::path::PathBuf;

use super::Run;
use super::console::Console;
use super::corpus::end;
use super::exit::{Exit, Fault, Outcome};
use super::format::{ResultFormat, json_text};
use super::lines::Jobs;
use crate::certify::{CertifyError, FabricRules, Verdict, certify};
use crate::diagnostic::Diagnostic;

/// Check what this program promises, on built-in fixtures and on sessions and a surface of your own
///
/// Nothing is executed and nothing is sent anywhere. The same inputs give the same bytes. A store is
/// tried in a folder of its own, which is removed.
///
/// Exit codes: 0 every check passed, 1 a check failed, 2 something could not be read or wrong use.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:
  echo '{\"type\":\"session\"}' > s.jsonl
  echo '{\"version\":1,\"actions\":[]}' > surface.json
  fabric-rules certify --sessions s.jsonl --surface surface.json --trial")]
pub(super) struct Certify {
    /// Folders of `*.jsonl` files, session files, or `-` for standard input
    #[arg(long, value_name = "DIR")]
    sessions: Vec<PathBuf>,
    /// The declared tools of those sessions
    #[arg(long, value_name = "FILE", requires = "sessions")]
    surface: Option<PathBuf>,
    /// The name of the server whose tools these are: MCP tools are then `mcp.NAME.<tool>`
    #[arg(long, value_name = "NAME", requires = "surface")]
    server: Option<String>,
    /// Replay the sessions through the plans of an artifact
    #[arg(long, requires = "surface")]
    trial: bool,
    /// The artifact that is tried, instead of that of the store
    #[arg(long, value_name = "FILE", requires = "trial", conflicts_with = "store")]
    artifact: Option<PathBuf>,
    /// The folder of the store
    #[arg(long, value_name = "DIR", default_value = ".", requires = "trial")]
    store: PathBuf,
    /// Let `format` refuse values; by default it only describes them
    #[arg(long, requires = "surface")]
    assert_formats: bool,
    /// Write the report as JSON to a file too
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// How the report is written
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    format: ResultFormat,
    #[command(flatten)]
    jobs: Jobs,
}

impl Run for Certify {
    fn run(self, console: &mut Console) -> Outcome {
        if let Some(path) = &self.json {
            file::ensure_no_input(path, &self)?;
        }
        let report = gather::inputs(&self, console, |inputs| {
            certify(&FabricRules(shelf::store), inputs).map_err(|error| unable(&error))
        })?;
        if let Some(path) = &self.json {
            file::write(path, &json_text(&report))?;
        }
        match self.format {
            ResultFormat::Json => console.print_json(&report)?,
            ResultFormat::Human => {
                let look = console.look(false);
                console.print(&human::render(&report, look))?;
            }
        }
        if let Some(reading) = &report.reading {
            end(reading)?;
        }
        Ok(Exit::findings(report.verdict == Verdict::Failed))
    }
}

/// Why no check was run.
fn unable(error: &CertifyError) -> Fault {
    let told = |code| Diagnostic::error(code, error.to_string());
    match error {
        CertifyError::Build { .. } => told("certify::broken-build"),
        CertifyError::Store { .. } => {
            told("certify::no-store").help("set `TMPDIR` to a folder that can be written to")
        }
    }
    .into()
}
