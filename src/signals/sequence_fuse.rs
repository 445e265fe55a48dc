//! `sequence-fuse`: actions that follow each other in several executions.

use std::collections::{BTreeMap, BTreeSet};

use super::overload_split::by_names;
use super::{MOST, Signal};
use crate::evidence::{Operation, Outcome, Trace};

/// How long a sequence worth fusing is.
const LENGTH: std::ops::RangeInclusive<usize> = 3..=6;
/// In how many executions it must stand.
const TRACES: u64 = 3;
/// Refs of the host itself, which no author of a tool can fuse.
const HOST: [&str; 2] = ["fabric.", "pi."];

/// How often each sequence of refs stands in runs of successful calls.
#[derive(Debug, Clone, Default)]
pub(super) struct Sequences {
    counts: BTreeMap<Vec<Box<str>>, Counts>,
}

#[derive(Debug, Clone, Copy, Default)]
struct Counts {
    occurrences: u64,
    traces: u64,
}

impl Sequences {
    /// Counts the sequences of one more trace.
    pub fn add(&mut self, trace: &Trace) {
        let mut seen: BTreeSet<&[&str]> = BTreeSet::new();
        let refs: Vec<&str> = trace.operations.iter().map(|operation| &*operation.action).collect();
        let mut start = 0;
        for run in trace.operations.split(|operation| !continues(operation)) {
            let refs = refs.get(start..start + run.len()).unwrap_or_default();
            // The call that ended the run stands between it and the next one.
            start += run.len() + 1;
            for window in LENGTH.flat_map(|length| refs.windows(length)).filter(|window| distinct(window)) {
                let key: Vec<Box<str>> = window.iter().map(|action| (*action).into()).collect();
                let counts = self.counts.entry(key).or_default();
                counts.occurrences += 1;
                counts.traces += u64::from(seen.insert(window));
            }
        }
    }

    pub fn merge(&mut self, other: &Self) {
        for (sequence, theirs) in &other.counts {
            let ours = self.counts.entry(sequence.clone()).or_default();
            ours.occurrences += theirs.occurrences;
            ours.traces += theirs.traces;
        }
    }
}

fn continues(operation: &Operation) -> bool {
    operation.outcome == Outcome::Succeeded && !HOST.iter().any(|prefix| operation.action.starts_with(prefix))
}

fn distinct(refs: &[&str]) -> bool {
    refs.iter().enumerate().all(|(index, action)| !refs.iter().skip(index + 1).any(|other| other == action))
}

/// The signals, longest first, at most eight; none is a part of another.
pub(super) fn signals(sequences: &Sequences) -> Vec<Signal> {
    let mut ranked: Vec<(&Vec<Box<str>>, u64)> = sequences
        .counts
        .iter()
        .filter(|(_, counts)| counts.traces >= TRACES)
        .map(|(sequence, counts)| (sequence, counts.occurrences))
        .collect();
    ranked.sort_by(|a, b| {
        b.0.len().cmp(&a.0.len()).then_with(|| b.1.cmp(&a.1)).then_with(|| by_names(a.0, b.0))
    });
    let mut chosen: Vec<(&Vec<Box<str>>, u64)> = Vec::new();
    for (sequence, occurrences) in ranked {
        if chosen.len() == MOST {
            break;
        }
        // Longer ones were chosen first, so a chosen one is never a part of this one.
        let is_part =
            |longer: &[Box<str>]| longer.windows(sequence.len()).any(|window| window == &**sequence);
        if !chosen.iter().any(|(longer, _)| is_part(longer)) {
            chosen.push((sequence, occurrences));
        }
    }
    let signal = |(sequence, occurrences): (&Vec<Box<str>>, u64)| Signal::SequenceFuse {
        sequence: sequence.clone(),
        occurrences,
    };
    chosen.into_iter().map(signal).collect()
}
