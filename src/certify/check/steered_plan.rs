//! Plans come of the surface alone: no evidence adds one, drops one or alters one.

use super::{Finding, ensure};
use crate::artifact::Artifact;
use crate::certify::bench::Bench;
use crate::certify::{Corpus, Form, forge};
use crate::evidence::{FailureStage, Outcome};
use crate::metric::Report;
use crate::plan::Plan;

pub(super) fn check(bench: &Bench<'_>) -> Finding {
    let mut rejected = bench.fixtures.evidence.traces.clone();
    for operation in rejected.iter_mut().flat_map(|trace| &mut trace.operations) {
        (operation.outcome, operation.failure_stage) = (Outcome::Failed, Some(FailureStage::Validate));
    }
    let rejected = Corpus::of(&rejected);
    let mut evidence = Vec::new();
    for ground in &bench.grounds {
        // In the order of the refs, whatever the order of the declaration.
        let expected: Vec<&Plan> = forge::plans(&ground.plans).collect();
        let rejected = Report::new(rejected.partial(), &ground.context());
        for (name, report) in [("its own", ground.report()), ("all-rejected", rejected)] {
            let compilation = bench.compile(Form::AtOnce, ground, &report, None)?;
            let plans = plans(compilation.artifact.as_ref());
            ensure(plans.iter().eq(expected.iter().copied()), || {
                let other = plans.iter().zip(&expected).find(|(one, other)| one != *other);
                let other =
                    other.map_or_else(String::new, |(plan, _)| format!(", first `{}`", plan.reference()));
                let (found, expected) = (plans.len(), expected.len());
                format!(
                    "{} surface, {name} evidence: {found} plans instead of {expected}{other}",
                    ground.name
                )
            })?;
        }
        evidence.push(format!("{}: {} plans, with two kinds of evidence", ground.name, expected.len()));
    }
    Ok(evidence)
}

fn plans(artifact: Option<&Artifact>) -> &[Plan] {
    match artifact {
        Some(Artifact::Compiled(compiled)) => compiled.plans(),
        _ => &[],
    }
}
