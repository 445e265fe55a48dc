//! A plan that is not exactly what the rules yield is refused, whatever its file claims.

use std::collections::BTreeMap;

use super::{Finding, ensure, fate};
use crate::artifact::Premise;
use crate::certify::forge;
use crate::certify::setup::Setup;

pub(super) fn check(setup: &Setup<'_>) -> Finding {
    let mut evidence = Vec::new();
    for prepared in &setup.surfaces {
        let mut kinds: BTreeMap<&str, usize> = BTreeMap::new();
        for plan in forge::plans(&prepared.plans) {
            let honest = setup.subject.prove(&prepared.live, plan);
            ensure(honest.is_ok(), || {
                format!("{}: the plan of `{}`: {}", prepared.name, plan.reference(), fate(&honest))
            })?;
            for (what, forged) in forge::forgeries(plan) {
                *kinds.entry(what).or_default() += 1;
                let proved = setup.subject.prove(&prepared.live, &forged);
                let premise = proved.as_ref().err().map(|retracted| retracted.premise);
                ensure(premise == Some(Premise::Forged), || {
                    format!("{}: `{}` with {what}: {}", prepared.name, plan.reference(), fate(&proved))
                })?;
            }
        }
        let forged: usize = kinds.values().sum();
        let plans = prepared.plans.len();
        evidence.push(format!(
            "{}: {forged} forgeries of {plans} plans refused, of {} kinds",
            prepared.name,
            kinds.len()
        ));
    }
    Ok(evidence)
}
