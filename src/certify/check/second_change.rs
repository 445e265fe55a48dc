//! What was changed is canonical: a second application leaves it as it is. Every change is verified
//! without `apply`, and the built-in ones are compared to the byte.

use std::collections::BTreeSet;

use super::{Finding, ensure};
use crate::apply::Outcome;
use crate::certify::sample;
use crate::certify::setup::{Setup, told};
use crate::coverage::many;
use crate::prove::ProvenPlan;

pub(super) fn check(setup: &Setup<'_>) -> Finding {
    let own = setup.own()?;
    let mut kinds = BTreeSet::new();
    for call in &setup.fixtures.changed {
        let after = twice(setup, own.plan(call.reference)?, call.args.as_bytes(), &mut kinds)?;
        ensure(after.as_deref() == Some(call.then.as_bytes()), || {
            let after =
                after.map_or_else(|| "nothing".to_owned(), |text| String::from_utf8_lossy(&text).into());
            format!("{} becomes {after} instead of {}", call.args, call.then)
        })?;
    }
    let mut evidence = vec![format!(
        "{} calls of {} conventions, changed to the byte, each once",
        setup.fixtures.changed.len(),
        kinds.len()
    )];
    for prepared in &setup.surfaces {
        let (mut calls, mut changed) = (0, 0);
        for proven in &prepared.plans {
            for (_, args) in sample::misspelled(proven) {
                calls += 1;
                changed += usize::from(twice(setup, proven, &sample::text(&args), &mut kinds)?.is_some());
            }
        }
        evidence.push(format!(
            "{}: {calls} misspelled calls, {changed} changed, verified, each once",
            prepared.name
        ));
    }
    if let Some(tried) = setup.inputs.tried() {
        let (report, wins) = (tried.report, tried.report.totals.normalization_win);
        let again = report.totals.idempotence_cost;
        ensure(again == 0, || format!("trial: {again} results changed again"))?;
        ensure(report.breaches == 0, || format!("trial: {} changes that no rule allows", report.breaches))?;
        evidence.push(format!("trial: {}, verified, changed once", many(wins, "win")));
    }
    Ok(evidence)
}

/// Applies a plan, and applies it again to what it made; gives that.
fn twice(
    setup: &Setup<'_>,
    proven: &ProvenPlan,
    args: &[u8],
    kinds: &mut BTreeSet<String>,
) -> Finding<Option<Vec<u8>>> {
    let Outcome::Normalized { args: after, witness } = setup.apply(proven, args)? else { return Ok(None) };
    kinds.extend(witness.rules().iter().map(|rule| rule.kind.clone()));
    let again = setup.subject.apply(proven, &after).map_err(|error| told(proven, &after, &error))?;
    ensure(again == Outcome::Unchanged, || told(proven, &after, &"a second application changes them again"))?;
    Ok(Some(after))
}
