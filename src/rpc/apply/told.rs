//! The answer to one call as a line of JSON.

use crate::apply::{Told, Verdict};
use crate::json::canonical;

/// `changed args witness verdict`, `uses` of a change or the `reason` why there is none, and `more` members,
/// each with a comma before it. `raw` are the arguments as they were given.
pub(super) fn line(told: &Told, raw: &str, more: &str) -> String {
    let Told { verdict, uses, .. } = told;
    let (changed, args, witness) = match verdict {
        Verdict::Normalized { args, witness } => {
            (true, String::from_utf8_lossy(args), Some(witness.to_json()))
        }
        _ => (false, raw.into(), None),
    };
    let reason = verdict.reason().and_then(|reason| serde_json::to_string(reason).ok());
    let reason = reason.map(|reason| format!(",\"reason\":{reason}")).unwrap_or_default();
    let uses = serde_json::to_string(uses).ok().filter(|_| changed);
    let uses = uses.map(|uses| format!(",\"uses\":{uses}")).unwrap_or_default();
    let witness = witness.as_deref().unwrap_or("null");
    let verdict = verdict.name();
    let line = format!(
        "{{\"changed\":{changed},\"args\":{args},\"witness\":{witness},\"verdict\":\"{verdict}\"{uses}{reason}{more}}}"
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
