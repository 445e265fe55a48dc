//! One call as JSON: `file ref profile`, a `reason` where there is no plan, `members`, `verdict` with the
//! reason or the new arguments, and what is `needed`.

use serde::Serialize;
use serde_json::value::RawValue;

use super::Explained;
use crate::apply::{Reason, Step, Tried, Try, TryResult, Use, Verdict};
use crate::explain::call::Need;
use crate::plan::Witness;

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
    let none = if explanation.takes_none { "null" } else { "{}" };
    JsonCall {
        file: explained.file,
        reference: explained.reference,
        profile: explained.profile,
        no_plan: explanation
            .no_plan
            .as_ref()
            .map(|reason| NoPlan { code: reason.code(), message: reason.to_string() }),
        args: raw(explained.args.filter(|args| *args != "null").unwrap_or(none)),
        members: explanation.trace.steps.iter().map(member).collect(),
        whole: explanation.trace.calls.iter().map(rule).collect(),
        verdict: verdict.name(),
        reason: verdict.reason(),
        after,
        witness,
        uses: &explanation.trace.uses,
        needed: explanation.needed.iter().map(need).collect(),
    }
}

fn raw(text: &str) -> Option<Box<RawValue>> {
    RawValue::from_string(text.to_owned()).ok()
}

fn member(step: &Step) -> Member<'_> {
    Member {
        name: &step.name,
        at: &step.at,
        declared: step.is_declared,
        form: step.form.as_deref(),
        spelling_of: &step.claims,
        key: step.key.as_deref(),
        schema: step.schema.as_deref(),
        accepted: step.is_accepted,
        tried: tried(&step.tried),
    }
}

fn tried(tried: &Tried) -> JsonTried<'_> {
    let inside = tried.inside.iter().map(|inside| JsonInside {
        schema: &inside.schema,
        branch: inside.branch.as_deref(),
        members: inside.steps.iter().map(member).collect(),
    });
    JsonTried { rules: tried.tries.iter().map(rule).collect(), inside: inside.collect() }
}

fn rule(one: &Try) -> JsonRule<'_> {
    let (result, text) = match &one.result {
        TryResult::NotRead => ("not-read", None),
        TryResult::NotAsked => ("not-asked", None),
        TryResult::IsRequired => ("is-required", None),
        TryResult::NotAccepted(text) => ("not-accepted", Some(text)),
        TryResult::Omitted => ("omitted", None),
        TryResult::Written(text) => ("written", Some(text)),
    };
    let again = tried(&one.again);
    JsonRule {
        used: &one.used,
        result,
        value: text.and_then(|text| raw(text)),
        again: (!(again.rules.is_empty() && again.inside.is_empty())).then_some(again),
    }
}

fn need(need: &Need) -> JsonNeed<'_> {
    JsonNeed {
        at: &need.at,
        message: &need.message,
        schema: need.schema.as_deref(),
        branch: need.branch.as_deref(),
        branches: branches(need),
        hint: need.hint.as_deref(),
    }
}

fn branches(need: &Need) -> Vec<JsonBranch<'_>> {
    let mut found = Vec::new();
    for (branch, first) in &need.branches {
        found.push(JsonBranch { branch, at: &first.at, message: &first.message, branches: branches(first) });
    }
    found
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
    #[serde(skip_serializing_if = "Vec::is_empty")]
    whole: Vec<JsonRule<'e>>,
    verdict: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'e Reason>,
    #[serde(skip_serializing_if = "Option::is_none")]
    after: Option<Box<RawValue>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    witness: Option<&'e Witness>,
    #[serde(skip_serializing_if = "<[Use]>::is_empty")]
    uses: &'e [Use],
    needed: Vec<JsonNeed<'e>>,
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
    at: &'e str,
    declared: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    form: Option<&'e str>,
    #[serde(skip_serializing_if = "<[Use]>::is_empty")]
    spelling_of: &'e [Use],
    key: Option<&'e str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    schema: Option<&'e str>,
    accepted: Option<bool>,
    #[serde(flatten)]
    tried: JsonTried<'e>,
}

#[derive(Serialize)]
struct JsonTried<'e> {
    rules: Vec<JsonRule<'e>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    inside: Vec<JsonInside<'e>>,
}

#[derive(Serialize)]
struct JsonInside<'e> {
    schema: &'e str,
    #[serde(skip_serializing_if = "Option::is_none")]
    branch: Option<&'e str>,
    members: Vec<Member<'e>>,
}

#[derive(Serialize)]
struct JsonRule<'e> {
    #[serde(flatten)]
    used: &'e Use,
    result: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<Box<RawValue>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    again: Option<JsonTried<'e>>,
}

#[derive(Serialize)]
struct JsonNeed<'e> {
    at: &'e str,
    message: &'e str,
    #[serde(skip_serializing_if = "Option::is_none")]
    schema: Option<&'e str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    branch: Option<&'e str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    branches: Vec<JsonBranch<'e>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    hint: Option<&'e str>,
}

#[derive(Serialize)]
struct JsonBranch<'e> {
    branch: &'e str,
    at: &'e str,
    message: &'e str,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    branches: Vec<JsonBranch<'e>>,
}
