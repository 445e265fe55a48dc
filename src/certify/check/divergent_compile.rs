//! A compile gives the same bytes from beginning to end and an action at a time.

use super::{Finding, ensure};
use crate::certify::Form;
use crate::certify::bench::{Bench, Ground};
use crate::digest::Digest;

pub(super) fn check(bench: &Bench<'_>) -> Finding {
    let mut evidence = Vec::new();
    for ground in &bench.grounds {
        let own = run(bench, ground, Form::AtOnce)?;
        let other = run(bench, ground, Form::Cooperative)?;
        ensure(own == other, || {
            let (own, other) = (Digest::of_text(&own), Digest::of_text(&other));
            format!("{} surface: digests {own} and {other}", ground.name)
        })?;
        let steps = ground.surface.actions.len();
        evidence.push(format!("{}: {steps} steps, digest {}", ground.name, Digest::of_text(&own)));
    }
    Ok(evidence)
}

/// A compile, and one with its result in force, as text.
fn run(bench: &Bench<'_>, ground: &Ground<'_>, form: Form) -> Result<String, String> {
    let report = ground.report();
    let first = bench.compile(form, ground, &report, None)?;
    let second = bench.compile(form, ground, &report, first.artifact.as_ref())?;
    let text = |compilation| serde_json::to_string(compilation).map_err(|error| error.to_string());
    let file = first.artifact.as_ref().map(|artifact| artifact.to_text());
    Ok([text(&first)?, text(&second)?, file.unwrap_or_default()].concat())
}
