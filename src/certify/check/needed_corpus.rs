//! A surface compiles without a single recorded call.

use super::{Finding, ensure, word};
use crate::artifact::{Artifact, Status};
use crate::certify::Form;
use crate::certify::bench::Bench;
use crate::metric::{Partial, Report};

pub(super) fn check(bench: &Bench<'_>) -> Finding {
    let mut evidence = Vec::new();
    for ground in &bench.grounds {
        let report = Report::new(&Partial::default(), &ground.context());
        let compilation = bench.compile(Form::AtOnce, ground, &report, None)?;
        let plans = match &compilation.artifact {
            Some(Artifact::Compiled(compiled)) => {
                let scores = [compiled.gate().before_score, compiled.gate().after_score];
                ensure(scores == [0.0, 0.0], || format!("{} surface: scores without a call", ground.name))?;
                compiled.plans().len()
            }
            _ => 0,
        };
        let is_right = if ground.plans.is_empty() { Status::Converged } else { Status::Compiled };
        ensure(plans == ground.plans.len() && compilation.status == is_right, || {
            format!(
                "{} surface: {} without a corpus, {plans} plans instead of {}",
                ground.name,
                word(compilation.status),
                ground.plans.len()
            )
        })?;
        evidence.push(format!(
            "{}: {plans} plans of a corpus of {} calls",
            ground.name, report.totals.operations
        ));
    }
    Ok(evidence)
}
