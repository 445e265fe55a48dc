//! `certify`: does this program keep its promises, here and now, on these inputs?

mod human;
mod inputs;
mod scratch_store;

use std::path::{Path, PathBuf};

use serde::Serialize;

use super::Run;
use super::console::Console;
use super::corpus::{end, unread};
use super::exit::{Exit, Fault, Outcome};
use super::format::{ResultFormat, json_text};
use super::lines::Jobs;
use super::outputs::{self, Role};
use crate::certify::{CertifyError, CertifyReport, FabricRules, Verdict, certify};
use crate::diagnostic::{Diagnostic, json};
use crate::store::artifact_path;

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
    /// The built-in profile that is certified [default: fabric]
    #[arg(long, value_name = "NAME")]
    profile: Option<String>,
    /// Replay the sessions through the plans of an artifact
    #[arg(long, requires = "surface")]
    trial: bool,
    /// The artifact that is tried, instead of that of the store
    #[arg(long, value_name = "FILE", requires = "trial", conflicts_with = "store")]
    artifact: Option<PathBuf>,
    /// The folder of the store [default: .]
    #[arg(long, value_name = "DIR", requires = "trial")]
    store: Option<PathBuf>,
    /// Let `format` refuse values; by default it only describes them
    #[arg(long, requires = "surface")]
    assert_formats: bool,
    /// Write the report as JSON to a file too
    #[arg(long, value_name = "FILE", value_parser = outputs::named())]
    json: Option<PathBuf>,
    /// How the report is written
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    format: ResultFormat,
    #[command(flatten)]
    jobs: Jobs,
}

/// A report with what could not be read.
#[derive(Serialize)]
struct CertifyResult<'r, U> {
    unread: Vec<U>,
    /// Its row of coverage is the last of all.
    #[serde(flatten)]
    report: &'r CertifyReport,
}

impl Run for Certify {
    fn run(self, console: &mut Console) -> Outcome {
        console.promise(self.format);
        if let Some(path) = &self.json {
            let stored = self.artifact.is_none().then(|| artifact_path(self.stored())).filter(|_| self.trial);
            let named = self.sessions.iter().chain(&self.surface).chain(&self.artifact).chain(&stored);
            outputs::distinct([Role { option: "--json", path }], named.map(PathBuf::as_path))?;
        }
        let report = inputs::read(&self, console, |inputs| {
            certify(&FabricRules(scratch_store::store), inputs).map_err(|error| unable(&error))
        })?;
        let json = || {
            let unread = report.reading.as_ref().map(unread).unwrap_or_default();
            json_text(&CertifyResult { report: &report, unread: json::values(&unread, &[]) })
        };
        if let Some(path) = &self.json {
            outputs::write(path, &json(), "the report", console)?;
        }
        match self.format {
            ResultFormat::Json => console.document(&json())?,
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

impl Certify {
    /// The folder of the store.
    fn stored(&self) -> &Path {
        self.store.as_deref().unwrap_or(Path::new("."))
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
