//! `sessions`: each session measured on its own, and how the rate moves.

use std::cmp::Reverse;
use std::path::PathBuf;

use serde::Serialize;

use super::Run;
use super::console::Console;
use super::context::ContextArgs;
use super::corpus::{Corpus, ScanArgs, end};
use super::exit::{Exit, Outcome};
use super::format::ResultFormat;
use super::table::{BAR, Column, bar, coverage_lines, percent, table};
use crate::cli::paint::Look;
use crate::diagnostic::visible::written_out as visible;
use crate::evidence::Reading;
use crate::html::day;
use crate::metric::{Partial, Report, SessionRow, Sessions as All, State};
use crate::report::Coverage;
use crate::report::coverage::count;

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
struct Json<'s> {
    #[serde(flatten)]
    sessions: &'s All,
    reading: &'s Reading,
    coverage: &'s Coverage,
}

impl Run for Sessions {
    fn run(self, console: &mut Console) -> Outcome {
        let context = self.context.load()?;
        let corpus = Corpus::find(&self.paths)?;
        let parts = corpus.count(&self.scan, console, |part, scanned| {
            let report = Report::new(&scanned.fold, &context);
            (SessionRow::new(part.name(), part.modified(), &report), scanned.fold, scanned.reading)
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
                console.print_json(&Json {
                    sessions: &sessions,
                    reading: state.reading(),
                    coverage: &coverage,
                })?;
            }
            ResultFormat::Human => {
                let look = console.look(self.verbose);
                console.print(&render(&sessions, &coverage, look))?;
            }
        }
        end(state.reading())?;
        Ok(Exit::Fine)
    }
}

fn render(all: &All, coverage: &Coverage, look: Look) -> String {
    let shown = look.shown(all.sessions.len(), SESSIONS);
    let rows: Vec<Vec<String>> = all
        .sessions
        .iter()
        .take(shown)
        .map(|row| {
            vec![
                visible(&row.file),
                row.modified.map(day).unwrap_or_default(),
                row.action_operations.to_string(),
                percent(row.score),
                bar(row.score, BAR),
            ]
        })
        .collect();
    let columns = [
        Column::Name("session"),
        Column::Number("day"),
        Column::Number("calls"),
        Column::Number("rejected"),
        Column::Bar,
    ];
    let mut out = table(&columns, &rows, look);
    if all.sessions.len() > shown {
        out.push_str(&format!(
            "… and {}; `--verbose` shows them\n",
            count(all.sessions.len() - shown, "more session")
        ));
    }
    if let (Some(first), Some(last)) = (all.trend.first, all.trend.last) {
        out.push_str(&format!(
            "\n{}, from {} to {}, {} a session\n",
            count(all.trend.count, "session"),
            percent(first),
            percent(last),
            signed(all.trend.slope_per_step.get())
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
                    signed(model.slope_per_step.get()),
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
