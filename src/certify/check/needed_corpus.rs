//! A surface compiles without a single recorded call.

use super::{Finding, ensure, word};
use crate::artifact::{Artifact, Status};
use crate::certify::Form;
use crate::certify::setup::Setup;
use crate::metric::{MetricReport, Partial};

pub(super) fn check(setup: &Setup<'_>) -> Finding {
    let mut evidence = Vec::new();
    for prepared in &setup.surfaces {
        let report = MetricReport::new(&Partial::default(), &prepared.context());
        let compilation = setup.compile(Form::AtOnce, prepared, &report, None)?;
        let plans = match &compilation.artifact {
            Some(Artifact::Compiled(compiled)) => {
                let scores = [compiled.gate().before_score, compiled.gate().after_score];
                ensure(scores == [0.0, 0.0], || format!("{} surface: scores without a call", prepared.name))?;
                compiled.plans().len()
            }
            _ => 0,
        };
        let is_right = if prepared.plans.is_empty() { Status::Converged } else { Status::Compiled };
        ensure(plans == prepared.plans.len() && compilation.status == is_right, || {
            format!(
                "{} surface: {} without a corpus, {plans} plans instead of {}",
                prepared.name,
                word(compilation.status),
                prepared.plans.len()
            )
        })?;
        evidence.push(format!(
            "{}: {plans} plans of a corpus of {} calls",
            prepared.name, report.totals.operations
        ));
    }
    Ok(evidence)
}
