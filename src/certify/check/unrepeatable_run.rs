//! Everything that is done twice gives the same bytes twice.

use serde::Serialize;

use super::{Finding, ensure};
use crate::artifact::Incoming;
use crate::certify::Form;
use crate::certify::fixtures::SESSION;
use crate::certify::setup::{PreparedSurface, Setup};
use crate::digest::Digest;

pub(super) fn check(setup: &Setup<'_>) -> Finding {
    let mut evidence = Vec::new();
    for prepared in &setup.surfaces {
        let (first, second) = (run(setup, prepared)?, run(setup, prepared)?);
        for ((what, one), (_, other)) in first.iter().zip(&second) {
            ensure(one == other, || {
                format!("{} of the {} surface differs between two runs", what, prepared.name)
            })?;
        }
        let all: Vec<&str> = first.iter().map(|(_, text)| text.as_str()).collect();
        let digest = Digest::of_text(&all.concat());
        evidence.push(format!("{}: {} results twice, digest {digest}", prepared.name, first.len()));
    }
    Ok(evidence)
}

/// The results of one run, by name.
fn run(setup: &Setup<'_>, prepared: &PreparedSurface<'_>) -> Result<Vec<(&'static str, String)>, String> {
    let subject = setup.subject;
    let report = subject.measure(prepared.corpus.partial(), &prepared.context());
    let compilation = setup.compile(Form::AtOnce, prepared, &prepared.report(), None)?;
    let artifact = compilation.artifact.as_ref();
    let incoming = artifact.map(Incoming::from).unwrap_or_default();
    let evidence = subject.ingest(SESSION.as_bytes());
    let trial = subject.trial(&evidence.traces, &evidence.audit_calls, &prepared.live, Some(&incoming));
    Ok(vec![
        ("the ingestion", text(&evidence)?),
        ("the measure", text(&report)?),
        ("the artifact", artifact.map(|artifact| artifact.to_text()).unwrap_or_default()),
        ("the compilation", text(&compilation)?),
        ("the merge", text(&subject.merge(None, &incoming, &prepared.live).file)?),
        ("the trial", text(&trial)?),
        ("the surface", subject.export(prepared.surface).map_err(|error| error.to_string())?),
    ])
}

fn text(value: &impl Serialize) -> Result<String, String> {
    serde_json::to_string(value).map_err(|error| error.to_string())
}
