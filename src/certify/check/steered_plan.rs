//! Plans come of the surface alone: no evidence adds one, drops one or alters one.

use super::{Finding, ensure};
use crate::artifact::Artifact;
use crate::certify::setup::Setup;
use crate::certify::{Corpus, Form, forge};
use crate::evidence::{FailureStage, Outcome};
use crate::metric::MetricReport;
use crate::plan::Plan;

pub(super) fn check(setup: &Setup<'_>) -> Finding {
    let mut rejected = setup.fixtures.evidence.traces.clone();
    for operation in rejected.iter_mut().flat_map(|trace| &mut trace.operations) {
        (operation.outcome, operation.failure_stage) = (Outcome::Failed, Some(FailureStage::Validate));
    }
    let rejected = Corpus::of(&rejected);
    let mut evidence = Vec::new();
    for prepared in &setup.surfaces {
        // In the order of the refs, whatever the order of the declaration.
        let expected: Vec<&Plan> = forge::plans(&prepared.plans).collect();
        let rejected = MetricReport::new(rejected.partial(), &prepared.context());
        for (name, report) in [("its own", prepared.report()), ("all-rejected", rejected)] {
            let compilation = setup.compile(Form::AtOnce, prepared, &report, None)?;
            let plans = plans(compilation.artifact.as_ref());
            ensure(plans.iter().eq(expected.iter().copied()), || {
                let other = plans.iter().zip(&expected).find(|(one, other)| one != *other);
                let other =
                    other.map_or_else(String::new, |(plan, _)| format!(", first `{}`", plan.reference()));
                let (found, expected) = (plans.len(), expected.len());
                format!(
                    "{} surface, {name} evidence: {found} plans instead of {expected}{other}",
                    prepared.name
                )
            })?;
        }
        evidence.push(format!("{}: {} plans, with two kinds of evidence", prepared.name, expected.len()));
    }
    Ok(evidence)
}

fn plans(artifact: Option<&Artifact>) -> &[Plan] {
    match artifact {
        Some(Artifact::Compiled(compiled)) => compiled.plans(),
        _ => &[],
    }
}
