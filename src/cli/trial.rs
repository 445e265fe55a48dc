//! `trial`: what the plans of an artifact would have made of recorded calls.

mod human;

use std::path::PathBuf;
use std::sync::Mutex;

use serde::Serialize;

use super::Run;
use super::artifact::LoadedArtifact;
use super::console::Console;
use super::corpus::{Corpus, end, fold, no_call, unread};
use super::exit::{Exit, Fault, Outcome};
use super::format::ResultFormat;
use super::lines::Jobs;
use super::session::SessionArgs;
use super::surface;
use crate::coverage::row::Row;
use crate::diagnostic::json;
use crate::evidence::Reading;
use crate::session::Session;
use crate::toolset::Toolset;
use crate::trial::{
    NoSamples, Replayed, Replaying, Trial as Against, TrialReport, Verdict, coverage_of_trial,
};
pub(super) use human::summary;

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
struct TrialResult<'r, U> {
    #[serde(flatten)]
    report: &'r TrialReport,
    no_samples: NoSamples,
    refused: Vec<Refused<'r>>,
    reading: &'r Reading,
    unread: Vec<U>,
    coverage: &'r Row,
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
        let loaded = LoadedArtifact::load(self.artifact.as_deref(), self.store.as_deref())?;
        let live = Toolset::of(&surface, &Session::new(profile.clone(), self.session.options()));
        let trial = Against::new(&live, loaded.incoming.as_ref());
        let corpus = Corpus::find(&self.sessions)?;
        let replayed = replay(&corpus, self.jobs, console, &trial)?;
        let Replayed { replay, population, corpus: counts, reading } = replayed;
        let report = replay.report(counts.partial().score()).where_called(counts.partial().is_called());
        let coverage = coverage_of_trial(&surface, &loaded.what, &trial, &population, &report, &reading);
        let no_samples = population.no_samples(&report);
        let dropped = trial.normalizer().dropped();
        match self.format {
            ResultFormat::Json => {
                console.print_json(&TrialResult {
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

/// Puts all sessions through `trial`.
pub(super) fn replay(
    corpus: &Corpus,
    jobs: Jobs,
    console: &Console,
    trial: &Against,
) -> Result<Replayed, Fault> {
    let all = Mutex::new(Replayed { reading: corpus.unread.clone(), ..Replayed::default() });
    // Added as they come: the order of sums means nothing, and memory does not grow with the files.
    corpus.scan(jobs, console, |scanner, part| {
        let scanned = fold(scanner, part, Replaying::new(trial));
        let of_session = scanned.fold.end(scanned.reading);
        if let Ok(mut all) = all.lock() {
            all.add(of_session);
        }
        Ok(())
    })?;
    Ok(all.into_inner().unwrap_or_default())
}

impl<'r> Refused<'r> {
    fn of(dropped: &'r crate::artifact::Dropped) -> Self {
        Self {
            action: dropped.reference.as_deref(),
            because: dropped.retracted.premise.as_str(),
            message: &dropped.retracted.message,
        }
    }
}
