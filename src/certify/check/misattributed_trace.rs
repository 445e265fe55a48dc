//! A trace belongs to the model that was last named before it, in its own session.

use super::{Finding, ensure};
use crate::certify::bench::Bench;
use crate::certify::fixtures::SESSION;

/// The models of the session's traces.
const MODELS: [Option<&str>; 4] = [None, Some("acme/alpha"), Some("beta/bravo"), Some("gamma/charlie")];

pub(super) fn check(bench: &Bench<'_>) -> Finding {
    // A second reading begins without a model, whoever spoke at the end of the first.
    for reading in ["first", "second"] {
        let evidence = bench.subject.ingest(SESSION.as_bytes());
        let found: Vec<Option<&str>> = evidence.traces.iter().map(|trace| trace.model.as_deref()).collect();
        ensure(found == MODELS, || format!("{reading} reading: {found:?} instead of {MODELS:?}"))?;
    }
    Ok(vec![format!("{} traces, by a change of model, by a message before, by their own", MODELS.len())])
}
