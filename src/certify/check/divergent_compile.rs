//! A compile gives the same bytes from beginning to end and an action at a time.

use super::{Finding, ensure};
use crate::certify::Form;
use crate::certify::setup::{PreparedSurface, Setup};
use crate::digest::Digest;

pub(super) fn check(setup: &Setup<'_>) -> Finding {
    let mut evidence = Vec::new();
    for prepared in &setup.surfaces {
        let own = run(setup, prepared, Form::AtOnce)?;
        let other = run(setup, prepared, Form::Cooperative)?;
        ensure(own == other, || {
            let (own, other) = (Digest::of_text(&own), Digest::of_text(&other));
            format!("{} surface: digests {own} and {other}", prepared.name)
        })?;
        let steps = prepared.surface.actions.len();
        evidence.push(format!("{}: {steps} steps, digest {}", prepared.name, Digest::of_text(&own)));
    }
    Ok(evidence)
}

/// A compile, and one with its result in force, as text.
fn run(setup: &Setup<'_>, prepared: &PreparedSurface<'_>, form: Form) -> Result<String, String> {
    let report = prepared.report();
    let first = setup.compile(form, prepared, &report, None)?;
    let second = setup.compile(form, prepared, &report, first.artifact.as_ref())?;
    let text = |compilation| serde_json::to_string(compilation).map_err(|error| error.to_string());
    let file = first.artifact.as_ref().map(|artifact| artifact.to_text());
    Ok([text(&first)?, text(&second)?, file.unwrap_or_default()].concat())
}
