//! Sessions go through a trial as they are read: what is kept grows with the refs, not with the calls.

use std::sync::Mutex;

use crate::certify::Corpus as Counts;
use crate::cli::console::Console;
use crate::cli::corpus::{Corpus, fold};
use crate::cli::exit::Fault;
use crate::cli::lines::Jobs;
use crate::evidence::{Reading, Record};
use crate::store::Fold;
use crate::trial::{Population, Replay, Trial};

/// What came of all sessions.
#[derive(Default)]
pub(in crate::cli) struct Sifted {
    pub(in crate::cli) replay: Replay,
    pub(in crate::cli) population: Population,
    pub(in crate::cli) counts: Counts,
    pub(in crate::cli) reading: Reading,
}

/// One session on its way.
struct Sieve<'t> {
    trial: &'t Trial<'t>,
    sifted: Sifted,
}

impl Fold for Sieve<'_> {
    fn record(&mut self, record: Record<'_>) {
        let Self { trial, sifted } = self;
        sifted.counts.trace(&record.trace);
        sifted.population.trace(trial, &record.trace);
        sifted.replay.trace(trial, &record.trace);
        record.each_audit(|call| {
            sifted.population.audit(trial, &call);
            sifted.replay.audit(trial, &call);
        });
    }
}

impl Sifted {
    /// Adds what came of another session.
    fn add(&mut self, other: Self) {
        self.replay.add(other.replay);
        self.population.add(&other.population);
        self.counts.add(&other.counts);
        self.reading.add(&other.reading);
    }
}

/// Puts all sessions through `trial`.
pub(in crate::cli) fn sift(
    corpus: &Corpus,
    jobs: Jobs,
    console: &Console,
    trial: &Trial<'_>,
) -> Result<Sifted, Fault> {
    let all = Mutex::new(Sifted { reading: corpus.unread.clone(), ..Sifted::default() });
    // Added as they come: the order of sums means nothing, and memory does not grow with the files.
    corpus.scan(jobs, console, |scanner, part| {
        let scanned = fold(scanner, part, Sieve { trial, sifted: Sifted::default() });
        let of_session = Sifted { reading: scanned.reading, ..scanned.fold.sifted };
        if let Ok(mut all) = all.lock() {
            all.add(of_session);
        }
        Ok(())
    })?;
    Ok(all.into_inner().unwrap_or_default())
}
