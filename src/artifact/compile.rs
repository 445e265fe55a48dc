//! Surface and evidence become an artifact.
//!
//! 1. [`Compiler`]: the actions in the order of their refs, and the plan of each;
//! 2. [`Compiler::finish`]: the first [`PLANS`] plans become an artifact, or the present one is
//!    found to hold the same plans and stays untouched;
//! 3. [`compile`] does both, [`Cooperative`] does both a step at a time.
//!
//! Evidence decides nothing here. It gives the score that the gate repeats, and the review signals.

mod cooperative;

use serde::Serialize;

pub use cooperative::Cooperative;

use super::compiled::evidence_digest;
use super::{Artifact, Compiled, Gate, PLANS};
use crate::digest::Digest;
use crate::json::compare;
use crate::metric::MetricReport;
use crate::plan::{Plan, Rule};
use crate::program::Profile;
use crate::schema::{Schema, SchemaOptions};
use crate::signals::Signal;
use crate::surface::{Action, Surface, SurfaceError};

/// What became of a compile.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// The present artifact holds these plans already, or there is neither one nor a plan.
    Converged,
    /// There is a new artifact.
    Compiled,
}

/// What a compile gives.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Compilation {
    /// What became of it.
    pub status: Status,
    /// The artifact; `None` where there was none and nothing to derive.
    pub artifact: Option<Artifact>,
    /// What it proposes: the plans, where they are new, and the review signals.
    pub proposals: Vec<Proposal>,
    /// The gate of a new artifact, with the difference that it made.
    pub gate: Option<Passed>,
    /// How many plans were beyond the bound of an artifact.
    #[serde(skip)]
    pub cut: usize,
}

/// Something that a compile proposes to a person.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Proposal {
    /// A plan, which the artifact holds.
    Plan(PlanProposal),
    /// A review signal, which nothing applies.
    Signal(Signal),
}

/// A plan as a proposal.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PlanProposal {
    kind: &'static str,
    #[serde(rename = "ref")]
    reference: Box<str>,
    base_schema_digest: Digest,
    rules: Vec<Rule>,
}

/// A gate with the difference between its scores, which is none.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Passed {
    #[serde(flatten)]
    gate: Gate,
    delta: u8,
}

/// A surface on its way to an artifact.
#[derive(Debug)]
pub struct Compiler<'s> {
    surface: &'s Surface<'s>,
    profile: Profile,
    options: SchemaOptions,
    digest: Digest,
    actions: Vec<&'s Action<'s>>,
}

impl<'s> Compiler<'s> {
    /// A compiler of `surface` under `profile`.
    ///
    /// # Errors
    ///
    /// [`SurfaceError::Flawed`] where a schema has no canonical form, and so the surface no digest.
    pub fn new(
        surface: &'s Surface<'s>,
        profile: &Profile,
        options: SchemaOptions,
    ) -> Result<Self, SurfaceError> {
        let digest = surface.digest()?;
        let mut actions: Vec<&Action<'_>> = surface.actions.iter().collect();
        actions.sort_by(|a, b| compare(&a.reference, &b.reference));
        Ok(Self { surface, profile: profile.clone(), options, digest, actions })
    }

    /// The surface digest.
    pub fn digest(&self) -> &Digest {
        &self.digest
    }

    /// The actions, in the order of their refs: what [`Self::plan`] is to be asked of.
    pub fn actions(&self) -> &[&'s Action<'s>] {
        &self.actions
    }

    /// The plan of one action, derived and proved.
    pub fn plan(&self, action: &Action<'_>) -> Option<Plan> {
        let schema = Schema::new(self.surface.document, action.schema?, self.options).ok()?;
        let proven = self.profile.plan(&action.reference, &schema).ok()?;
        Some(proven.plan().clone())
    }

    /// The artifact of `plans`, which are those of all actions, in the order of their refs.
    ///
    /// `current` is the artifact in force, `report` the measure of the corpus.
    pub fn finish(
        &self,
        mut plans: Vec<Plan>,
        report: &MetricReport,
        signals: Vec<Signal>,
        current: Option<&Artifact>,
    ) -> Compilation {
        let cut = plans.len().saturating_sub(PLANS);
        plans.truncate(PLANS);
        let signals = signals.into_iter().map(Proposal::Signal);
        let is_current = match current {
            Some(Artifact::Compiled(current)) => current.plans() == plans,
            Some(Artifact::Legacy(_)) => false,
            None => plans.is_empty(),
        };
        if is_current {
            return Compilation {
                status: Status::Converged,
                artifact: current.cloned(),
                proposals: signals.collect(),
                gate: None,
                cut,
            };
        }
        let proposals =
            plans.iter().map(|plan| Proposal::Plan(PlanProposal::of(plan))).chain(signals).collect();
        let digest = |plans: &[Plan]| evidence_digest(&self.digest, plans);
        let compiled = Compiled::new(plans, report.score.get(), digest);
        let gate = Passed { gate: compiled.gate().clone(), delta: 0 };
        Compilation {
            status: Status::Compiled,
            artifact: Some(compiled.into()),
            proposals,
            gate: Some(gate),
            cut,
        }
    }
}

impl PlanProposal {
    fn of(plan: &Plan) -> Self {
        Self {
            kind: "normal-form",
            reference: plan.reference().into(),
            base_schema_digest: plan.base_schema_digest().clone(),
            rules: plan.rules().to_vec(),
        }
    }
}

/// Compiles a surface: see [`Compiler`].
///
/// # Errors
///
/// [`SurfaceError::Flawed`] where a schema has no canonical form.
pub fn compile(
    surface: &Surface<'_>,
    profile: &Profile,
    options: SchemaOptions,
    (report, signals): (&MetricReport, Vec<Signal>),
    current: Option<&Artifact>,
) -> Result<Compilation, SurfaceError> {
    let compiler = Compiler::new(surface, profile, options)?;
    let plans = compiler.actions().iter().filter_map(|action| compiler.plan(action)).collect();
    Ok(compiler.finish(plans, report, signals, current))
}
