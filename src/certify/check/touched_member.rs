//! Arguments that the schema accepts stay as they are, whichever declared value they hold.

use super::{Finding, ensure};
use crate::apply::Outcome;
use crate::certify::sample;
use crate::certify::setup::{Setup, told};
use crate::coverage::many;

pub(super) fn check(setup: &Setup<'_>) -> Finding {
    let mut evidence = Vec::new();
    for prepared in &setup.surfaces {
        let (mut members, mut calls) = (0, 0);
        for proven in &prepared.plans {
            let schema = proven.schema();
            let base = sample::canonical(schema);
            for (key, member) in sample::enum_members(schema) {
                members += 1;
                let Some(args) = base.as_ref().and_then(|base| sample::with(schema, base, key, member))
                else {
                    continue;
                };
                let args = sample::text(&args);
                calls += 1;
                let outcome =
                    setup.subject.apply(proven, &args).map_err(|error| told(proven, &args, &error))?;
                ensure(outcome == Outcome::Unchanged, || {
                    told(proven, &args, &"valid arguments were changed")
                })?;
            }
        }
        evidence.push(format!(
            "{}: {members} enum members, {calls} in calls that came back as they were",
            prepared.name
        ));
    }
    if let Some(tried) = setup.inputs.tried() {
        let totals = &tried.report.totals;
        let costs = totals.canonical_identity_cost + totals.tightening_cost;
        ensure(costs == 0, || {
            format!("trial: {costs} of {} valid calls were changed", totals.canonical_identity_checks)
        })?;
        let valid = many(totals.canonical_identity_checks, "valid call");
        evidence.push(format!("trial: {valid}, back as given"));
    }
    Ok(evidence)
}
