//! `signals`: hints for the authors of tools, from recorded sessions.

use std::fmt::Write as _;
use std::path::PathBuf;

use serde::Serialize;

use super::Run;
use super::console::Console;
use super::context::actions;
use super::corpus::{Corpus, end, fold, store_fault};
use super::exit::{Exit, Fault, Outcome};
use super::format::ResultFormat;
use super::lines::Jobs;
use super::surface;
use super::table::{coverage_lines, percent};
use crate::cli::paint::Look;
use crate::diagnostic::Diagnostic;
use crate::diagnostic::visible::written_out as visible;
use crate::evidence::{Reading, Record};
use crate::metric::{Context, Partial, State};
use crate::report::Coverage;
use crate::signals::{Signal, Tally, signals};
use crate::store::{Fold, load_pool, path_name};

/// List what recorded sessions hint at: values to declare, actions to split, sequences to fuse
///
/// Values are those of the pool, where one is given; else those of calls that were kept verbatim; else
/// the arguments of all traced calls. Signals are for people and never applied.
///
/// Exit codes: 0 fine, 2 something could not be read or wrong use.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:
  echo '{\"type\":\"session\"}' > s.jsonl
  echo '{\"version\":1,\"actions\":[]}' > surface.json
  fabric-rules signals --sessions s.jsonl --surface surface.json")]
pub(super) struct Signals {
    /// Folders of `*.jsonl` files, session files, or `-` for standard input
    #[arg(long, required = true, value_name = "DIR")]
    sessions: Vec<PathBuf>,
    /// The declared tools; arguments worth declaring are marked `"x-fabric-enum-candidate": true`
    #[arg(long, value_name = "FILE")]
    surface: PathBuf,
    /// The name of the server whose tools these are: MCP tools are then `mcp.NAME.<tool>`
    #[arg(long, value_name = "NAME")]
    server: Option<String>,
    /// A value-observation pool
    #[arg(long, value_name = "FILE")]
    pool: Option<PathBuf>,
    /// How the result is written
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    format: ResultFormat,
    #[command(flatten)]
    jobs: Jobs,
}

#[derive(Serialize)]
struct Json<'s> {
    signals: &'s [Signal],
    observed: &'static str,
    reading: &'s Reading,
    coverage: &'s Coverage,
}

/// What is counted of one session: observed values apart, from both places where they may be found.
struct Counts {
    partial: Partial,
    of_calls: Tally,
    verbatim: Tally,
    audits: u64,
}

impl Fold for Counts {
    fn record(&mut self, record: Record<'_>) {
        self.partial.add(&record.trace);
        self.of_calls.add(&record.trace);
        self.of_calls.observe_calls(&record.trace);
        record.each_observation(|observation| {
            self.audits += 1;
            self.verbatim.observe(
                &observation.action,
                &observation.key,
                &observation.value,
                observation.count,
            );
        });
    }
}

impl Run for Signals {
    fn run(self, console: &mut Console) -> Outcome {
        let loaded = surface::load(&self.surface)?;
        let surface = loaded.surface(self.server.as_deref())?;
        let context = Context::default().surface(actions(&surface), surface.digest().ok().as_ref());
        let empty = Tally::new(actions(&surface));
        let new = || Counts {
            partial: Partial::default(),
            of_calls: empty.clone(),
            verbatim: empty.clone(),
            audits: 0,
        };
        let corpus = Corpus::find(&self.sessions)?;
        let scanned = corpus.scan(self.jobs, console, |scanner, part| Ok(fold(scanner, part, new())))?;
        let (mut all, mut reading) = (new(), corpus.unread.clone());
        for scanned in scanned {
            all.partial.merge(&scanned.fold.partial);
            all.of_calls.merge(&scanned.fold.of_calls);
            all.verbatim.merge(&scanned.fold.verbatim);
            all.audits += scanned.fold.audits;
            reading.add(&scanned.reading);
        }
        let state = State::new(context, all.partial, reading);
        let (tally, observed) = match &self.pool {
            Some(path) => (self.pooled(path, all.of_calls, empty)?, "the pool"),
            None if all.audits > 0 => (all.of_calls.observed_by(all.verbatim), "calls kept verbatim"),
            None => (all.of_calls, "traced calls"),
        };
        let found = signals(&tally, &state.report());
        let coverage = state.coverage_of_calls();
        match self.format {
            ResultFormat::Json => console.print_json(&Json {
                signals: &found,
                observed,
                reading: state.reading(),
                coverage: &coverage,
            })?,
            ResultFormat::Human => {
                let look = console.look(false);
                console.print(&render(&found, observed, &coverage, look))?;
            }
        }
        end(state.reading())?;
        Ok(Exit::Fine)
    }
}

impl Signals {
    /// The tally with the values of a pool in place of its own.
    fn pooled(&self, path: &std::path::Path, tally: Tally, mut observed: Tally) -> Result<Tally, Fault> {
        let pool = load_pool(path).map_err(|error| store_fault(&error))?;
        let Some(pool) = pool else {
            let message = format!("`{}` does not exist", path_name(path));
            return Err(Diagnostic::error("input::missing", message).into());
        };
        for observation in pool.observations() {
            observed.observe(&observation.action, &observation.key, &observation.value, observation.count);
        }
        Ok(tally.observed_by(observed))
    }
}

fn render(signals: &[Signal], observed: &str, coverage: &Coverage, look: Look) -> String {
    let mut out = String::new();
    for signal in signals {
        match signal {
            Signal::DeclareEnum { action, key, values, calls, top_share, .. } => {
                let values: Vec<String> = values
                    .iter()
                    .map(|value| visible(&serde_json::to_string(value).unwrap_or_default()))
                    .collect();
                let _ =
                    writeln!(out, "{}  {} `{}`", look.bold("declare-enum"), visible(action), visible(key));
                let _ = writeln!(
                    out,
                    "  {} values in {calls} observations, the first in {}: {}",
                    values.len(),
                    percent(*top_share),
                    values.join(", ")
                );
            }
            Signal::OverloadSplit { action, shape_entropy_bits, clusters } => {
                let _ = writeln!(out, "{}  {}", look.bold("overload-split"), visible(action));
                let _ = writeln!(
                    out,
                    "  {shape_entropy_bits} bits over its shapes; called with arguments that have nothing in common:"
                );
                for cluster in clusters {
                    let keys: Vec<String> = cluster.keys.iter().map(|key| visible(key)).collect();
                    let _ = writeln!(out, "    {:>6} × {}", cluster.calls, keys.join(", "));
                }
            }
            Signal::SequenceFuse { sequence, occurrences } => {
                let refs: Vec<String> = sequence.iter().map(|action| visible(action)).collect();
                let _ = writeln!(out, "{}  {occurrences} times", look.bold("sequence-fuse"));
                let _ = writeln!(out, "  {}", refs.join(" → "));
            }
        }
        out.push('\n');
    }
    if signals.is_empty() {
        out.push_str("no signal\n\n");
    }
    let _ = writeln!(out, "values observed in {observed}");
    out.push_str(&coverage_lines(coverage, look));
    out
}
