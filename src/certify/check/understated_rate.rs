//! Where every call is rejected the score is 1, however few or many they are.

use super::{Finding, ensure};
use crate::certify::Corpus;
use crate::certify::setup::Setup;
use crate::evidence::{FailureStage, Outcome, Trace};
use crate::metric::Context;

pub(super) fn check(setup: &Setup<'_>) -> Finding {
    let rejected: Vec<Trace> = setup.fixtures.evidence.traces.iter().map(rejected).collect();
    let first = rejected.first().ok_or_else(|| "the session has no trace".to_owned())?;
    let corpora = [Corpus::of([first]), Corpus::of(&rejected), Corpus::of((0..100).flat_map(|_| &rejected))];
    for corpus in &corpora {
        let report = setup.subject.measure(corpus.partial(), &Context::default());
        let (score, behavioral) = (report.score.get(), report.behavioral_score.get());
        ensure((score, behavioral) == (1.0, 1.0), || {
            format!(
                "score {score}, behavioral {behavioral}, where all of {} calls were rejected",
                corpus.actions()
            )
        })?;
        let per_thousand = report.totals.invocation_rejections_per1k.get();
        ensure(per_thousand == 1000.0, || format!("{per_thousand} rejections in a thousand"))?;
        for row in &report.refs {
            ensure(row.score.get() == 1.0, || {
                format!("{} of `{}`, where all calls were rejected", row.score, row.action)
            })?;
        }
    }
    let counts: Vec<String> = corpora.iter().map(|corpus| corpus.actions().to_string()).collect();
    Ok(vec![format!("corpora of {} calls, all rejected", counts.join(", "))])
}

fn rejected(trace: &Trace) -> Trace {
    let mut trace = trace.clone();
    for operation in &mut trace.operations {
        operation.outcome = Outcome::Failed;
        operation.failure_stage = Some(FailureStage::Validate);
    }
    trace
}
