//! A plan holds for the schema that it was derived from, and for no other.

use super::{Finding, ensure, fate};
use crate::artifact::Because;
use crate::certify::bench::Bench;
use crate::certify::forge;

/// What became of each plan of the built-in surface under the drifted one.
const STANDING: [(&str, Option<Because>); 4] = [
    ("label.print", Some(Because::Drift)),
    ("ledger.post", Some(Because::ActionLost)),
    ("parcel.track", None),
    ("report.render", Some(Because::Drift)),
];

pub(super) fn check(bench: &Bench<'_>) -> Finding {
    let own = bench.own()?;
    let drifted = bench.fixtures.live(&bench.fixtures.drifted);
    for (reference, expected) in STANDING {
        let plan = own.plan(reference)?.plan();
        let proved = bench.subject.prove(&drifted, plan);
        let because = proved.as_ref().err().map(|fallen| fallen.because);
        ensure(because == expected, || format!("`{reference}` against another surface: {}", fate(&proved)))?;
    }
    let mut evidence =
        vec![format!("{} plans against another surface: 2 drifted, 1 lost, 1 held", STANDING.len())];
    for ground in &bench.grounds {
        for plan in forge::plans(&ground.plans) {
            let stale =
                forge::of_another_schema(plan).ok_or_else(|| "a plan cannot be altered".to_owned())?;
            let proved = bench.subject.prove(&ground.live, &stale);
            let because = proved.as_ref().err().map(|fallen| fallen.because);
            ensure(because == Some(Because::Drift), || {
                format!("{}: `{}` with another digest: {}", ground.name, plan.reference(), fate(&proved))
            })?;
        }
        evidence.push(format!("{}: {} plans with another digest refused", ground.name, ground.plans.len()));
    }
    Ok(evidence)
}
