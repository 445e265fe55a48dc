//! The counts that signals are made of. Like a measurement, parts of them add up.

use std::collections::BTreeMap;

use super::{declare_enum, sequence_fuse};
use crate::evidence::{Trace, Value};
use crate::json::{Node, compare};

/// Counts of traces and of observed values.
#[derive(Debug, Clone, Default)]
pub struct Tally {
    pub(super) observed: BTreeMap<Box<str>, BTreeMap<Box<str>, declare_enum::Values>>,
    pub(super) key_sets: BTreeMap<Box<str>, BTreeMap<Vec<Box<str>>, u64>>,
    pub(super) sequences: sequence_fuse::Sequences,
}

impl Tally {
    /// Nothing counted yet. Values are observed only of the arguments that the surface marks.
    pub fn new<'s>(surface: impl IntoIterator<Item = (&'s str, &'s Node)>) -> Self {
        let mut tally = Self::default();
        for (action, schema) in surface {
            let keys = declare_enum::candidates(schema);
            let keys = keys.map(|key| (key.into(), declare_enum::Values::default()));
            tally.observed.insert(action.into(), keys.collect());
        }
        tally
    }

    /// Counts one more trace.
    pub fn add(&mut self, trace: &Trace) {
        for operation in &trace.operations {
            let members = operation.args.as_object().unwrap_or_default();
            let mut keys: Vec<Box<str>> = members.iter().map(|member| member.name.clone()).collect();
            keys.sort_by(|a, b| compare(a, b));
            *self.key_sets.entry(operation.action.clone()).or_default().entry(keys).or_default() += 1;
        }
        self.sequences.add(trace);
    }

    /// Observes the scalar arguments of a trace's calls.
    pub fn observe_calls(&mut self, trace: &Trace) {
        for operation in &trace.operations {
            for member in operation.args.as_object().unwrap_or_default() {
                if let Some(value) = Value::of(&member.value) {
                    self.observe(&operation.action, &member.name, &value, 1);
                }
            }
        }
    }

    /// Observes a value, `count` times.
    pub fn observe(&mut self, action: &str, key: &str, value: &Value, count: u64) {
        if let Some(values) = self.observed.get_mut(action).and_then(|keys| keys.get_mut(key)) {
            values.observe(value, count);
        }
    }

    /// The same with the values that another tally observed.
    #[must_use]
    pub fn observed_by(self, other: Self) -> Self {
        Self { observed: other.observed, ..self }
    }

    /// Adds the counts of another tally of the same surface.
    pub fn merge(&mut self, other: &Self) {
        for (action, keys) in &other.observed {
            for (key, theirs) in keys {
                let ours = self.observed.entry(action.clone()).or_default();
                ours.entry(key.clone()).or_default().merge(theirs);
            }
        }
        for (action, sets) in &other.key_sets {
            for (keys, calls) in sets {
                let ours = self.key_sets.entry(action.clone()).or_default();
                *ours.entry(keys.clone()).or_default() += calls;
            }
        }
        self.sequences.merge(&other.sequences);
    }
}
