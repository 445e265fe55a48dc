//! One call as JSON: `file ref profile`, a `reason` where there is no plan, `members`, `verdict` with the
//! reason or the new arguments, and what is `needed`.

use serde::Serialize;
use serde_json::value::RawValue;

use super::Explained;
use crate::apply::{Reason, Step, TryResult, Verdict};
use crate::plan::{Rule, Witness};

/// The explanation as a value that serialises.
pub(in crate::cli::explain) fn value<'e>(explained: &'e Explained<'_>) -> impl Serialize + use<'e> {
    let explanation = &explained.explanation;
    let verdict = &explanation.trace.verdict;
    let (after, witness) = match verdict {
        Verdict::Normalized { args, witness } => {
            (std::str::from_utf8(args).ok().and_then(raw), Some(witness))
        }
        _ => (None, None),
    };
    JsonCall {
        file: explained.file,
        reference: explained.reference,
        profile: explained.profile,
        no_plan: explanation
            .no_plan
            .as_ref()
            .map(|reason| NoPlan { code: reason.code(), message: reason.to_string() }),
        args: raw(explained.args),
        members: explanation.trace.steps.iter().map(member).collect(),
        verdict: verdict.name(),
        reason: verdict.reason(),
        after,
        witness,
        needed: explanation
            .needed
            .iter()
            .map(|need| Need { at: &need.at, message: &need.message, hint: need.hint.as_deref() })
            .collect(),
    }
}

fn raw(text: &str) -> Option<Box<RawValue>> {
    RawValue::from_string(text.to_owned()).ok()
}

fn member(step: &Step) -> Member<'_> {
    Member {
        name: &step.name,
        declared: step.is_declared,
        form: step.form.as_deref(),
        spelling_of: &step.claims,
        key: step.key.as_deref(),
        accepted: step.is_accepted,
        rules: step
            .tries
            .iter()
            .map(|tried| {
                let (result, text) = match &tried.result {
                    TryResult::NotRead => ("not-read", None),
                    TryResult::NotAsked => ("not-asked", None),
                    TryResult::IsRequired => ("is-required", None),
                    TryResult::NotAccepted(text) => ("not-accepted", Some(text)),
                    TryResult::Omitted => ("omitted", None),
                    TryResult::Written(text) => ("written", Some(text)),
                };
                Tried { rule: &tried.rule, result, value: text.and_then(|text| raw(text)) }
            })
            .collect(),
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct JsonCall<'e> {
    file: &'e str,
    #[serde(rename = "ref")]
    reference: &'e str,
    profile: &'e str,
    #[serde(skip_serializing_if = "Option::is_none")]
    no_plan: Option<NoPlan>,
    args: Option<Box<RawValue>>,
    members: Vec<Member<'e>>,
    verdict: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'e Reason>,
    #[serde(skip_serializing_if = "Option::is_none")]
    after: Option<Box<RawValue>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    witness: Option<&'e Witness>,
    needed: Vec<Need<'e>>,
}

#[derive(Serialize)]
struct NoPlan {
    code: &'static str,
    message: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Member<'e> {
    name: &'e str,
    declared: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    form: Option<&'e str>,
    #[serde(skip_serializing_if = "<[Rule]>::is_empty")]
    spelling_of: &'e [Rule],
    key: Option<&'e str>,
    accepted: Option<bool>,
    rules: Vec<Tried<'e>>,
}

#[derive(Serialize)]
struct Tried<'e> {
    #[serde(flatten)]
    rule: &'e Rule,
    result: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<Box<RawValue>>,
}

#[derive(Serialize)]
struct Need<'e> {
    at: &'e str,
    message: &'e str,
    #[serde(skip_serializing_if = "Option::is_none")]
    hint: Option<&'e str>,
}
