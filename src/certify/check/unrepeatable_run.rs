//! Everything that is done twice gives the same bytes twice.

use serde::Serialize;

use super::{Finding, ensure};
use crate::artifact::Incoming;
use crate::certify::Form;
use crate::certify::bench::{Bench, Ground};
use crate::certify::fixtures::SESSION;
use crate::digest::Digest;

pub(super) fn check(bench: &Bench<'_>) -> Finding {
    let mut evidence = Vec::new();
    for ground in &bench.grounds {
        let (first, second) = (run(bench, ground)?, run(bench, ground)?);
        for ((what, one), (_, other)) in first.iter().zip(&second) {
            ensure(one == other, || {
                format!("{} of the {} surface differs between two runs", what, ground.name)
            })?;
        }
        let all: Vec<&str> = first.iter().map(|(_, text)| text.as_str()).collect();
        let digest = Digest::of_text(&all.concat());
        evidence.push(format!("{}: {} results twice, digest {digest}", ground.name, first.len()));
    }
    Ok(evidence)
}

/// The results of one run, by name.
fn run(bench: &Bench<'_>, ground: &Ground<'_>) -> Result<Vec<(&'static str, String)>, String> {
    let subject = bench.subject;
    let report = subject.measure(ground.corpus.partial(), &ground.context());
    let compilation = bench.compile(Form::AtOnce, ground, &ground.report(), None)?;
    let artifact = compilation.artifact.as_ref();
    let incoming = artifact.map(Incoming::from).unwrap_or_default();
    let evidence = subject.ingest(SESSION.as_bytes());
    let trial = subject.trial(&evidence.traces, &evidence.audit_calls, &ground.live, Some(&incoming));
    Ok(vec![
        ("the ingestion", text(&evidence)?),
        ("the measure", text(&report)?),
        ("the artifact", artifact.map(|artifact| artifact.to_text()).unwrap_or_default()),
        ("the compilation", text(&compilation)?),
        ("the merge", text(&subject.merge(None, &incoming, &ground.live).file)?),
        ("the trial", text(&trial)?),
        ("the surface", subject.export(ground.surface).map_err(|error| error.to_string())?),
    ])
}

fn text(value: &impl Serialize) -> Result<String, String> {
    serde_json::to_string(value).map_err(|error| error.to_string())
}
