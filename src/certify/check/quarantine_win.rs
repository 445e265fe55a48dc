//! Hiding an action makes no call better: what version 1 counted as wins and costs of that is always 0.

use super::{Finding, ensure};
use crate::certify::forge;
use crate::certify::setup::Setup;
use crate::trial::TrialReport;

pub(super) fn check(setup: &Setup<'_>) -> Finding {
    let own = setup.own()?;
    let session = &setup.fixtures.evidence;
    let legacy = &setup.fixtures.legacy;
    let plans = forge::artifact(forge::plans(&own.plans))?;
    for (what, artifact) in [("version 1", legacy), ("version 2", &plans)] {
        let report = setup.subject.trial(&session.traces, &session.audit_calls, &own.live, Some(artifact));
        counts_nothing(what, &report)?;
    }
    let mut evidence =
        vec![format!("version 1 with {} quarantines, and version 2: none", legacy.quarantines)];
    if let Some(tried) = setup.inputs.tried() {
        counts_nothing("trial", tried.report)?;
        evidence.push(format!("trial: none of {} calls", tried.report.totals.operations));
    }
    Ok(evidence)
}

fn counts_nothing(what: &str, report: &TrialReport) -> Finding<()> {
    let totals = &report.totals;
    let counts = [totals.typed_failure_win, totals.quarantine_win, totals.quarantine_cost];
    ensure(counts == [0, 0, 0] && report.delta == Some(0), || {
        let [typed, wins, costs] = counts;
        format!("{what}: {typed} typed-failure wins, {wins} quarantine wins, {costs} quarantine costs")
    })?;
    ensure(report.declared_score == report.effective_score, || {
        format!("{what}: {} declared, {} effective", report.declared_score, report.effective_score)
    })
}
