//! Review signals: hints for the authors of tools and conventions, never applied by anything.
//!
//! | signal | what it hints at |
//! | --- | --- |
//! | [`Signal::DeclareEnum`] | an open argument that takes few values: declare them |
//! | [`Signal::OverloadSplit`] | one action called in disjoint ways: it may be two |
//! | [`Signal::SequenceFuse`] | actions that follow each other again and again: offer one |
//!
//! Traces are counted once each by [`Tally`], so a corpus need not be held in memory.

mod declare_enum;
mod observed;
mod overload_split;
mod sequence_fuse;
mod tally;

use serde::Serialize;

pub use observed::{Observed, Origin};
pub use tally::Tally;

use crate::evidence::{Observation, Trace, Value};
use crate::json::Node;
use crate::metric::{Figure, MetricReport};

/// How many signals of one kind are given, and how many clusters of one signal.
const MOST: usize = 8;

/// A review signal with its evidence.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case", rename_all_fields = "camelCase")]
#[non_exhaustive]
pub enum Signal {
    /// An argument marked as a candidate takes few values.
    DeclareEnum {
        /// The ref of the action.
        #[serde(rename = "ref")]
        action: Box<str>,
        /// The argument.
        key: Box<str>,
        /// Its values, the most frequent first.
        values: Vec<Value>,
        /// Observations.
        calls: u64,
        /// How many values there are.
        distinct: usize,
        /// The share of the most frequent value.
        top_share: Figure,
    },
    /// An action is called with sets of arguments that have nothing in common.
    OverloadSplit {
        /// The ref of the action.
        #[serde(rename = "ref")]
        action: Box<str>,
        /// Bits over its shapes.
        shape_entropy_bits: Figure,
        /// The sets, the most frequent first.
        clusters: Vec<Cluster>,
    },
    /// Actions follow each other in several executions.
    SequenceFuse {
        /// Their refs, in order.
        sequence: Vec<Box<str>>,
        /// How often, over all executions.
        occurrences: u64,
    },
}

/// A set of argument names that an action is called with.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Cluster {
    /// The names, sorted.
    pub keys: Vec<Box<str>>,
    /// Calls with just these.
    pub calls: u64,
}

/// The signals of a tally and of the report of the same traces.
pub fn signals(tally: &Tally, report: &MetricReport) -> Vec<Signal> {
    let mut signals = declare_enum::signals(&tally.observed);
    signals.extend(overload_split::signals(&tally.key_sets, report));
    signals.extend(sequence_fuse::signals(&tally.sequences));
    signals
}

/// The signals of traces, of the declared actions and of value observations.
///
/// The observations given count, even an empty list of them; where none are given at all, the scalar
/// arguments of all traced calls.
pub fn of_traces<'t>(
    traces: impl IntoIterator<Item = &'t Trace>,
    surface: impl IntoIterator<Item = (&'t str, &'t Node)>,
    observations: Option<&[Observation]>,
    report: &MetricReport,
) -> Vec<Signal> {
    let mut tally = Tally::new(surface);
    for trace in traces {
        tally.add(trace);
        if observations.is_none() {
            tally.observe_calls(trace);
        }
    }
    for observation in observations.unwrap_or_default() {
        tally.observe(&observation.action, &observation.key, &observation.value, observation.count);
    }
    signals(&tally, report)
}
