//! The score is invocation rejections per action operation, to six decimals, halves up.

use super::{Finding, ensure};
use crate::certify::Corpus;
use crate::certify::setup::Setup;
use crate::metric::{Context, METRIC_VERSION, MetricReport};

pub(super) fn check(setup: &Setup<'_>) -> Finding {
    let measure = |corpus: &Corpus| setup.subject.measure(corpus.partial(), &Context::default());
    for rate in &setup.fixtures.rates {
        let corpus = Corpus::of(&rate.traces);
        compare(&rate.name, &measure(&corpus), (rate.actions, rate.rejections), rate.score)?;
    }
    let mut evidence = vec![format!("{} corpora with rates worked out by hand", setup.fixtures.rates.len())];
    for (name, corpus) in setup.corpora() {
        let (actions, rejections) = (corpus.actions(), corpus.rejections());
        let report = measure(corpus);
        compare(name, &report, (actions, rejections), rounded(rejections, actions))?;
        evidence.push(format!("{name}: {rejections} of {actions} calls, {}", report.score));
    }
    Ok(evidence)
}

fn compare(name: &str, report: &MetricReport, counts: (u64, u64), score: f64) -> Finding<()> {
    let totals = &report.totals;
    let found = (totals.action_operations, totals.invocation_rejections);
    ensure(report.metric_version == METRIC_VERSION, || {
        format!("metric version {} instead of {METRIC_VERSION}", report.metric_version)
    })?;
    ensure(found == counts, || {
        format!("{name}: {} rejections of {} calls instead of {} of {}", found.1, found.0, counts.1, counts.0)
    })?;
    let (given, behavioral) = (report.score.get(), report.behavioral_score.get());
    ensure(given.to_bits() == score.to_bits() && behavioral.to_bits() == score.to_bits(), || {
        format!("{name}: score {given} and behavioral score {behavioral} instead of {score}")
    })
}

/// A quotient of doubles to six decimals, as ECMAScript has it: from 0 on, half up is away from zero.
#[expect(clippy::cast_precision_loss, reason = "counts stay far below 2^53")]
fn rounded(part: u64, whole: u64) -> f64 {
    if whole == 0 { 0.0 } else { (part as f64 / whole as f64 * 1e6).round() / 1e6 }
}
