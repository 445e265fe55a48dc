//! Counts and context become figures.

use serde::Serialize;

use super::figure::{float, mean};
use super::partial::{ModelCounts, Partial, RefCounts, is_none};
use super::{Context, Figure, METRIC_VERSION, entropy};
use crate::json::compare;

/// How many shape signatures a row lists.
const SIGNATURES: usize = 8;

/// The report of metric version 3.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct MetricReport {
    /// Always [`METRIC_VERSION`].
    pub metric_version: u8,
    /// The digest given, else empty.
    pub catalog_digest: Box<str>,
    /// Counts.
    pub totals: Totals,
    /// Bits over each ref's shape signatures, weighted by calls.
    pub shape_entropy_bits: Figure,
    /// Bits over each ref's failure stages, weighted by failures.
    pub failure_stage_entropy_bits: Figure,
    /// Mean distance between a failed call and the next call of its ref.
    pub churn_rate: Figure,
    /// How many of those distances are not exact, because the shapes are too long; written where any is.
    #[serde(skip_serializing_if = "is_none")]
    pub approximate_distances: u64,
    /// Discovery operations per action operation.
    pub navigation_ratio: Figure,
    /// Bits over each task's sequences of refs, weighted by traces.
    pub flow_entropy_bits: Figure,
    /// All repair rows.
    pub lexicon_rows: u64,
    /// The sum of the rows' freedom.
    pub static_freedom: Figure,
    /// A quarter of the mean freedom of a call.
    pub static_score: Figure,
    /// Invocation rejections per action operation.
    pub behavioral_score: Figure,
    /// The score: the behavioral score, and nothing else.
    pub score: Figure,
    /// One row for each action called, worst first.
    pub refs: Vec<RefRow>,
    /// One row for each model, by name.
    pub by_model: Vec<ModelRow>,
}

/// The counts of a [`MetricReport`].
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Totals {
    /// Executions.
    pub traces: u64,
    /// Operations of every kind.
    pub operations: u64,
    /// Operations that are neither discovery nor workflow.
    pub action_operations: u64,
    /// Operations on `fabric.discovery.` refs.
    pub discovery_operations: u64,
    /// Operations on `fabric.workflow.` refs.
    pub workflow_operations: u64,
    /// Action operations that succeeded.
    pub succeeded: u64,
    /// Action operations that failed, at any stage.
    pub failed: u64,
    /// Action operations that were aborted.
    pub aborted: u64,
    /// Action operations that timed out.
    pub timed_out: u64,
    /// Action operations that failed before they reached their action.
    pub invocation_rejections: u64,
    /// The score in thousandths.
    pub invocation_rejections_per1k: Figure,
}

/// The figures of one action.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct RefRow {
    /// The ref.
    #[serde(rename = "ref")]
    pub action: Box<str>,
    /// Operations.
    pub calls: u64,
    /// Those that succeeded.
    pub succeeded: u64,
    /// Those that failed, at any stage.
    pub failed: u64,
    /// The most frequent shapes, at most eight.
    pub shape_signatures: Vec<ShapeCount>,
    /// Bits over all shapes.
    pub shape_entropy_bits: Figure,
    /// Bits over the stages of failed calls.
    pub failure_stage_entropy_bits: Figure,
    /// Mean distance between a failed call and the next one.
    pub churn_rate: Figure,
    /// Repair rows.
    pub lexicon_rows: u64,
    /// The freedom of the declared schema; 0 where there is none.
    pub static_freedom: Figure,
    /// Invocation rejections per call.
    pub score: Figure,
}

/// A shape and how many calls had it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ShapeCount {
    /// The shape signature.
    pub signature: Box<str>,
    /// Calls.
    pub count: u64,
}

/// The figures of one model.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ModelRow {
    /// `provider/model`.
    pub model: Box<str>,
    /// Operations of every kind.
    pub operations: u64,
    /// Operations that are neither discovery nor workflow.
    pub action_operations: u64,
    /// Action operations that succeeded.
    pub succeeded: u64,
    /// Action operations that failed before they reached their action.
    pub invocation_rejections: u64,
    /// The score in thousandths.
    pub invocation_rejections_per1k: Figure,
    /// Invocation rejections per action operation.
    pub behavioral_score: Figure,
}

impl MetricReport {
    /// The report of some counts in a context.
    pub fn new(partial: &Partial, context: &Context) -> Self {
        let totals = Totals::new(partial);
        // By ref in code units: sums of doubles are taken in this order.
        let mut refs: Vec<RefRow> =
            partial.refs.iter().map(|(action, counts)| RefRow::new(action, counts, context)).collect();
        refs.sort_by(|a, b| compare(&a.action, &b.action));
        let score = Figure::rate(totals.invocation_rejections, totals.action_operations);
        let mut report = Self {
            metric_version: METRIC_VERSION,
            catalog_digest: context.catalog_digest.clone(),
            shape_entropy_bits: Figure::mean(refs.iter().map(|row| (row.calls, row.shape_entropy_bits))),
            failure_stage_entropy_bits: Figure::mean(
                refs.iter().map(|row| (row.failed, row.failure_stage_entropy_bits)),
            ),
            churn_rate: churn(partial.refs.values()),
            approximate_distances: partial.refs.values().map(|counts| counts.approximate).sum(),
            navigation_ratio: Figure::rate(totals.discovery_operations, totals.action_operations),
            flow_entropy_bits: flow(partial),
            lexicon_rows: context.lexicon.values().sum(),
            static_freedom: Figure::of(refs.iter().map(|row| row.static_freedom.get()).sum()),
            static_score: static_score(&refs),
            behavioral_score: score,
            score,
            by_model: models(partial),
            totals,
            refs,
        };
        report.refs.sort_by(|a, b| b.score.get().total_cmp(&a.score.get()));
        report
    }
}

