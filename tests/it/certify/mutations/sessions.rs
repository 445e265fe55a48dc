//! What is read of sessions, and measured.

use std::sync::atomic::{AtomicU32, Ordering};

use fabric_rules::internal::certify::FabricRules;
use fabric_rules::internal::certify::Subject;
use fabric_rules::internal::evidence::{Evidence, Value, ingest};
use fabric_rules::internal::json::{Document, Limits, VerbatimRef};
use fabric_rules::internal::metric::{Context, Figure, MetricReport, Partial};

use super::{Mutation, broken};
use crate::certify::store;

pub(super) fn mutations() -> Vec<Mutation> {
    let mutation = |check, what, subject| Mutation { check, what, subject };
    vec![
        mutation("inexact-rate", "a failure without a stage is a rejection", &UnknownStage),
        mutation("inexact-rate", "figures have three decimals", &Coarse),
        mutation("inexact-rate", "figures of version 3 are told as those of version 2", &OldVersion),
        mutation("inexact-rate", "a failure without a stage is counted among the rejections", &Overcounted),
        mutation("unstable-rate", "counts end at 20", &Bounded),
        mutation("unstable-rate", "the rate of a large corpus is smoothed", &Smoothed),
        mutation("impure-score", "the static score is added", &Blended),
        mutation("impure-score", "repair rows are not counted", &NoRepairs),
        mutation("impure-score", "a surface has no static score", &NoStatic),
        mutation("understated-rate", "rejections per thousand stay below 1000", &CappedRejections),
        mutation("understated-rate", "the score of an action stays below 1", &CappedAction),
        mutation("understated-rate", "the score stays below 1", &Capped),
        mutation("unrepeatable-run", "a report counts the runs", &Counting),
        mutation("unguarded-record", "version 2 of an envelope is taken for version 1", &Lenient),
        mutation("unguarded-record", "audits without a trace count", &Trusting),
        mutation("altered-audit", "arguments are printed again as doubles", &Reprinted),
        mutation("altered-audit", "an audit is left out", &Forgetful),
        mutation("misattributed-trace", "the last model has all traces", &LastModel),
        mutation("misread-value", "numbers are observed as texts", &Texts),
        mutation("misread-value", "a value is observed twice", &Twice),
    ]
}

fn real(traces: &Partial, context: &Context) -> MetricReport {
    FabricRules(store).measure(traces, context)
}

fn lines(session: &[u8]) -> Evidence {
    ingest(session.split(|byte| *byte == b'\n')).0
}

broken!(UnknownStage: fn measure(&self, traces: &Partial, context: &Context) -> MetricReport {
    let mut report = real(traces, context);
    if let Some(unknown) = traces.stages().get("unknown") {
        let rejections = report.totals.invocation_rejections + unknown;
        report.score = Figure::rate(rejections, report.totals.action_operations);
    }
    report
});

broken!(Coarse: fn measure(&self, traces: &Partial, context: &Context) -> MetricReport {
    let mut report = real(traces, context);
    let coarse = Figure::of((report.score.get() * 1e3).round() / 1e3);
    (report.score, report.behavioral_score) = (coarse, coarse);
    report
});

broken!(OldVersion: fn measure(&self, traces: &Partial, context: &Context) -> MetricReport {
    let mut report = real(traces, context);
    report.metric_version = 2;
    report
});

broken!(Overcounted: fn measure(&self, traces: &Partial, context: &Context) -> MetricReport {
    let mut report = real(traces, context);
    report.totals.invocation_rejections += traces.stages().get("unknown").unwrap_or(&0);
    report
});

broken!(Bounded: fn measure(&self, traces: &Partial, context: &Context) -> MetricReport {
    let mut report = real(traces, context);
    report.totals.action_operations = report.totals.action_operations.min(20);
    report
});

broken!(Smoothed: fn measure(&self, traces: &Partial, context: &Context) -> MetricReport {
    let mut report = real(traces, context);
    let (rejections, calls) = (report.totals.invocation_rejections, report.totals.action_operations);
    if calls > 20 && rejections < calls {
        report.score = Figure::rate(rejections + 1, calls + 2);
    }
    report
});

