//! Sessions go through a trial as they are read: what is kept grows with the refs, not with the calls.

use super::{Population, Replay, Trial};
use crate::evidence::{Fold, Reading, Record};
use crate::metric::Corpus;

/// What came of some sessions. Parts add up, in any order.
#[derive(Debug, Clone, Default)]
pub struct Replayed {
    /// The calls, replayed.
    pub replay: Replay,
    /// Which of them were samples.
    pub population: Population,
    /// The traces, counted.
    pub corpus: Corpus,
    /// What was read.
    pub reading: Reading,
}

/// One session on its way through a trial.
#[derive(Debug)]
pub struct Replaying<'t> {
    trial: &'t Trial,
    replayed: Replayed,
}

impl<'t> Replaying<'t> {
    /// A session of which nothing was read yet.
    pub fn new(trial: &'t Trial) -> Self {
        Self { trial, replayed: Replayed::default() }
    }

    /// What came of it; `reading` is what was read of it.
    pub fn end(self, reading: Reading) -> Replayed {
        Replayed { reading, ..self.replayed }
    }
}

impl Fold for Replaying<'_> {
    fn record(&mut self, record: Record<'_>) {
        let Self { trial, replayed } = self;
        replayed.corpus.trace(&record.trace);
        replayed.population.trace(trial, &record.trace);
        replayed.replay.trace(trial, &record.trace);
        record.each_audit(|call| {
            replayed.population.audit(trial, &call);
            replayed.replay.audit(trial, &call);
        });
    }
}

impl Replayed {
    /// Adds what came of another session.
    pub fn add(&mut self, other: Self) {
        self.replay.add(other.replay);
        self.population.add(&other.population);
        self.corpus.add(&other.corpus);
        self.reading.add(&other.reading);
    }
}
