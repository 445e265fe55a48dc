//! A compile repeats the measured score, and claims no better one.

use serde_json::Value;

use super::{Finding, ensure};
use crate::artifact::Artifact;
use crate::certify::Form;
use crate::certify::setup::Setup;
use crate::metric::METRIC_VERSION;

pub(super) fn check(setup: &Setup<'_>) -> Finding {
    let mut evidence = Vec::new();
    for prepared in &setup.surfaces {
        let report = prepared.report();
        let score = report.score.get();
        let compilation = setup.compile(Form::AtOnce, prepared, &report, None)?;
        let Some(Artifact::Compiled(compiled)) = &compilation.artifact else {
            // Where something should have been, other checks say so.
            evidence.push(format!("{}: nothing was compiled", prepared.name));
            continue;
        };
        let gate = compiled.gate();
        ensure([gate.before_score, gate.after_score] == [score, score], || {
            format!(
                "measured {score}; the gate says {} before, {} after",
                gate.before_score, gate.after_score
            )
        })?;
        ensure(gate.passed && gate.reasons.is_empty(), || {
            "the gate did not pass, or gives reasons".to_owned()
        })?;
        ensure(compiled.metric_version() == u64::from(METRIC_VERSION), || {
            format!("scores of metric version {}", compiled.metric_version())
        })?;
        let told = serde_json::to_value(&compilation.gate).unwrap_or_default();
        ensure(told.get("delta").and_then(Value::as_f64) == Some(0.0), || format!("the gate says {told}"))?;
        // Without a call of the user's there is a figure of the built-in sessions only.
        let is_measured = prepared.name == "built-in" || setup.inputs.called().is_some();
        evidence.push(match is_measured {
            true => format!("{}: {score} before, {score} after, delta 0", prepared.name),
            false => format!("{}: the score stays that of the sessions, delta 0", prepared.name),
        });
    }
    if let Some(tried) = setup.inputs.tried() {
        let report = tried.report;
        let sessions = setup.inputs.sessions;
        let measured = sessions.map_or(report.declared_score, |sessions| sessions.corpus.partial().score());
        let is_same = report.declared_score == report.effective_score && report.delta == Some(0);
        ensure(is_same && measured == report.declared_score, || {
            format!(
                "measured {measured}; the trial says {} declared, {} effective",
                report.declared_score, report.effective_score
            )
        })?;
        evidence
            .push(format!("trial: {} declared, {} effective", report.declared_score, report.effective_score));
    }
    Ok(evidence)
}
