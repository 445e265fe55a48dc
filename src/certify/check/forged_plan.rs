//! A plan that is not exactly what the rules yield is refused, whatever its file claims.

use std::collections::BTreeMap;

use super::{Finding, ensure, fate};
use crate::artifact::Because;
use crate::certify::bench::Bench;
use crate::certify::forge;

pub(super) fn check(bench: &Bench<'_>) -> Finding {
    let mut evidence = Vec::new();
    for ground in &bench.grounds {
        let mut kinds: BTreeMap<&str, usize> = BTreeMap::new();
        for plan in forge::plans(&ground.plans) {
            let honest = bench.subject.prove(&ground.live, plan);
            ensure(honest.is_ok(), || {
                format!("{}: the plan of `{}`: {}", ground.name, plan.reference(), fate(&honest))
            })?;
            for (what, forged) in forge::forgeries(plan) {
                *kinds.entry(what).or_default() += 1;
                let proved = bench.subject.prove(&ground.live, &forged);
                let because = proved.as_ref().err().map(|fallen| fallen.because);
                ensure(because == Some(Because::Forged), || {
                    format!("{}: `{}` with {what}: {}", ground.name, plan.reference(), fate(&proved))
                })?;
            }
        }
        let forged: usize = kinds.values().sum();
        let plans = ground.plans.len();
        evidence.push(format!(
            "{}: {forged} forgeries of {plans} plans refused, of {} kinds",
            ground.name,
            kinds.len()
        ));
    }
    Ok(evidence)
}
