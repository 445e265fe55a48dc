//! An explanation as JSON.
//!
//! `file ref place profile`, `plan` or `null` with a `reason`, `shapes`, `keys`, and where the profile has
//! conventions about an `object` or the `call` as a whole, `wholes`; a fact has `text`,
//! `holds` (`null` where the validator cannot say), `because`, `place`, and as JSON Pointers into the schema
//! `at` and the `branch` of a union. A rule that the plan has no room for is not `derived` but `cut`, and
//! one that the profile does not use for this action is `excepted`.

use serde::Serialize;

use super::Explained;
use crate::diagnostic::json::Range;
use crate::explain::{ConventionExplanation, Fact};
use crate::plan::Plan;
use crate::prove::ProvenPlan;
use crate::span::Span;

/// The explanation as a value that serialises.
pub(super) fn value<'e>(explained: &'e Explained<'_>) -> impl Serialize + use<'e> {
    let range = |span: Span| Range::of(span, &explained.places);
    let fact = |fact: &'e Fact| JsonFact {
        text: &fact.text,
        holds: fact.holds,
        because: &fact.because,
        place: range(fact.span),
        at: &fact.at,
        branch: fact.branch.as_deref(),
    };
    let convention = |convention: &'e ConventionExplanation| JsonConvention {
        name: &convention.name,
        decoder: &convention.decoder,
        guard: &convention.guard,
        derived: convention.derived,
        cut: convention.cut,
        excepted: convention.excepted,
        facts: convention.facts.iter().map(fact).collect(),
    };
    let explanation = &explained.explanation;
    JsonExplanation {
        file: explained.file,
        reference: &explained.action.reference,
        place: range(explained.action.ref_place),
        profile: explained.profile.name(),
        plan: explanation.plan.as_ref().ok().map(ProvenPlan::plan),
        reason: explanation.plan.as_ref().err().map(|reason| JsonReason {
            code: reason.code(),
            message: reason.to_string(),
            place: reason.span().map(range),
        }),
        shapes: explanation
            .shapes
            .iter()
            .map(|shape| JsonShape { name: &shape.name, facts: shape.facts.iter().map(fact).collect() })
            .collect(),
        keys: explanation
            .keys
            .iter()
            .map(|key| JsonKey {
                key: key.at.is_none().then_some(&key.key),
                at: key.at.as_deref(),
                schema: &key.schema,
                branch: key.branch.as_deref(),
                place: range(key.span),
                conventions: key.conventions.iter().map(convention).collect(),
            })
            .collect(),
        wholes: explanation
            .wholes
            .iter()
            .map(|whole| JsonWhole {
                of: if whole.is_call { "call" } else { "object" },
                at: &whole.at,
                place: range(whole.span),
                conventions: whole.conventions.iter().map(convention).collect(),
            })
            .collect(),
    }
}

#[derive(Serialize)]
struct JsonExplanation<'e> {
    file: &'e str,
    #[serde(rename = "ref")]
    reference: &'e str,
    place: Range,
    profile: &'e str,
    plan: Option<&'e Plan>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<JsonReason>,
    shapes: Vec<JsonShape<'e>>,
    keys: Vec<JsonKey<'e>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    wholes: Vec<JsonWhole<'e>>,
}

#[derive(Serialize)]
struct JsonWhole<'e> {
    of: &'static str,
    at: &'e str,
    place: Range,
    conventions: Vec<JsonConvention<'e>>,
}

#[derive(Serialize)]
struct JsonReason {
    code: &'static str,
    message: String,
    place: Option<Range>,
}

#[derive(Serialize)]
struct JsonShape<'e> {
    name: &'e str,
    facts: Vec<JsonFact<'e>>,
}

#[derive(Serialize)]
struct JsonKey<'e> {
    #[serde(skip_serializing_if = "Option::is_none")]
    key: Option<&'e String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    at: Option<&'e str>,
    schema: &'e str,
    #[serde(skip_serializing_if = "Option::is_none")]
    branch: Option<&'e str>,
    place: Range,
    conventions: Vec<JsonConvention<'e>>,
}

#[derive(Serialize)]
struct JsonConvention<'e> {
    name: &'e str,
    derived: bool,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    cut: bool,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    excepted: bool,
    decoder: &'e str,
    guard: &'e str,
    facts: Vec<JsonFact<'e>>,
}

#[derive(Serialize)]
struct JsonFact<'e> {
    text: &'e str,
    holds: Option<bool>,
    because: &'e str,
    place: Range,
    at: &'e str,
    #[serde(skip_serializing_if = "Option::is_none")]
    branch: Option<&'e str>,
}
