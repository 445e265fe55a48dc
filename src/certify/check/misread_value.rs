//! Each scalar of an audit is observed once, with its type; nothing else is.

use super::{Finding, ensure, ensure_same};
use crate::certify::fixtures::SESSION;
use crate::certify::setup::Setup;

/// The observations of the session: ref, argument and value key.
const OBSERVED: [(&str, &str, &str); 6] = [
    ("report.render", "pageCount", "string:2"),
    ("report.render", "output_format", "string:PDF"),
    ("ledger.post", "amount", "number:12.5"),
    ("ledger.post", "note_text", "string:1.0"),
    ("ledger.post", "amount", "number:12345678901234567000"),
    ("ledger.post", "yes", "boolean:true"),
];

pub(super) fn check(setup: &Setup<'_>) -> Finding {
    let evidence = setup.subject.ingest(SESSION.as_bytes());
    let told = |action: &str, key: &str, value: &str| format!("`{key}` of `{action}` as {value}");
    let observed = evidence.value_observations.iter();
    let found: Vec<String> =
        observed.map(|observed| told(&observed.action, &observed.key, &observed.value.key())).collect();
    let expected = OBSERVED.map(|(action, key, value)| told(action, key, value));
    ensure_same(&found, &expected, String::new)?;
    let counts = evidence.value_observations.iter().filter(|observed| observed.count != 1).count();
    ensure(counts == 0, || format!("{counts} observations count more than once"))?;
    Ok(vec![format!("{} values with their types, no null, list or object", OBSERVED.len())])
}