impl MetricReport {
    /// The same without the figures that are shares or means of calls, where there is no call: they are
    /// zero by their formulas, which reads like good news.
    #[must_use]
    pub fn where_called(mut self) -> Self {
        let is_called = self.totals.action_operations > 0;
        for figure in [
            &mut self.score,
            &mut self.behavioral_score,
            &mut self.totals.invocation_rejections_per1k,
            &mut self.shape_entropy_bits,
            &mut self.failure_stage_entropy_bits,
            &mut self.churn_rate,
            &mut self.navigation_ratio,
            &mut self.flow_entropy_bits,
            &mut self.static_score,
        ] {
            *figure = figure.only_if(is_called);
        }
        for row in &mut self.by_model {
            let is_called = row.action_operations > 0;
            row.behavioral_score = row.behavioral_score.only_if(is_called);
            row.invocation_rejections_per1k = row.invocation_rejections_per1k.only_if(is_called);
        }
        self
    }

    /// The same without the freedom of schemas, where none was given.
    #[must_use]
    pub fn where_declared(mut self, is_declared: bool) -> Self {
        let rows = self.refs.iter_mut().map(|row| &mut row.static_freedom);
        for figure in rows.chain([&mut self.static_freedom, &mut self.static_score]) {
            *figure = figure.only_if(is_declared && !figure.is_absent());
        }
        self
    }
}

impl Totals {
    fn new(partial: &Partial) -> Self {
        let sum = |count: fn(&RefCounts) -> u64| partial.refs.values().map(count).sum();
        let action_operations = sum(RefCounts::calls);
        let invocation_rejections = sum(|counts| counts.rejections);
        Self {
            traces: partial.traces,
            operations: partial.operations,
            action_operations,
            discovery_operations: partial.discovery,
            workflow_operations: partial.workflow,
            succeeded: sum(|counts| counts.succeeded),
            failed: sum(|counts| counts.failed),
            aborted: sum(|counts| counts.aborted),
            timed_out: sum(|counts| counts.timed_out),
            invocation_rejections,
            invocation_rejections_per1k: Figure::per(1000.0, invocation_rejections, action_operations),
        }
    }
}

impl RefRow {
    fn new(action: &str, counts: &RefCounts, context: &Context) -> Self {
        let mut shapes: Vec<(&str, u64)> =
            counts.shapes.iter().map(|(signature, count)| (&**signature, *count)).collect();
        shapes.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| compare(a.0, b.0)));
        let shape_signatures = shapes.iter().take(SIGNATURES);
        Self {
            action: action.into(),
            calls: counts.calls(),
            succeeded: counts.succeeded,
            failed: counts.failed,
            shape_signatures: shape_signatures
                .map(|(signature, count)| ShapeCount { signature: (*signature).into(), count: *count })
                .collect(),
            shape_entropy_bits: entropy(counts.shapes.values().map(|count| float(*count))),
            failure_stage_entropy_bits: entropy(counts.stages.values().map(|count| float(*count))),
            churn_rate: churn([counts]),
            lexicon_rows: context.lexicon_rows(action),
            static_freedom: context.freedom(action),
            score: Figure::rate(counts.rejections, counts.calls()),
        }
    }
}

/// The mean of all pairs' distances, which were rounded one by one.
fn churn<'c>(refs: impl IntoIterator<Item = &'c RefCounts>) -> Figure {
    let pairs = refs.into_iter().flat_map(|counts| &counts.churn);
    Figure::mean_of_millionths(pairs.map(|(millionths, count)| (*millionths, *count)))
}

/// Bits over the sequences of each task, weighted by traces that have a sequence.
fn flow(partial: &Partial) -> Figure {
    let mut tasks: Vec<_> = partial.flows.iter().collect();
    tasks.sort_by(|a, b| compare(a.0, b.0));
    Figure::mean(tasks.into_iter().map(|(_, sequences)| {
        (sequences.values().sum(), entropy(sequences.values().map(|count| float(*count))))
    }))
}

/// A quarter of the mean freedom of a call; the mean itself is not rounded first.
fn static_score(refs: &[RefRow]) -> Figure {
    Figure::of(0.25 * mean(refs.iter().map(|row| (row.calls, row.static_freedom))))
}

fn models(partial: &Partial) -> Vec<ModelRow> {
    let row = |model: &str, counts: &ModelCounts| ModelRow {
        model: model.into(),
        operations: counts.operations,
        action_operations: counts.action_operations,
        succeeded: counts.succeeded,
        invocation_rejections: counts.rejections,
        invocation_rejections_per1k: Figure::per(1000.0, counts.rejections, counts.action_operations),
        behavioral_score: Figure::rate(counts.rejections, counts.action_operations),
    };
    let mut rows: Vec<ModelRow> = partial.models.iter().map(|(model, counts)| row(model, counts)).collect();
    rows.sort_by(|a, b| compare(&a.model, &b.model));
    rows
}
