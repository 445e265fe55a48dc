//! Counts of traces, made so that parts add up.
//!
//! // INVARIANT (exact merge): every member is a count, and every map holds counts by a key that
//! // depends on one trace alone. Addition is commutative and associative, so parts of a corpus
//! // counted anywhere, in any order and grouping, add up to the counts of the whole.
//!
//! Nothing is rounded here but the distances between two calls, each of which belongs to one trace.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{Figure, WitnessSummary, distance};
use crate::digest::Digest;
use crate::evidence::{FailureStage, Fold, NO_TASK, Operation, Outcome, Record, Trace};
use crate::json::{canonical, shape};

/// The counts of some traces.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Partial {
    pub(super) traces: u64,
    pub(super) operations: u64,
    pub(super) discovery: u64,
    pub(super) workflow: u64,
    pub(super) refs: BTreeMap<Box<str>, RefCounts>,
    pub(super) models: BTreeMap<Box<str>, ModelCounts>,
    /// By task key, then by the digest of a sequence of refs: how many traces called just these.
    /// A digest, because a sequence may be as long as a trace.
    pub(super) flows: BTreeMap<Box<str>, BTreeMap<Box<str>, u64>>,
    pub(super) witnesses: WitnessSummary,
}

/// The counts of one action.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct RefCounts {
    pub succeeded: u64,
    pub failed: u64,
    pub aborted: u64,
    pub timed_out: u64,
    pub rejections: u64,
    /// By shape signature.
    pub shapes: BTreeMap<Box<str>, u64>,
    /// Failed calls by stage.
    pub stages: BTreeMap<Box<str>, u64>,
    /// Pairs of a failed call and the next one, by their distance in millionths.
    pub churn: BTreeMap<u32, u64>,
    /// Those pairs of them whose distance is not exact, because their shapes are too long.
    #[serde(default, skip_serializing_if = "is_none")]
    pub approximate: u64,
}

impl Fold for Partial {
    fn record(&mut self, record: Record<'_>) {
        self.add(&record.trace);
    }
}

/// Whether there are none; `serde` hands over a reference.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "what `serde` calls")]
pub(super) fn is_none(count: &u64) -> bool {
    *count == 0
}

impl RefCounts {
    pub fn calls(&self) -> u64 {
        self.succeeded + self.failed + self.aborted + self.timed_out
    }
}

/// The counts of one model.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct ModelCounts {
    pub operations: u64,
    pub action_operations: u64,
    pub succeeded: u64,
    pub rejections: u64,
}

/// What the refs of discovery operations start with.
const DISCOVERY: &str = "fabric.discovery.";
/// What the refs of workflow operations start with.
const WORKFLOW: &str = "fabric.workflow.";

/// Whether operations on this ref are action operations, and so neither discovery nor workflow.
pub fn is_action(reference: &str) -> bool {
    !reference.starts_with(DISCOVERY) && !reference.starts_with(WORKFLOW)
}

/// The stage of a failed call that does not say where it failed.
const UNKNOWN_STAGE: &str = "unknown";

impl Partial {
    /// Whether there is a call to an action, and so something to divide by.
    pub fn is_called(&self) -> bool {
        !self.refs.is_empty()
    }

    /// The score: invocation rejections per action operation.
    pub fn score(&self) -> Figure {
        let sum = |count: fn(&RefCounts) -> u64| self.refs.values().map(count).sum();
        Figure::rate(sum(|counts| counts.rejections), sum(RefCounts::calls))
    }

    /// Counts one more trace.
    pub fn add(&mut self, trace: &Trace) {
        self.traces += 1;
        let mut model = ModelCounts::default();
        let mut sequence: Vec<String> = Vec::new();
        // The shape of each action's last call, where that failed.
        let mut failed: BTreeMap<&str, String> = BTreeMap::new();
        for operation in &trace.operations {
            self.operations += 1;
            model.operations += 1;
            if operation.action.starts_with(DISCOVERY) {
                self.discovery += 1;
            } else if operation.action.starts_with(WORKFLOW) {
                self.workflow += 1;
            } else {
                model.action_operations += 1;
                model.succeeded += u64::from(operation.outcome == Outcome::Succeeded);
                model.rejections += u64::from(operation.is_rejection());
                self.witnesses.count(operation);
                sequence.push(canonical::string(&operation.action));
                let shape = shape::signature(&operation.args);
                let before = failed.remove(&*operation.action);
                update(&mut self.refs, &operation.action, |counts: &mut RefCounts| {
                    counts.count(operation, &shape, before.as_deref());
                });
                if operation.outcome == Outcome::Failed {
                    failed.insert(&operation.action, shape);
                }
            }
        }
        if let Some(name) = trace.model.as_deref().filter(|name| !name.is_empty()) {
            update(&mut self.models, name, |counts: &mut ModelCounts| counts.add(&model));
        }
        if !sequence.is_empty() {
            let task = trace.task_key.as_deref().unwrap_or(NO_TASK);
            // As a JSON array, because a separator could stand in a ref.
            let sequence = Digest::of_text(&format!("[{}]", sequence.join(",")));
            update(&mut self.flows, task, |sequences| add_one(sequences, sequence.as_str()));
        }
    }

