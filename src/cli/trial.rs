//! `trial`: what the plans of an artifact would have made of recorded calls.

mod human;
mod sift;

use std::path::PathBuf;

use serde::Serialize;

use super::Run;
use super::carried::Carried;
use super::console::Console;
use super::corpus::{Corpus, end, no_call, unread};
use super::exit::{Exit, Outcome};
use super::format::ResultFormat;
use super::lines::Jobs;
use super::session::SessionArgs;
use super::surface;
use crate::artifact::Live;
use crate::coverage::Coverage;
use crate::diagnostic::json;
use crate::evidence::Reading;
use crate::trial::{NoSamples, Report, Trial as Against, Verdict};
pub(super) use human::summary;
pub(super) use sift::{Sifted, sift};

/// Replay recorded calls through the plans of an artifact; nothing is executed
///
/// Only plans that are proved against the surface are used. A win is a call whose arguments became
/// valid; it claims nothing about what the action would have done with them.
///
/// Exit codes: 0 no cost, 1 a plan costs something, 2 something could not be read or wrong use.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:
  echo '{\"type\":\"session\"}' > s.jsonl
  echo '{\"version\":1,\"actions\":[]}' > surface.json
  fabric-rules trial --surface surface.json --sessions s.jsonl")]
pub(super) struct Trial {
    /// The declared tools, which plans are proved against and calls validated with
    #[arg(long, value_name = "FILE")]
    surface: PathBuf,
    /// The name of the server whose tools these are: MCP tools are then `mcp.NAME.<tool>`
    #[arg(long, value_name = "NAME")]
    server: Option<String>,
    /// Folders of `*.jsonl` files, session files, or `-` for standard input
    #[arg(long, required = true, value_name = "DIR")]
    sessions: Vec<PathBuf>,
    /// The artifact whose plans are tried, instead of that of the store
    #[arg(long, value_name = "FILE", conflicts_with = "store")]
    artifact: Option<PathBuf>,
    /// The folder of the store [default: .]
    #[arg(long, value_name = "DIR")]
    store: Option<PathBuf>,
    #[command(flatten)]
    session: SessionArgs,
    /// How the result is written
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    format: ResultFormat,
    /// Show long lists whole
    #[arg(long, short)]
    verbose: bool,
    #[command(flatten)]
    jobs: Jobs,
}

/// A report with what belongs to it, for machines.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Json<'r, U> {
    #[serde(flatten)]
    report: &'r Report,
    no_samples: NoSamples,
    refused: Vec<Refused<'r>>,
    reading: &'r Reading,
    coverage: &'r Coverage,
    unread: Vec<U>,
}

/// A plan that was not tried, and why.
#[derive(Serialize)]
struct Refused<'r> {
    #[serde(rename = "ref")]
    action: Option<&'r str>,
    because: &'static str,
    message: &'r str,
}

impl Run for Trial {
    fn run(self, console: &mut Console) -> Outcome {
        console.promise(self.format);
        let profile = self.session.profile()?;
        let loaded = surface::load(&self.surface)?;
        let surface = loaded.surface(self.server.as_deref())?;
        let carried = Carried::load(self.artifact.as_deref(), self.store.as_deref())?;
        let live = Live::new(&surface, profile.program(), self.session.options());
        let trial = Against::new(&live, carried.incoming.as_ref());
        let corpus = Corpus::find(&self.sessions)?;
        let Sifted { replay, population, counts, reading } = sift(&corpus, self.jobs, console, &trial)?;
        let report = replay.report(counts.partial().score()).where_called(counts.partial().is_called());
        let coverage = Coverage::of_trial(&surface, &carried.what, &trial, &population, &report, &reading);
        let no_samples = population.no_samples(&report);
        let dropped = trial.normalizer().dropped();
        match self.format {
            ResultFormat::Json => {
                console.print_json(&Json {
                    report: &report,
                    no_samples,
                    refused: dropped.iter().map(Refused::of).collect(),
                    reading: &reading,
                    coverage: &coverage,
                    unread: json::values(&unread(&reading), &[]),
                })?;
            }
            ResultFormat::Human => {
                let look = console.look(self.verbose);
                let no_call = no_call(counts.actions(), &reading);
                let told = human::render(&report, no_call, no_samples, dropped, &coverage, look);
                console.print(&told)?;
            }
        }
        end(&reading)?;
        Ok(Exit::findings(report.verdict == Verdict::Costly))
    }
}

impl<'r> Refused<'r> {
    fn of(dropped: &'r crate::artifact::Dropped) -> Self {
        Self {
            action: dropped.reference.as_deref(),
            because: dropped.fallen.because.as_str(),
            message: &dropped.fallen.message,
        }
    }
}
