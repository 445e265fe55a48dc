//! `measure`: how often calls were rejected before they reached their action.

mod human;
mod merge;
mod output;

use std::path::PathBuf;
use std::sync::Mutex;

use super::Run;
use super::console::Console;
use super::context::ContextArgs;
use super::corpus::{Corpus, ScanArgs, end};
use super::exit::{Exit, Outcome};
use super::outputs;
use crate::evidence::Reading;
use crate::metric::{MetricReport, Partial, SessionRow, Sessions, State};
use output::OutputArgs;

/// Measure how often tool calls in recorded sessions were rejected before they ran
///
/// A session is a file of JSON Lines in which a host kept its executions.
/// Malformed lines and files that cannot be read are named, and the rest is measured.
///
/// Exit codes: 0 measured, 2 something could not be read or wrong use.
#[derive(Debug, clap::Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
#[command(after_help = "Example:
  echo '{\"type\":\"session\"}' > s.jsonl
  fabric-rules measure s.jsonl")]
pub(super) struct Measure {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    arguments: Arguments,
}

super::commands!(Command {
    Merge(merge::Merge),
});

#[derive(Debug, clap::Args)]
struct Arguments {
    /// Session files, folders of `*.jsonl` files, or `-` for standard input
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
    #[command(flatten)]
    context: ContextArgs,
    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten)]
    scan: ScanArgs,
}

impl Run for Measure {
    fn run(self, console: &mut Console) -> Outcome {
        match self.command {
            Some(command) => command.run(console),
            None => self.arguments.run(console),
        }
    }
}

impl Run for Arguments {
    fn run(self, console: &mut Console) -> Outcome {
        self.output.promise(console);
        let cache = self.scan.written();
        let read = self.paths.iter().map(PathBuf::as_path).chain(self.context.read());
        outputs::distinct(self.output.role().into_iter().chain(outputs::cache_roles(&cache)), read)?;
        let (context, declared) = self.context.load_declared()?;
        let corpus = Corpus::find(&self.paths)?;
        // Counts are added as they come, so that memory does not grow with the number of files.
        let all = Mutex::new((Partial::default(), corpus.unread.clone()));
        let wants_rows = self.output.wants_sessions();
        let rows = corpus.count(&self.scan, console, |part, scanned| {
            if let Ok(mut all) = all.lock() {
                all.0.merge(&scanned.fold);
                all.1.add(&scanned.reading);
            }
            let report = || MetricReport::new(&scanned.fold, &context);
            let row =
                || SessionRow::new(part.name(), part.modified(), &report()).started(scanned.reading.started);
            wants_rows.then(row)
        })?;
        let (partial, reading): (Partial, Reading) = all.into_inner().unwrap_or_default();
        let state = State::new(context, partial, reading);
        let sessions = Sessions::new(rows.into_iter().flatten().collect());
        self.output.write(&state, Some(&sessions), &declared, console)?;
        end(state.reading())?;
        Ok(Exit::Fine)
    }
}
