//! Audits are kept as they were made: members in order, numbers as they were spelled.

use super::{Finding, ensure_same};
use crate::certify::fixtures::SESSION;
use crate::certify::setup::Setup;
use crate::json::{Node, VerbatimRef};

/// The audits of the session. One with an empty ref, with a list of arguments, without arguments, or
/// that is no object, is none.
const AUDITS: [(&str, &str); 3] = [
    ("report.render", r#"{"pageCount":"2","output_format":"PDF","note":null}"#),
    ("ledger.post", r#"{"amount":12.50,"note_text":"1.0"}"#),
    ("ledger.post", r#"{"amount":12345678901234567890,"deep":{"n":1},"list":[1],"none":null,"yes":true}"#),
];

pub(super) fn check(setup: &Setup<'_>) -> Finding {
    let evidence = setup.subject.ingest(SESSION.as_bytes());
    let told = |action: &str, args: &str| format!("`{action}` with {args}");
    let text = |args: &Node| serde_json::to_string(&VerbatimRef(args)).unwrap_or_default();
    let found: Vec<String> =
        evidence.audit_calls.iter().map(|call| told(&call.action, &text(&call.args))).collect();
    let expected = AUDITS.map(|(action, args)| told(action, args));
    ensure_same(&found, &expected, String::new)?;
    Ok(vec![format!("{} calls kept to the byte, 4 that are none passed over", AUDITS.len())])
}
