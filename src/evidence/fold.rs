//! What is made of records as they come, so that none of them is kept; or of all of one session at once,
//! for hosts that hold its lines in memory anyway.

use serde::Serialize;

use super::{AuditCall, Observation, Reading, Record, Session, Trace};

/// What is kept of the records of a session.
pub trait Fold {
    /// Takes one record.
    fn record(&mut self, record: Record<'_>);
}

impl<F: FnMut(Record<'_>)> Fold for F {
    fn record(&mut self, record: Record<'_>) {
        self(record);
    }
}

/// The evidence of a session, in the order of its lines.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Evidence {
    /// What executions called.
    pub traces: Vec<Trace>,
    /// The scalars among verbatim arguments.
    pub value_observations: Vec<Observation>,
    /// The calls kept verbatim.
    pub audit_calls: Vec<AuditCall>,
}

/// Reads the lines of one session, given without their line feeds.
pub fn ingest<'t>(lines: impl IntoIterator<Item = &'t [u8]>) -> (Evidence, Reading) {
    let mut session = Session::new("");
    let mut evidence = Evidence::default();
    let mut unkept = 0;
    session.read(lines, |record| {
        unkept += record.each_audit(|call| evidence.audit_calls.push(call));
        record.each_observation(|observation| evidence.value_observations.push(observation));
        evidence.traces.push(record.trace);
    });
    (evidence, Reading { unkept, ..session.into_reading() })
}
