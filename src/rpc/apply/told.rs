//! The answer to one call as a line of JSON.

use crate::apply::Verdict;
use crate::json::canonical;

/// `changed args witness verdict`, `reason` where there is one, and `more` members, each with a comma
/// before it. `raw` are the arguments as they were given.
pub(super) fn told(verdict: &Verdict, raw: &str, more: &str) -> String {
    let (changed, args, witness) = match verdict {
        Verdict::Normalized { args, witness } => {
            (true, String::from_utf8_lossy(args), Some(witness.to_json()))
        }
        _ => (false, raw.into(), None),
    };
    let reason = verdict.reason().and_then(|reason| serde_json::to_string(reason).ok());
    let reason = reason.map(|reason| format!(",\"reason\":{reason}")).unwrap_or_default();
    let witness = witness.as_deref().unwrap_or("null");
    let verdict = verdict.name();
    let line = format!(
        "{{\"changed\":{changed},\"args\":{args},\"witness\":{witness},\"verdict\":\"{verdict}\"{reason}{more}}}"
    );
    on_one_line(line)
}

/// The members that tie the answer to a host's call: `ref` where the
/// name means one, and `id` where the host gave one.
pub(super) fn tied(reference: Option<&str>, id: Option<&str>) -> String {
    let reference = reference.map(|name| format!(",\"ref\":{}", canonical::string(name)));
    let id = id.map(|id| format!(",\"id\":{id}"));
    on_one_line([reference, id].into_iter().flatten().collect())
}

/// Line ends in JSON are white space between its tokens: a string has none.
fn on_one_line(text: String) -> String {
    if text.contains(['\n', '\r']) { text.replace(['\n', '\r'], " ") } else { text }
}
