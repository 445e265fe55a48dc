//! A plan holds for the schema that it was derived from, and for no other.

use super::{Finding, ensure, fate};
use crate::artifact::Premise;
use crate::certify::forge;
use crate::certify::setup::Setup;

/// What became of each plan of the built-in surface under the drifted one.
const EXPECTED: [(&str, Option<Premise>); 4] = [
    ("label.print", Some(Premise::Drift)),
    ("ledger.post", Some(Premise::ActionLost)),
    ("parcel.track", None),
    ("report.render", Some(Premise::Drift)),
];

pub(super) fn check(setup: &Setup<'_>) -> Finding {
    let own = setup.own()?;
    let drifted = setup.fixtures.live(&setup.fixtures.drifted);
    for (reference, expected) in EXPECTED {
        let plan = own.plan(reference)?.plan();
        let proved = setup.subject.prove(&drifted, plan);
        let premise = proved.as_ref().err().map(|retracted| retracted.premise);
        ensure(premise == expected, || format!("`{reference}` against another surface: {}", fate(&proved)))?;
    }
    let mut evidence =
        vec![format!("{} plans against another surface: 2 drifted, 1 lost, 1 held", EXPECTED.len())];
    for prepared in &setup.surfaces {
        for plan in forge::plans(&prepared.plans) {
            let stale =
                forge::of_another_schema(plan).ok_or_else(|| "a plan cannot be altered".to_owned())?;
            let proved = setup.subject.prove(&prepared.live, &stale);
            let premise = proved.as_ref().err().map(|retracted| retracted.premise);
            ensure(premise == Some(Premise::Drift), || {
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
