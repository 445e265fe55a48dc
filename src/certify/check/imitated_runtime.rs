//! A trial replays calls through the normalizer that hosts use: the plans of the artifact that are
//! proved, no others, and nothing but them.

use super::{Finding, ensure};
use crate::apply::Outcome;
use crate::artifact::Incoming;
use crate::certify::forge;
use crate::certify::setup::{PreparedSurface, Setup};
use crate::evidence::AuditCall;
use crate::json::{Node, VerbatimRef};
use crate::normalizer::Normalizer;
use crate::plan::Plan;
use crate::trial::Totals;

pub(super) fn check(setup: &Setup<'_>) -> Finding {
    let own = setup.own()?;
    let plans: Vec<&Plan> = forge::plans(&own.plans).collect();
    let forged: Vec<Plan> =
        plans.iter().filter_map(|plan| forge::forgeries(plan).pop()).map(|(_, plan)| plan).collect();
    let artifacts = [
        ("no artifact", None),
        ("all plans", Some(forge::artifact(plans.iter().copied())?)),
        ("all plans but two", Some(forge::artifact(plans.iter().skip(2).copied())?)),
        ("forged plans", Some(forge::artifact(&forged)?)),
    ];
    let session = &setup.fixtures.evidence;
    let mut evidence = Vec::new();
    for (what, artifact) in &artifacts {
        let artifact = artifact.as_ref();
        let mut found = Vec::new();
        for (sampled, audits) in [("traces", &[][..]), ("audits", &session.audit_calls[..])] {
            let report = setup.subject.trial(&session.traces, audits, &own.live, artifact);
            let expected = replayed(setup, own, artifact, audits)?;
            ensure(report.totals == expected, || {
                let text = |totals| serde_json::to_string(totals).unwrap_or_default();
                format!("{what}, {sampled}: {} instead of {}", text(&report.totals), text(&expected))
            })?;
            let wins: u64 = report.divergences.iter().map(|divergence| divergence.count).sum();
            ensure(wins == expected.normalization_win, || {
                format!("{what}, {sampled}: {wins} divergences instead of {}", expected.normalization_win)
            })?;
            found.push(format!("{wins} of {} calls with {sampled}", expected.operations));
        }
        evidence.push(format!("{what}: wins {}, as the normalizer has it", found.join(", ")));
    }
    Ok(evidence)
}

/// What a host's normalizer makes of the same calls.
fn replayed(
    setup: &Setup<'_>,
    prepared: &PreparedSurface<'_>,
    artifact: Option<&Incoming>,
    audits: &[AuditCall],
) -> Result<Totals, String> {
    let normalizer =
        artifact.map(|artifact| Normalizer::stored(artifact, &prepared.live)).unwrap_or_default();
    let operations = setup.fixtures.evidence.traces.iter().flat_map(|trace| &trace.operations);
    let traced = operations
        .filter(|operation| audits.iter().all(|call| call.action != operation.action))
        .map(|operation| (&*operation.action, &operation.args));
    let samples = traced.chain(audits.iter().map(|call| (&*call.action, &call.args)));
    let mut totals = Totals::default();
    for (reference, args) in samples {
        let Some(schema) = prepared.live.usable(reference) else { continue };
        let accepts = |args: &Node| schema.accepts_arguments(&args.to_value());
        let text = serde_json::to_vec(&VerbatimRef(args)).map_err(|error| error.to_string())?;
        totals.operations += 1;
        let outcome = normalizer.normalize(reference, &text).map_err(|error| error.to_string())?;
        let is_changed = matches!(outcome, Outcome::Normalized { .. });
        totals.canonical_identity_checks += u64::from(accepts(args));
        *match (accepts(args), is_changed) {
            (true, false) => &mut totals.both_accept,
            (true, true) => &mut totals.canonical_identity_cost,
            (false, false) => &mut totals.both_reject,
            (false, true) => &mut totals.normalization_win,
        } += 1;
    }
    Ok(totals)
}
