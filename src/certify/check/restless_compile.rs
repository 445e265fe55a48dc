//! An artifact in force that holds the same plans stays as it is, to the byte.

use super::{Finding, ensure, word};
use crate::artifact::{Artifact, Proposal, Status, compile};
use crate::certify::setup::Setup;
use crate::certify::{Corpus, Form};
use crate::metric::MetricReport;

pub(super) fn check(setup: &Setup<'_>) -> Finding {
    let mut evidence = Vec::new();
    for prepared in &setup.surfaces {
        let report = prepared.report();
        // Made of another corpus, so that its scores are other ones: plans alone are compared.
        let others = Corpus::of(setup.fixtures.evidence.traces.first());
        let others = MetricReport::new(others.partial(), &prepared.context());
        let current = setup.compile(Form::AtOnce, prepared, &others, None)?.artifact;
        let again = setup.compile(Form::AtOnce, prepared, &report, current.as_ref())?;
        let is_same = again.artifact == current && again.gate.is_none();
        ensure(again.status == Status::Converged && is_same, || {
            let same = if is_same { "the same" } else { "another" };
            format!("{} surface: {} with the same plans, {same} artifact", prepared.name, word(again.status))
        })?;
        let is_signal = |proposal: &&Proposal| matches!(proposal, Proposal::Signal(_));
        let plans = again.proposals.len() - again.proposals.iter().filter(is_signal).count();
        ensure(plans == 0, || format!("{} surface: {plans} plans are proposed again", prepared.name))?;
        evidence.push(format!("{}: converged, {} bytes untouched", prepared.name, bytes(current.as_ref())));
    }
    // Other plans are no reason to rest.
    let own = setup.own()?;
    let report = own.report();
    let (drifted, evidence_of) = (&setup.fixtures.drifted, (&report, Vec::new()));
    let stale = compile(drifted, own.profile, own.options, evidence_of, None);
    let stale = stale.map_err(|error| error.to_string())?.artifact;
    let compilation = setup.compile(Form::AtOnce, own, &report, stale.as_ref())?;
    ensure(compilation.status == Status::Compiled && compilation.artifact != stale, || {
        "an artifact of a surface that drifted stays in force".to_owned()
    })?;
    evidence.push("replaced: an artifact of another surface".to_owned());
    Ok(evidence)
}

fn bytes(artifact: Option<&Artifact>) -> usize {
    artifact.map_or(0, |artifact| artifact.to_text().len())
}
