//! `overload-split`: one action that is called in disjoint ways.

use std::collections::BTreeMap;

use super::{Cluster, MOST, Signal};
use crate::json::compare;
use crate::metric::{MetricReport, RefRow};

/// Fewer bits over an action's shapes say nothing.
const BITS: f64 = 1.0;
/// A set of arguments that was given once may be a slip.
const CALLS: u64 = 2;

type KeySets = BTreeMap<Vec<Box<str>>, u64>;

/// The signals by ref, at most eight.
pub(super) fn signals(key_sets: &BTreeMap<Box<str>, KeySets>, report: &MetricReport) -> Vec<Signal> {
    let mut rows: Vec<&RefRow> =
        report.refs.iter().filter(|row| row.shape_entropy_bits.get() >= BITS).collect();
    rows.sort_by(|a, b| compare(&a.action, &b.action));
    let signal = |row: &RefRow| {
        let clusters = clusters(key_sets.get(&row.action)?);
        (clusters.len() >= 2).then(|| Signal::OverloadSplit {
            action: row.action.clone(),
            shape_entropy_bits: row.shape_entropy_bits,
            clusters,
        })
    };
    rows.into_iter().filter_map(signal).take(MOST).collect()
}

/// A greedy choice of sets that have no name in common, the most frequent first.
///
/// The empty set shares no name with any other, but a call without optional arguments is no other
/// way to call an action, so it is not a choice.
fn clusters(sets: &KeySets) -> Vec<Cluster> {
    let mut ranked: Vec<(&[Box<str>], u64)> = sets
        .iter()
        .filter(|(keys, calls)| **calls >= CALLS && !keys.is_empty())
        .map(|(keys, calls)| (&**keys, *calls))
        .collect();
    ranked.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| by_names(a.0, b.0)));
    let mut chosen: Vec<Cluster> = Vec::new();
    for (keys, calls) in ranked {
        let is_taken = keys.iter().any(|key| chosen.iter().any(|cluster| cluster.keys.contains(key)));
        if chosen.len() < MOST && !is_taken {
            chosen.push(Cluster { keys: keys.to_vec(), calls });
        }
    }
    chosen
}

/// Orders lists of names, each by code units, a list before its continuations.
pub(super) fn by_names(a: &[Box<str>], b: &[Box<str>]) -> std::cmp::Ordering {
    let differs = a.iter().zip(b).map(|(a, b)| compare(a, b)).find(|order| order.is_ne());
    differs.unwrap_or_else(|| a.len().cmp(&b.len()))
}
