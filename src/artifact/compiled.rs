//! Version 2 of an artifact.

use serde::Serialize;

use crate::digest::Digest;
use crate::json::{Document, Limits, canonical, number};
use crate::metric::METRIC_VERSION;
use crate::plan::Plan;

/// How many plans an artifact holds.
pub const PLANS: usize = 1000;
/// How many rows its ledger of what was applied holds.
pub const APPLIED: usize = 256;

/// Version 2: plans, and what a person wants to know of how they came about.
///
/// It is made by compiling, merging or strict reading only, so it is within its bounds and no ref has
/// two plans. It authorises nothing all the same.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Compiled {
    version: u8,
    metric_version: u64,
    /// Always empty: version 1 had overlays here.
    actions: [u8; 0],
    /// Always empty: version 1 hid actions here.
    quarantined: [u8; 0],
    normalizations: Vec<Plan>,
    applied: Vec<Applied>,
    gate: Gate,
    evidence_digest: Box<str>,
}

/// A row of what was applied.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Applied {
    /// What was applied: `normal-form` for a plan.
    pub kind: Box<str>,
    /// The ref of the action.
    #[serde(rename = "ref")]
    pub reference: Box<str>,
    /// In words.
    pub detail: Box<str>,
}

/// What a run said of itself. It grants nothing, whatever it says.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Gate {
    /// Whether it passed.
    pub passed: bool,
    /// The score before, a rate.
    #[serde(serialize_with = "score")]
    pub before_score: f64,
    /// The score after, a rate.
    #[serde(serialize_with = "score")]
    pub after_score: f64,
    /// Why it did not pass.
    pub reasons: Vec<Box<str>>,
}

fn score<S: serde::Serializer>(score: &f64, serializer: S) -> Result<S::Ok, S::Error> {
    number::serialize(*score, serializer)
}

impl Gate {
    /// A gate that passed, with the same score before and after: history is never rewritten.
    pub(super) fn equal(score: f64) -> Self {
        Self { passed: true, before_score: score, after_score: score, reasons: Vec::new() }
    }
}

impl Compiled {
    /// An artifact of these plans, which stand in the order of their refs, each ref once.
    pub(super) fn new(mut plans: Vec<Plan>, score: f64, digest: impl FnOnce(&[Plan]) -> Digest) -> Self {
        plans.truncate(PLANS);
        let applied = plans.iter().take(APPLIED).map(Applied::of).collect();
        let evidence_digest = digest(&plans).as_str().into();
        Self {
            normalizations: plans,
            ..Self::read(u64::from(METRIC_VERSION), applied, Gate::equal(score), evidence_digest)
        }
    }

    /// An artifact without plans, with the rest as it was read.
    pub(super) fn read(
        metric_version: u64,
        applied: Vec<Applied>,
        gate: Gate,
        evidence_digest: Box<str>,
    ) -> Self {
        Self {
            version: 2,
            metric_version,
            actions: [],
            quarantined: [],
            normalizations: Vec::new(),
            applied,
            gate,
            evidence_digest,
        }
    }

    /// The same with these plans, in the order of the file.
    #[must_use]
    pub(super) fn with_plans(self, normalizations: Vec<Plan>) -> Self {
        Self { normalizations, ..self }
    }

    /// The members that are not what a compile or a merge writes of these plans, for a live surface of
    /// this digest. It grants nothing either way.
    pub(super) fn unfounded(&self, plans: &[Plan], surface: Option<&Digest>) -> Vec<&'static str> {
        let of_merge = Digest::of_text(&canonical_plans(plans));
        let of_compile = surface.map(|surface| evidence_digest(surface, plans));
        let digests = [Some(of_merge), of_compile];
        let gate = Gate::equal(self.gate.before_score);
        let applied = plans.iter().take(APPLIED).map(Applied::of);
        let said = [
            ("metricVersion", self.metric_version == u64::from(METRIC_VERSION)),
            ("applied", self.applied.iter().cloned().eq(applied)),
            ("gate", self.gate == gate && (0.0..=1.0).contains(&gate.before_score)),
            (
                "evidenceDigest",
                digests.iter().flatten().any(|digest| digest.as_str() == self.evidence_digest()),
            ),
        ];
        said.into_iter().filter(|(_, is_founded)| !is_founded).map(|(member, _)| member).collect()
    }

    /// The plans, at most [`PLANS`], in the order of the file.
    pub fn plans(&self) -> &[Plan] {
        &self.normalizations
    }

    /// What was applied, at most [`APPLIED`] rows.
    pub fn applied(&self) -> &[Applied] {
        &self.applied
    }

    /// What the run that wrote it said of itself.
    pub fn gate(&self) -> &Gate {
        &self.gate
    }

    /// The digest of what it was made from: a text, which need not even be a digest.
    pub fn evidence_digest(&self) -> &str {
        &self.evidence_digest
    }

    /// The version of the metric that its scores are of.
    pub fn metric_version(&self) -> u64 {
        self.metric_version
    }
}

impl Applied {
    fn of(plan: &Plan) -> Self {
        Self {
            kind: "normal-form".into(),
            reference: plan.reference().into(),
            detail: format!("{} proven rules", plan.rules().len()).into(),
        }
    }
}

/// The evidence digest that a compile writes.
pub(super) fn evidence_digest(surface: &Digest, plans: &[Plan]) -> Digest {
    let plans = canonical_plans(plans);
    Digest::of_text(&format!("{{\"plans\":{plans},\"surface\":\"{surface}\"}}"))
}

/// The RFC 8785 form of a list of plans.
pub(super) fn canonical_plans(plans: &[Plan]) -> String {
    let plans: Vec<String> = plans.iter().map(canonical_plan).collect();
    format!("[{}]", plans.join(","))
}

/// The RFC 8785 form of a plan.
pub(super) fn canonical_plan(plan: &Plan) -> String {
    // A plan prints as JSON that nests three levels deep, so it parses.
    let document = Document::parse(plan.to_json().as_bytes(), Limits::SURFACE);
    document.map(|document| canonical::text(&document.root)).unwrap_or_default()
}
