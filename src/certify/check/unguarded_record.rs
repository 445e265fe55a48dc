//! A record without a guarded envelope is no evidence: no trace, no audit, no observation.

use super::{Finding, ensure};
use crate::certify::setup::Setup;

pub(super) fn check(setup: &Setup<'_>) -> Finding {
    let (mut refused, mut guarded) = (0, 0);
    for record in &setup.fixtures.unguarded {
        let found = setup.subject.ingest(record.record.as_bytes());
        let found = (found.traces.len(), found.audit_calls.len(), found.value_observations.len());
        // The one without a fault shows that the others fail for theirs alone.
        let (expected, what) = match record.fault {
            "" => ((1, 1, 1), "nothing wrong with it"),
            fault => ((0, 0, 0), fault),
        };
        *(if record.fault.is_empty() { &mut guarded } else { &mut refused }) += 1;
        ensure(found == expected, || {
            format!(
                "{what}: {} traces, {} audits, {} observations instead of {} each",
                found.0, found.1, found.2, expected.0
            )
        })?;
    }
    Ok(vec![format!("{refused} records with a fault give nothing, {guarded} without gives its evidence")])
}