broken!(Blended: fn measure(&self, traces: &Partial, context: &Context) -> MetricReport {
    let mut report = real(traces, context);
    report.score = Figure::of(report.score.get() + report.static_score.get());
    report
});

broken!(NoRepairs: fn measure(&self, traces: &Partial, context: &Context) -> MetricReport {
    let mut report = real(traces, context);
    report.lexicon_rows = 0;
    report
});

broken!(NoStatic: fn measure(&self, traces: &Partial, context: &Context) -> MetricReport {
    let mut report = real(traces, context);
    report.static_score = Figure::of(0.0);
    report
});

broken!(Capped: fn measure(&self, traces: &Partial, context: &Context) -> MetricReport {
    let mut report = real(traces, context);
    if report.score.get() == 1.0 {
        report.score = Figure::of(0.999_999);
    }
    report
});

broken!(CappedRejections: fn measure(&self, traces: &Partial, context: &Context) -> MetricReport {
    let mut report = real(traces, context);
    let per_thousand = &mut report.totals.invocation_rejections_per1k;
    *per_thousand = Figure::of(per_thousand.get().min(999.0));
    report
});

broken!(CappedAction: fn measure(&self, traces: &Partial, context: &Context) -> MetricReport {
    let mut report = real(traces, context);
    for row in &mut report.refs {
        row.score = Figure::of(row.score.get().min(0.999));
    }
    report
});

static RUNS: AtomicU32 = AtomicU32::new(0);

broken!(Counting: fn measure(&self, traces: &Partial, context: &Context) -> MetricReport {
    let mut report = real(traces, context);
    report.catalog_digest = RUNS.fetch_add(1, Ordering::Relaxed).to_string().into();
    report
});

broken!(Lenient: fn ingest(&self, session: &[u8]) -> Evidence {
    let text = String::from_utf8_lossy(session);
    lines(text.replace(r#""version":2,"outcome""#, r#""version":1,"outcome""#).as_bytes())
});

broken!(Trusting: fn ingest(&self, session: &[u8]) -> Evidence {
    let text = String::from_utf8_lossy(session);
    let trace = r#"{"details":{"trace":{"kind":"pi-fabric.execution","version":1,"outcome":"succeeded","phases":[],"operations":[],"counts":{"droppedValues":0,"truncatedValues":0,"redactedValues":0,"droppedOperations":0}},"audits""#;
    lines(text.replace(r#"{"details":{"audits""#, trace).as_bytes())
});

broken!(Reprinted: fn ingest(&self, session: &[u8]) -> Evidence {
    let mut evidence = lines(session);
    for call in &mut evidence.audit_calls {
        let value = serde_json::to_value(VerbatimRef(&call.args)).unwrap();
        call.args = Document::parse(value.to_string().as_bytes(), Limits::ARGUMENTS).unwrap().root;
    }
    evidence
});

broken!(Forgetful: fn ingest(&self, session: &[u8]) -> Evidence {
    let mut evidence = lines(session);
    if evidence.audit_calls.len() > 1 {
        evidence.audit_calls.pop();
    }
    evidence
});

broken!(LastModel: fn ingest(&self, session: &[u8]) -> Evidence {
    let mut evidence = lines(session);
    let last = evidence.traces.last().and_then(|trace| trace.model.clone());
    for trace in &mut evidence.traces {
        trace.model.clone_from(&last);
    }
    evidence
});

broken!(Texts: fn ingest(&self, session: &[u8]) -> Evidence {
    let mut evidence = lines(session);
    for observed in &mut evidence.value_observations {
        if let Value::Number(n) = &observed.value {
            observed.value = Value::Text(n.to_string().into());
        }
    }
    evidence
});

broken!(Twice: fn ingest(&self, session: &[u8]) -> Evidence {
    let mut evidence = lines(session);
    if let Some(first) = evidence.value_observations.first_mut() {
        first.count += 1;
    }
    evidence
});
