//! An artifact of version 1 does nothing but wait to be replaced: it hides and restricts nothing, and
//! gives no plan.

use super::{Fault, Finding, ensure, word};
use crate::artifact::{Artifact, Incoming, Status};
use crate::certify::fixtures::LEGACY;
use crate::certify::setup::{PreparedSurface, Setup};
use crate::certify::{Form, forge};
use crate::trial::Verdict;

/// Overlays and quarantines of the fixture.
const INERT: (usize, usize) = (1, 2);

pub(super) fn check(setup: &Setup<'_>) -> Finding {
    let read = setup.subject.parse(LEGACY.as_bytes()).map_err(|error| error.to_string())?;
    let Artifact::Legacy(legacy) = &read else {
        return Err(Fault::new("version 1 is read as version 2".to_owned()));
    };
    let found = (legacy.overlays().len(), legacy.quarantines().len());
    ensure(found == INERT, || {
        format!(
            "{} overlays and {} quarantines are read instead of {} and {}",
            found.0, found.1, INERT.0, INERT.1
        )
    })?;
    let mut evidence = vec![format!("{} overlay and {} quarantines read", found.0, found.1)];
    for prepared in &setup.surfaces {
        replaced(setup, prepared, &read)?;
        merged(setup, prepared)?;
        evidence.push(format!(
            "{}: replaced by {} plans; merged, it adds none",
            prepared.name,
            prepared.plans.len()
        ));
    }
    let own = setup.own()?;
    let session = &setup.fixtures.evidence;
    let legacy = Some(&setup.fixtures.legacy);
    let trial = setup.subject.trial(&session.traces, &session.audit_calls, &own.live, legacy);
    ensure(trial.verdict == Verdict::NoEvidence && trial.divergences.is_empty(), || {
        format!("a trial of it is {} with {} divergences", trial.verdict.as_str(), trial.divergences.len())
    })?;
    evidence.push(format!("a trial of it on {} calls: {}", trial.totals.operations, trial.verdict.as_str()));
    Ok(evidence)
}

/// A compile replaces it with what it would have made without it.
fn replaced(setup: &Setup<'_>, prepared: &PreparedSurface<'_>, legacy: &Artifact) -> Finding<()> {
    let report = prepared.report();
    let compilation = setup.compile(Form::AtOnce, prepared, &report, Some(legacy))?;
    let Some(Artifact::Compiled(compiled)) = &compilation.artifact else {
        return Err(Fault::new(format!("{}: a compile leaves version 1 in force", prepared.name)));
    };
    ensure(compilation.status == Status::Compiled, || {
        format!("{}: {} where version 1 was", prepared.name, word(compilation.status))
    })?;
    let plans = forge::plans(&prepared.plans);
    ensure(compiled.plans().iter().eq(plans), || {
        format!("{}: {} plans instead of {}", prepared.name, compiled.plans().len(), prepared.plans.len())
    })
}

/// A merge counts what it carries and takes nothing of it, on either side.
fn merged(setup: &Setup<'_>, prepared: &PreparedSurface<'_>) -> Finding<()> {
    let legacy = &setup.fixtures.legacy;
    let plans = forge::artifact(forge::plans(&prepared.plans))?;
    let sides: [(Option<&Incoming>, &Incoming, usize); 3] = [
        (None, legacy, 0),
        (Some(&plans), legacy, prepared.plans.len()),
        (Some(legacy), &plans, prepared.plans.len()),
    ];
    for (local, incoming, expected) in sides {
        let merged = setup.subject.merge(local, incoming, &prepared.live);
        let found = (merged.dropped_overlays, merged.dropped_quarantines, merged.dropped.len());
        ensure(found == (INERT.0, INERT.1, 0) && merged.file.plans().len() == expected, || {
            format!(
                "{}: {} overlays, {} quarantines and {} plans dropped, {} plans merged",
                prepared.name,
                found.0,
                found.1,
                found.2,
                merged.file.plans().len()
            )
        })?;
    }
    Ok(())
}
