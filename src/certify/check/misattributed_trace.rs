//! A trace belongs to the model that was last named before it, in its own session.

use super::{Finding, ensure_same};
use crate::certify::fixtures::SESSION;
use crate::certify::setup::Setup;

/// The models of the session's traces.
const MODELS: [Option<&str>; 4] = [None, Some("acme/alpha"), Some("beta/bravo"), Some("gamma/charlie")];

pub(super) fn check(setup: &Setup<'_>) -> Finding {
    let told =
        |model: Option<&str>| model.map_or_else(|| "no model".to_owned(), |model| format!("`{model}`"));
    // A second reading begins without a model, whoever spoke at the end of the first.
    for reading in ["first", "second"] {
        let evidence = setup.subject.ingest(SESSION.as_bytes());
        let found: Vec<String> = evidence.traces.iter().map(|trace| told(trace.model.as_deref())).collect();
        ensure_same(&found, &MODELS.map(told), || format!("{reading} reading: the model of trace "))?;
    }
    Ok(vec![format!("{} traces, by a change of model, by a message before, by their own", MODELS.len())])
}
