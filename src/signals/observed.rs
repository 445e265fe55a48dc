//! Observed values from both places where a session may hold them, and which of them count.

use super::Tally;
use crate::evidence::{Fold, Observation, Record};
use crate::json::Node;
use crate::metric::Partial;

/// What is counted of sessions. Parts add up.
#[derive(Debug, Clone)]
pub struct Observed {
    partial: Partial,
    /// Nothing, with the places of what is observed.
    empty: Tally,
    of_calls: Tally,
    verbatim: Tally,
    audits: u64,
}

/// Where the values that count come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// A pool.
    Pool,
    /// Calls that were kept verbatim.
    Verbatim,
    /// The arguments of all traced calls.
    Traced,
}

impl Origin {
    /// In words.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Pool => "the pool",
            Self::Verbatim => "calls kept verbatim",
            Self::Traced => "traced calls",
        }
    }
}

impl Fold for Observed {
    fn record(&mut self, record: Record<'_>) {
        self.partial.add(&record.trace);
        self.of_calls.add(&record.trace);
        self.of_calls.observe_calls(&record.trace);
        record.each_observation(|observation| {
            self.audits += 1;
            observe(&mut self.verbatim, &observation);
        });
    }
}

impl Observed {
    /// Nothing counted yet, of the actions of a surface.
    pub fn new<'s>(surface: impl IntoIterator<Item = (&'s str, &'s Node)>) -> Self {
        let empty = Tally::new(surface);
        let (of_calls, verbatim) = (empty.clone(), empty.clone());
        Self { partial: Partial::default(), empty, of_calls, verbatim, audits: 0 }
    }

    /// The same, with nothing counted: where another part begins.
    #[must_use]
    pub fn part(&self) -> Self {
        let empty = || self.empty.clone();
        Self { partial: Partial::default(), empty: empty(), of_calls: empty(), verbatim: empty(), audits: 0 }
    }

    /// Adds the counts of another part.
    pub fn merge(&mut self, other: &Self) {
        self.partial.merge(&other.partial);
        self.of_calls.merge(&other.of_calls);
        self.verbatim.merge(&other.verbatim);
        self.audits += other.audits;
    }

    /// The counts for the metric, and those for signals, with the values that count: those of a pool,
    /// where there is one; else those of calls that were kept verbatim; else the arguments of all traced
    /// calls.
    pub fn settle(self, pool: Option<impl IntoIterator<Item = Observation>>) -> (Partial, Tally, Origin) {
        let Self { partial, empty, of_calls, verbatim, audits } = self;
        let (tally, origin) = match pool {
            Some(pool) => {
                let mut pooled = empty;
                pool.into_iter().for_each(|observation| observe(&mut pooled, &observation));
                (of_calls.observed_by(pooled), Origin::Pool)
            }
            None if audits > 0 => (of_calls.observed_by(verbatim), Origin::Verbatim),
            None => (of_calls, Origin::Traced),
        };
        (partial, tally, origin)
    }
}

fn observe(tally: &mut Tally, observation: &Observation) {
    tally.observe(&observation.action, &observation.key, &observation.value, observation.count);
}
