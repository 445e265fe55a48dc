//! A corpus that is repeated has the same figures and only larger counts.

use super::{Finding, ensure, ensure_same};
use crate::certify::setup::Setup;
use crate::metric::{Context, MetricReport, Partial};

/// How often a corpus is repeated.
const TIMES: [u64; 3] = [2, 3, 16];

pub(super) fn check(setup: &Setup<'_>) -> Finding {
    let mut evidence = Vec::new();
    for (name, corpus) in setup.corpora() {
        let measure = |partial: &Partial| setup.subject.measure(partial, &Context::default());
        let once = measure(corpus.partial());
        for times in TIMES {
            let mut repeated = corpus.partial().clone();
            (1..times).for_each(|_| repeated.merge(corpus.partial()));
            let many = measure(&repeated);
            let counts = (many.totals.action_operations, many.totals.invocation_rejections);
            let expected = (once.totals.action_operations * times, once.totals.invocation_rejections * times);
            ensure(counts == expected, || {
                format!(
                    "{name}, {times} times: {} rejections of {} calls instead of {} of {}",
                    counts.1, counts.0, expected.1, expected.0
                )
            })?;
            ensure_same(&figures(&many), &figures(&once), || format!("{name}, {times} times: figure "))?;
        }
        evidence.push(format!("{name}: {} figures the same 2, 3 and 16 times over", figures(&once).len()));
    }
    Ok(evidence)
}

/// All figures of a report that are no counts.
fn figures(report: &MetricReport) -> Vec<String> {
    let of_all = [
        ("score", report.score),
        ("behavioral score", report.behavioral_score),
        ("rejections in thousand", report.totals.invocation_rejections_per1k),
        ("shape entropy", report.shape_entropy_bits),
        ("failure-stage entropy", report.failure_stage_entropy_bits),
        ("churn", report.churn_rate),
        ("navigation", report.navigation_ratio),
        ("flow entropy", report.flow_entropy_bits),
        ("static score", report.static_score),
    ];
    let of_all = of_all.into_iter().map(|(name, figure)| format!("{name} {figure}"));
    let of_refs = report.refs.iter().map(|row| format!("score of `{}` {}", row.action, row.score));
    let of_models =
        report.by_model.iter().map(|row| format!("score of `{}` {}", row.model, row.behavioral_score));
    of_all.chain(of_refs).chain(of_models).collect()
}
