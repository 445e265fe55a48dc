//! Where there are two readings, or something would be lost, the call stays as it is.

use super::{Finding, ensure};
use crate::apply::Outcome;
use crate::certify::sample;
use crate::certify::setup::{Setup, told};
use crate::ir::Level;
use crate::prove::ProvenPlan;

pub(super) fn check(setup: &Setup<'_>) -> Finding {
    let own = setup.own()?;
    for call in &setup.fixtures.refused {
        let (proven, args) = (own.plan(call.reference)?, call.args.as_bytes());
        let outcome = apply(setup, proven, args)?;
        ensure(outcome == Outcome::Unchanged, || {
            told(proven, args, &format!("{}, and they were changed", call.then))
        })?;
    }
    let mut evidence =
        vec![format!("{} ambiguous or lossy calls came back as they were", setup.fixtures.refused.len())];
    for prepared in &setup.surfaces {
        let mut calls = 0;
        for proven in &prepared.plans {
            let ir = proven.profile().program().ir();
            for (rule, mut args) in sample::misspelled(proven) {
                let convention = ir.convention(&rule.kind);
                if !convention.is_some_and(|convention| convention.action.level() == Level::Key) {
                    continue;
                }
                // The key and another spelling of it, both given the same value.
                let is_alias =
                    |name: &str| proven.schema().properties().iter().all(|member| *member.name != *name);
                let alias = args.iter().find(|(name, _)| is_alias(name));
                let Some(value) = alias.map(|(_, value)| value.clone()) else { continue };
                args.insert(rule.key.clone(), value);
                let args = sample::text(&args);
                calls += 1;
                let outcome = apply(setup, proven, &args)?;
                ensure(outcome == Outcome::Unchanged, || {
                    told(proven, &args, &"two spellings of one key, and they were changed")
                })?;
            }
        }
        evidence.push(format!(
            "{}: {calls} calls with two spellings of a key came back as they were",
            prepared.name
        ));
    }
    Ok(evidence)
}

/// Without a look at its witness: that nothing changes is all that is asked here.
fn apply(setup: &Setup<'_>, proven: &ProvenPlan, args: &[u8]) -> Finding<Outcome> {
    Ok(setup.subject.apply(proven, args).map_err(|error| told(proven, args, &error))?)
}
