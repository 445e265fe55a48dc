//! A plan holds for the schema that it was derived from, and for no other.

use super::{Finding, ensure, fate};
use crate::artifact::Because;
use crate::certify::forge;
use crate::certify::setup::Setup;

/// What became of each plan of the built-in surface under the drifted one.
const STANDING: [(&str, Option<Because>); 4] = [
    ("label.print", Some(Because::Drift)),
    ("ledger.post", Some(Because::ActionLost)),
    ("parcel.track", None),
    ("report.render", Some(Because::Drift)),
];

pub(super) fn check(setup: &Setup<'_>) -> Finding {
    let own = setup.own()?;
    let drifted = setup.fixtures.live(&setup.fixtures.drifted);
    for (reference, expected) in STANDING {
        let plan = own.plan(reference)?.plan();
        let proved = setup.subject.prove(&drifted, plan);
        let because = proved.as_ref().err().map(|fallen| fallen.because);
        ensure(because == expected, || format!("`{reference}` against another surface: {}", fate(&proved)))?;
    }
    let mut evidence =
        vec![format!("{} plans against another surface: 2 drifted, 1 lost, 1 held", STANDING.len())];
    for prepared in &setup.surfaces {
        for plan in forge::plans(&prepared.plans) {
            let stale =
                forge::of_another_schema(plan).ok_or_else(|| "a plan cannot be altered".to_owned())?;
            let proved = setup.subject.prove(&prepared.live, &stale);
            let because = proved.as_ref().err().map(|fallen| fallen.because);
            ensure(because == Some(Because::Drift), || {
                format!("{}: `{}` with another digest: {}", prepared.name, plan.reference(), fate(&proved))
            })?;
        }
        evidence.push(format!(
            "{}: {} plans with another digest refused",
            prepared.name,
            prepared.plans.len()
        ));
    }
    Ok(evidence)
}
