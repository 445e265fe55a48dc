//! A report as JSON, for machines.
//!
//! | member | what |
//! | --- | --- |
//! | `file`, `format`, `surfaceDigest` | the surface; the digest is `null` where it has none |
//! | `profile`, `rulesDigest` | the rules in force |
//! | `actions` | in the order declared: `ref`, `place`, and `plan`, or `null` with a `reason` (`code`, `message`, `place`); `cut`, the rules that the plan has no room for; `freedom` of the declared schema |
//! | `findings` | what is wrong, as [diagnostics](crate::diagnostic::json) |
//! | `place` | `start` and `end`, each with `line`, `column` and the byte's `offset` |
//! | `counts`, `coverage` | [`Counts`], a [`Row`] |

use serde::Serialize;

use super::{Counts, Examined, Row, SurfaceReport};
use crate::diagnostic::Source;
use crate::diagnostic::json::{self, Range};
use crate::diagnostic::place::Places;
use crate::digest::Digest;
use crate::metric::Figure;
use crate::plan::{Plan, Rule};
use crate::prove::Proof;

/// The report on the surface in `source` as a value that serialises.
pub fn value<'r>(report: &'r SurfaceReport, source: &'r Source) -> impl Serialize + use<'r> {
    let places = Places::new(&source.text);
    JsonReport {
        file: &source.name,
        format: report.format.name(),
        surface_digest: report.digest.as_ref(),
        profile: &report.profile,
        rules_digest: report.rules_digest.as_ref(),
        actions: report.actions.iter().map(|action| JsonAction::new(action, &places)).collect(),
        findings: json::values(&report.findings, std::slice::from_ref(source)),
        counts: &report.counts,
        coverage: &report.coverage,
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct JsonReport<'r, F> {
    file: &'r str,
    format: &'static str,
    surface_digest: Option<&'r Digest>,
    profile: &'r str,
    rules_digest: Option<&'r Digest>,
    actions: Vec<JsonAction<'r>>,
    findings: Vec<F>,
    counts: &'r Counts,
    coverage: &'r Row,
}

#[derive(Serialize)]
struct JsonAction<'r> {
    #[serde(rename = "ref")]
    reference: &'r str,
    place: Range,
    plan: Option<&'r Plan>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<JsonReason<'r>>,
    #[serde(skip_serializing_if = "<[Rule]>::is_empty")]
    cut: &'r [Rule],
    #[serde(skip_serializing_if = "Option::is_none")]
    freedom: Option<Figure>,
}

#[derive(Serialize)]
struct JsonReason<'r> {
    code: &'static str,
    message: &'r str,
    place: Range,
}

impl<'r> JsonAction<'r> {
    fn new(action: &'r Examined, places: &Places<'_>) -> Self {
        Self {
            reference: &action.reference,
            place: Range::of(action.place, places),
            plan: action.plan.as_ref().ok().map(Proof::plan),
            reason: action.plan.as_ref().err().map(|reason| JsonReason {
                code: reason.code,
                message: &reason.message,
                place: Range::of(reason.span, places),
            }),
            cut: &action.cut,
            freedom: action.freedom,
        }
    }
}
