//! What recorded sessions say of the actions of a surface: counts, and the values that arguments took.

use std::path::{Path, PathBuf};
use std::sync::Mutex;

use super::console::Console;
use super::corpus::{Corpus, fold};
use super::exit::Fault;
use super::lines::Jobs;
use super::store::store_fault;
use crate::diagnostic::Diagnostic;
use crate::metric::{Context, MetricReport, State};
use crate::pool::Pool;
use crate::signals::{Observed as Counts, Signal, Tally, signals};
use crate::store::{load_pool, path_name};
use crate::surface::Surface;

/// Sessions to observe.
pub(super) struct Observing<'a> {
    /// Session files, and folders of them; there may be none.
    pub(super) sessions: &'a [PathBuf],
    /// A pool, whose values take the place of those of the sessions.
    pub(super) pool: Option<&'a Path>,
    /// How many threads read.
    pub(super) jobs: Jobs,
}

/// What was observed.
pub(super) struct Observed {
    /// The measurement.
    pub(super) state: State,
    /// Where the values of arguments come from, in words.
    pub(super) values: &'static str,
    tally: Tally,
}

impl Observing<'_> {
    /// Reads the sessions, and measures them in `context`.
    pub(super) fn observe(
        &self,
        surface: &Surface<'_>,
        context: Context,
        console: &Console,
    ) -> Result<Observed, Fault> {
        let none = Counts::new(surface.schemas());
        let corpus = Corpus::find(self.sessions)?;
        // Counts are added as they come, so that memory does not grow with the number of files.
        let all = Mutex::new((none.part(), corpus.unread.clone()));
        corpus.scan(self.jobs, console, |scanner, part| {
            let scanned = fold(scanner, part, none.part());
            if let Ok(mut all) = all.lock() {
                all.0.merge(&scanned.fold);
                all.1.add(&scanned.reading);
            }
            Ok(())
        })?;
        let (counts, reading) = all.into_inner().unwrap_or_else(|_| (none, corpus.unread.clone()));
        let pool = self.pool.map(pool).transpose()?;
        let (partial, tally, origin) = counts.settle(pool.as_ref().map(Pool::observations));
        Ok(Observed { state: State::new(context, partial, reading), values: origin.as_str(), tally })
    }
}

impl Observed {
    /// The review signals, given the report of the measurement.
    pub(super) fn signals(&self, report: &MetricReport) -> Vec<Signal> {
        signals(&self.tally, report)
    }
}

/// The pool in the file at `path`, which must be there.
fn pool(path: &Path) -> Result<Pool, Fault> {
    load_pool(path).map_err(|error| store_fault(&error))?.ok_or_else(|| {
        let message = format!("`{}` does not exist", path_name(path));
        Diagnostic::error("input::missing", message).into()
    })
}
