//! `pool update`: merge sessions into the pool, each content once.

use std::path::PathBuf;

use serde::Serialize;

use crate::cli::Run;
use crate::cli::console::Console;
use crate::cli::corpus::{Corpus, Part, end, fold, unread};
use crate::cli::exit::{Exit, Outcome};
use crate::cli::format::ResultFormat;
use crate::cli::lines::Jobs;
use crate::cli::outputs::{self, Role};
use crate::cli::store::{StoreArgs, store_fault};
use crate::cli::table::coverage_lines;
use crate::coverage::row::Row;
use crate::coverage::{count, many};
use crate::diagnostic::json;
use crate::diagnostic::visible::written_out as visible;
use crate::evidence::{Observation, Reading, Record};
use crate::metric::coverage_of_verbatim_calls;
use crate::pool::{Merged, Window};
use crate::store::{path_name, pool_path, update_pool};

/// Merge the values of recorded sessions into the pool
///
/// A session counts once for each content; one that changed replaces what it gave before. Standard
/// input is no file that could change: each content of it is a session of its own. The pool is locked while it is written, and a damaged one is an error and stays as it is.
///
/// Exit codes: 0 fine, 2 something could not be read or written, or wrong use.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:
  echo '{\"type\":\"session\"}' > s.jsonl
  fabric-rules pool update --sessions s.jsonl --store .")]
pub(super) struct Update {
    /// Folders of `*.jsonl` files, session files, or `-` for standard input
    #[arg(long, required = true, value_name = "DIR")]
    sessions: Vec<PathBuf>,
    #[command(flatten)]
    store: StoreArgs,
    /// How the result is written
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    format: ResultFormat,
    #[command(flatten)]
    jobs: Jobs,
}

#[derive(Serialize)]
struct UpdateResult<'s, U> {
    #[serde(flatten)]
    merged: Merged,
    entries: usize,
    reading: &'s Reading,
    coverage: &'s Row,
    unread: Vec<U>,
}

impl Run for Update {
    fn run(self, console: &mut Console) -> Outcome {
        console.promise(self.format);
        let path = pool_path(self.store.folder());
        outputs::distinct(
            [Role { option: "--store", path: &path }],
            self.sessions.iter().map(PathBuf::as_path),
        )?;
        let corpus = Corpus::find(&self.sessions)?;
        let scanned = corpus.scan(self.jobs, console, |scanner, part| {
            let mut observations: Vec<Observation> = Vec::new();
            let observe = |record: Record<'_>| {
                record.each_observation(|observation| observations.push(observation));
            };
            let reading = fold(scanner, part, observe).reading;
            let window = match part {
                Part::Stdin => Window::of_stream(&part.name(), observations),
                Part::File(source) => Window::new(source.full_name(), observations),
            };
            Ok((part.modified(), window, reading))
        })?;
        let (mut windows, mut reading) = (Vec::new(), corpus.unread.clone());
        for (modified, window, of_session) in scanned {
            windows.push((modified, window));
            reading.add(&of_session);
        }
        if !reading.is_understood() {
            end(&reading)?;
        }
        // The oldest first, because that is the one that is baked first.
        windows.sort_by_key(|(modified, _)| *modified);
        let windows = windows.into_iter().map(|(_, window)| window);
        let (merged, pool) = update_pool(&path, windows).map_err(|error| store_fault(&error))?;
        let coverage = coverage_of_verbatim_calls(&reading);
        match self.format {
            ResultFormat::Json => console.print_json(&UpdateResult {
                merged,
                entries: pool.entries().len(),
                reading: &reading,
                coverage: &coverage,
                unread: json::values(&unread(&reading), &[]),
            })?,
            ResultFormat::Human => {
                let look = console.look(false);
                console.print(&format!(
                    "{}: {} merged, {} there already, {}\n",
                    visible(&path_name(&path)),
                    many(merged.merged_sessions, "session"),
                    merged.skipped_sessions,
                    count(pool.entries().len(), "argument")
                ))?;
                console.print(&coverage_lines(&coverage, look))?;
            }
        }
        end(&reading)?;
        Ok(Exit::Fine)
    }
}
