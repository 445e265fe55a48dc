//! What recorded sessions say of the actions of a surface: counts, and the values that arguments took.

use std::path::{Path, PathBuf};
use std::sync::Mutex;

use super::console::Console;
use super::corpus::{Corpus, fold};
use super::exit::Fault;
use super::lines::Jobs;
use super::store::store_fault;
use crate::diagnostic::Diagnostic;
use crate::evidence::Record;
use crate::metric::{Context, Partial, Report, State};
use crate::signals::{Signal, Tally, signals};
use crate::store::{Fold, load_pool, path_name};
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

/// What is counted of sessions: observed values apart, from both places where they may be found.
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

impl Counts {
    fn new(empty: &Tally) -> Self {
        Self { partial: Partial::default(), of_calls: empty.clone(), verbatim: empty.clone(), audits: 0 }
    }

    fn merge(&mut self, other: &Self) {
        self.partial.merge(&other.partial);
        self.of_calls.merge(&other.of_calls);
        self.verbatim.merge(&other.verbatim);
        self.audits += other.audits;
    }
}

impl Observing<'_> {
    /// Reads the sessions, and measures them in `context`.
    ///
    /// Values are those of the pool, where there is one; else those of calls that were kept verbatim;
    /// else the arguments of all traced calls.
    pub(super) fn observe(
        &self,
        surface: &Surface<'_>,
        context: Context,
        console: &Console,
    ) -> Result<Observed, Fault> {
        let empty = Tally::new(surface.schemas());
        let corpus = Corpus::find(self.sessions)?;
        // Counts are added as they come, so that memory does not grow with the number of files.
        let all = Mutex::new((Counts::new(&empty), corpus.unread.clone()));
        corpus.scan(self.jobs, console, |scanner, part| {
            let scanned = fold(scanner, part, Counts::new(&empty));
            if let Ok(mut all) = all.lock() {
                all.0.merge(&scanned.fold);
                all.1.add(&scanned.reading);
            }
            Ok(())
        })?;
        let (counts, reading) =
            all.into_inner().unwrap_or_else(|_| (Counts::new(&empty), corpus.unread.clone()));
        let (tally, values) = match self.pool {
            Some(path) => (pooled(path, counts.of_calls, empty)?, "the pool"),
            None if counts.audits > 0 => {
                (counts.of_calls.observed_by(counts.verbatim), "calls kept verbatim")
            }
            None => (counts.of_calls, "traced calls"),
        };
        Ok(Observed { state: State::new(context, counts.partial, reading), values, tally })
    }
}

impl Observed {
    /// The review signals, given the report of the measurement.
    pub(super) fn signals(&self, report: &Report) -> Vec<Signal> {
        signals(&self.tally, report)
    }
}

/// The tally with the values of a pool in place of its own.
fn pooled(path: &Path, tally: Tally, mut observed: Tally) -> Result<Tally, Fault> {
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