    /// Adds the counts of other traces.
    pub fn merge(&mut self, other: &Self) {
        self.traces += other.traces;
        self.operations += other.operations;
        self.discovery += other.discovery;
        self.workflow += other.workflow;
        for (name, counts) in &other.refs {
            update(&mut self.refs, name, |ours: &mut RefCounts| ours.add(counts));
        }
        for (name, counts) in &other.models {
            update(&mut self.models, name, |ours: &mut ModelCounts| ours.add(counts));
        }
        for (task, sequences) in &other.flows {
            update(&mut self.flows, task, |ours| add_counts(ours, sequences));
        }
        self.witnesses.add(&other.witnesses);
    }

    /// Failed calls to actions by stage, `unknown` where that was not recorded.
    pub fn stages(&self) -> BTreeMap<String, u64> {
        let mut stages = BTreeMap::new();
        for (stage, count) in self.refs.values().flat_map(|counts| &counts.stages) {
            *stages.entry(stage.to_string()).or_default() += count;
        }
        stages
    }

    /// Failed calls that were followed by another one of their action, by how much of the shape
    /// changed, in tenths: less than a tenth, less than two tenths, and so on.
    pub fn retries(&self) -> [u64; 10] {
        let mut tenths = [0; 10];
        for (distance, count) in self.refs.values().flat_map(|counts| &counts.churn) {
            let tenth = usize::try_from(distance / 100_000).unwrap_or(9).min(9);
            if let Some(place) = tenths.get_mut(tenth) {
                *place += count;
            }
        }
        tenths
    }

    /// What the witnesses say.
    pub fn witnesses(&self) -> WitnessSummary {
        self.witnesses
    }
}

impl RefCounts {
    fn count(&mut self, operation: &Operation, shape: &str, before: Option<&str>) {
        match operation.outcome {
            Outcome::Succeeded => self.succeeded += 1,
            Outcome::Failed => {
                self.failed += 1;
                let stage = operation.failure_stage.as_ref().map_or(UNKNOWN_STAGE, FailureStage::name);
                add_one(&mut self.stages, stage);
            }
            Outcome::Aborted => self.aborted += 1,
            Outcome::TimedOut => self.timed_out += 1,
        }
        self.rejections += u64::from(operation.is_rejection());
        add_one(&mut self.shapes, shape);
        if let Some(before) = before {
            let distance = distance(before, shape);
            *self.churn.entry(millionths(distance.figure)).or_default() += 1;
            self.approximate += u64::from(!distance.is_exact);
        }
    }

    fn add(&mut self, other: &Self) {
        self.succeeded += other.succeeded;
        self.failed += other.failed;
        self.aborted += other.aborted;
        self.timed_out += other.timed_out;
        self.rejections += other.rejections;
        add_counts(&mut self.shapes, &other.shapes);
        add_counts(&mut self.stages, &other.stages);
        for (distance, count) in &other.churn {
            *self.churn.entry(*distance).or_default() += count;
        }
        self.approximate += other.approximate;
    }
}

impl ModelCounts {
    fn add(&mut self, other: &Self) {
        self.operations += other.operations;
        self.action_operations += other.action_operations;
        self.succeeded += other.succeeded;
        self.rejections += other.rejections;
    }
}

fn add_counts(to: &mut BTreeMap<Box<str>, u64>, from: &BTreeMap<Box<str>, u64>) {
    for (key, count) in from {
        update(to, key, |ours| *ours += count);
    }
}

fn add_one(counts: &mut BTreeMap<Box<str>, u64>, key: &str) {
    update(counts, key, |count| *count += 1);
}

/// Changes the value at `key`, made if it is new. Copies the key only then.
fn update<V: Default>(map: &mut BTreeMap<Box<str>, V>, key: &str, change: impl FnOnce(&mut V)) {
    if let Some(value) = map.get_mut(key) {
        change(value);
    } else {
        let mut value = V::default();
        change(&mut value);
        map.insert(key.into(), value);
    }
}

/// A rounded distance, from 0 to 1, in millionths.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a whole number from 0 to 1,000,000"
)]
fn millionths(distance: Figure) -> u32 {
    (distance.get() * 1e6).round() as u32
}
