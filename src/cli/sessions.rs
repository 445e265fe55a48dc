//! `sessions`: each session measured on its own, and how the rate moves.

use std::cmp::Reverse;
use std::path::PathBuf;

use serde::Serialize;

use super::Run;
use super::console::Console;
use super::context::ContextArgs;
use super::corpus::{Corpus, ScanArgs, end, no_call, unread};
use super::exit::{Exit, Outcome};
use super::format::ResultFormat;
use super::outputs;
use super::table::{BAR, Column, bar, coverage_lines, percent, table};
use crate::cli::paint::{Look, wrap};
use crate::coverage::count;
use crate::coverage::row::Row;
use crate::diagnostic::json;
use crate::diagnostic::visible::written_out as visible;
use crate::evidence::Reading;
use crate::html::labels;
use crate::metric::{MetricReport, Partial, SessionRow, Sessions as All, State, Trend};

/// How many sessions are shown where not all are.
const SESSIONS: usize = 20;
/// How many models are shown where not all are.
const MODELS: usize = 15;

/// Measure each recorded session on its own, newest first, and how the rate moves
///
/// Exit codes: 0 measured, 2 something could not be read or wrong use.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:
  mkdir runs
  echo '{\"type\":\"session\"}' > runs/s.jsonl
  fabric-rules sessions runs")]
pub(super) struct Sessions {
    /// Folders of `*.jsonl` files, session files, or `-` for standard input
    #[arg(required = true, value_name = "DIR")]
    paths: Vec<PathBuf>,
    #[command(flatten)]
    context: ContextArgs,
    /// How the result is written
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    format: ResultFormat,
    /// Show long lists whole
    #[arg(long, short)]
    verbose: bool,
    #[command(flatten)]
    scan: ScanArgs,
}

#[derive(Serialize)]
struct SessionsResult<'s, U> {
    #[serde(flatten)]
    sessions: &'s All,
    reading: &'s Reading,
    coverage: &'s Row,
    unread: Vec<U>,
}

impl Run for Sessions {
    fn run(self, console: &mut Console) -> Outcome {
        console.promise(self.format);
        let cache = self.scan.written();
        let read = self.paths.iter().map(PathBuf::as_path).chain(self.context.read());
        outputs::distinct(outputs::cache_roles(&cache), read)?;
        let context = self.context.load()?;
        let corpus = Corpus::find(&self.paths)?;
        let parts = corpus.count(&self.scan, console, |part, scanned| {
            let report = MetricReport::new(&scanned.fold, &context);
            let row = SessionRow::new(part.name(), part.modified(), &report);
            (row.started(scanned.reading.started), scanned.fold, scanned.reading)
        })?;
        let (mut rows, mut all, mut reading) = (Vec::new(), Partial::default(), corpus.unread.clone());
        for (row, partial, of_session) in parts {
            rows.push(row);
            all.merge(&partial);
            reading.add(&of_session);
        }
        let sessions = All::new(rows);
        let state = State::new(context, all, reading);
        let coverage = state.coverage();
        match self.format {
            ResultFormat::Json => {
                console.print_json(&SessionsResult {
                    sessions: &sessions,
                    reading: state.reading(),
                    coverage: &coverage,
                    unread: json::values(&unread(state.reading()), &[]),
                })?;
            }
            ResultFormat::Human => {
                let look = console.look(self.verbose);
                let no_call = no_call(state.report().totals.action_operations, state.reading());
                console.print(&render(&sessions, no_call.as_deref(), &coverage, look))?;
            }
        }
        end(state.reading())?;
        Ok(Exit::Fine)
    }
}

fn render(all: &All, no_call: Option<&str>, coverage: &Row, look: Look) -> String {
    let mut out = no_call.map(|no_call| wrap("", "", no_call, look) + "\n").unwrap_or_default();
    let shown = look.shown(all.sessions.len(), SESSIONS);
    let times: Vec<Option<u64>> = all.sessions.iter().take(shown).map(SessionRow::time).collect();
    let rows: Vec<Vec<String>> = all
        .sessions
        .iter()
        .zip(labels(&times))
        .map(|(row, time)| {
            vec![
                visible(&row.file),
                time,
                row.action_operations.to_string(),
                percent(row.score),
                bar(row.score, BAR),
            ]
        })
        .collect();
    let columns = [
        Column::Name("session"),
        Column::Number("when"),
        Column::Number("calls"),
        Column::Number("rejected"),
        Column::Bar,
    ];
    if !rows.is_empty() {
        out.push_str(&table(&columns, &rows, look));
    }
    if all.sessions.len() > shown {
        out.push_str(&format!(
            "… and {}; `--verbose` shows them\n",
            count(all.sessions.len() - shown, "more session")
        ));
    }
    // One point has no direction.
    if let Some(Trend { count: number @ 2.., first: Some(first), last: Some(last), slope_per_step }) =
        all.trend
    {
        out.push_str(&format!(
            "\n{} with calls, from {} to {}, {} a session\n",
            count(number, "session"),
            percent(first),
            percent(last),
            signed(slope_per_step.get())
        ));
    }
    if !all.models.is_empty() {
        let shown = look.shown(all.models.len(), MODELS);
        let mut models: Vec<_> = all.models.iter().collect();
        // Those of most sessions; a sort that keeps the order of names within equals.
        models.sort_by_key(|model| Reverse(model.sessions));
        let rows: Vec<Vec<String>> = models
            .iter()
            .take(shown)
            .map(|model| {
                vec![
                    visible(&model.model),
                    model.sessions.to_string(),
                    percent(model.latest_score),
                    model.slope_per_step.map(|slope| signed(slope.get())).unwrap_or_default(),
                ]
            })
            .collect();
        let columns = [
            Column::Name("model"),
            Column::Number("sessions"),
            Column::Number("latest"),
            Column::Number("a session"),
        ];
        out.push('\n');
        out.push_str(&table(&columns, &rows, look));
        if all.models.len() > shown {
            out.push_str(&format!(
                "… and {} more models; `--verbose` shows them\n",
                all.models.len() - shown
            ));
        }
    }
    out.push('\n');
    out.push_str(&coverage_lines(coverage, look));
    out
}

/// A slope in percentage points.
fn signed(slope: f64) -> String {
    format!("{:+.2} points", slope * 100.0)
}
