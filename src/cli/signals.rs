//! `signals`: hints for the authors of tools, from recorded sessions.

use std::fmt::Write as _;
use std::path::PathBuf;

use serde::Serialize;

use super::Run;
use super::console::Console;
use super::corpus::{end, no_call, unread};
use super::exit::{Exit, Outcome};
use super::format::ResultFormat;
use super::lines::Jobs;
use super::observed::Observing;
use super::paint::{Look, wrap};
use super::surface;
use super::table::{coverage_lines, percent};
use crate::coverage::row::Row;
use crate::diagnostic::json;
use crate::diagnostic::visible::written_out as visible;
use crate::evidence::Reading;
use crate::metric::Context;
use crate::signals::Signal;

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
struct SignalsResult<'s, U> {
    signals: &'s [Signal],
    observed: &'static str,
    reading: &'s Reading,
    coverage: &'s Row,
    unread: Vec<U>,
}

impl Run for Signals {
    fn run(self, console: &mut Console) -> Outcome {
        console.promise(self.format);
        let loaded = surface::load(&self.surface)?;
        let surface = loaded.surface(self.server.as_deref())?;
        let context = Context::default().surface(surface.schemas(), surface.digest().ok().as_ref());
        let sessions = Observing { sessions: &self.sessions, pool: self.pool.as_deref(), jobs: self.jobs };
        let observed = sessions.observe(&surface, context, console)?;
        let state = &observed.state;
        let found = observed.signals(&state.report());
        let coverage = state.coverage_of_calls();
        match self.format {
            ResultFormat::Json => console.print_json(&SignalsResult {
                signals: &found,
                observed: observed.values,
                reading: state.reading(),
                coverage: &coverage,
                unread: json::values(&unread(state.reading()), &[]),
            })?,
            ResultFormat::Human => {
                let look = console.look(false);
                let no_call = no_call(state.report().totals.action_operations, state.reading());
                console.print(&render(&found, observed.values, no_call.as_deref(), &coverage, look))?;
            }
        }
        end(state.reading())?;
        Ok(Exit::Fine)
    }
}

fn render(signals: &[Signal], observed: &str, no_call: Option<&str>, coverage: &Row, look: Look) -> String {
    let mut out = no_call.map(|no_call| wrap("", "", no_call, look) + "\n").unwrap_or_default();
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
    if signals.is_empty() && no_call.is_none() {
        out.push_str("no signal\n\n");
    }
    let _ = writeln!(out, "values observed in {observed}");
    out.push_str(&coverage_lines(coverage, look));
    out
}
