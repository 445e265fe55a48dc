//! What checks work with: the subject, the fixtures, and the surfaces that they are tried on.

use super::fixtures::Fixtures;
use super::{CertifyError, Corpus, Inputs, Subject};
use crate::apply::Outcome;
use crate::artifact::{Artifact, Compilation, PLANS};
use crate::certify::{Form, Job};
use crate::json::compare;
use crate::metric::{Context, MetricReport};
use crate::program::Profile;
use crate::prove::ProvenPlan;
use crate::schema::SchemaOptions;
use crate::session::Session;
use crate::signals::Signal;
use crate::surface::Surface;
use crate::toolset::Toolset;
use crate::verify::verify;

/// What checks work with.
pub(super) struct Setup<'b> {
    pub(super) subject: &'b dyn Subject,
    pub(super) inputs: &'b Inputs<'b>,
    pub(super) fixtures: &'b Fixtures<'b>,
    /// The profile in force.
    pub(super) profile: &'b Profile,
    /// The built-in one under `fabric`, for which the fixtures say what is to come out; the same under the
    /// profile in force, where that is another one; then that of the user, where there is one.
    pub(super) surfaces: Vec<PreparedSurface<'b>>,
}

/// A surface, and what was recorded of its actions.
pub(super) struct PreparedSurface<'b> {
    /// `built-in`, `built-in by the profile` or `given`.
    pub(super) name: &'static str,
    /// What its plans are derived under.
    pub(super) profile: &'b Profile,
    pub(super) surface: &'b Surface<'b>,
    pub(super) options: SchemaOptions,
    pub(super) live: Toolset,
    pub(super) corpus: &'b Corpus,
    /// The plans that the surface yields, in the order of their refs, at most as many as an artifact
    /// holds.
    pub(super) plans: Vec<ProvenPlan>,
    /// How many it yields beyond that.
    pub(super) cut: usize,
}

impl<'b> Setup<'b> {
    pub(super) fn new(
        subject: &'b dyn Subject,
        inputs: &'b Inputs<'b>,
        fixtures: &'b Fixtures<'b>,
    ) -> Result<Self, CertifyError> {
        let fabric = &fixtures.profile;
        let profile = inputs.profile.as_ref().unwrap_or(fabric);
        let built_in = |name, profile| {
            let (surface, corpus) = (&fixtures.surface, &fixtures.corpus);
            let prepared = PreparedSurface::new(name, surface, profile, SchemaOptions::default(), corpus);
            match prepared.plans.is_empty() {
                true => Err(CertifyError::Build { what: "surface", why: "it yields no plan".to_owned() }),
                false => Ok(prepared),
            }
        };
        let mut surfaces = vec![built_in("built-in", fabric)?];
        if !profile.is_fabric() {
            surfaces.push(built_in("built-in by the profile", profile)?);
        }
        if let Some(surface) = inputs.surface {
            let corpus = inputs.called().map_or(&fixtures.corpus, |sessions| sessions.corpus);
            surfaces.push(PreparedSurface::new("given", surface, profile, inputs.options, corpus));
        }
        Ok(Self { subject, inputs, fixtures, profile, surfaces })
    }

    /// The built-in surface, under `fabric`.
    pub(super) fn own(&self) -> Result<&PreparedSurface<'b>, String> {
        self.surfaces.first().ok_or_else(|| "there is no built-in surface".to_owned())
    }

    /// The corpora: the built-in one, then that of the user.
    pub(super) fn corpora(&self) -> impl Iterator<Item = (&'static str, &Corpus)> {
        let given = self.inputs.called().map(|sessions| ("given", sessions.corpus));
        [("built-in", &self.fixtures.corpus)].into_iter().chain(given)
    }

    /// Applies a plan; whatever it changes is verified without `apply`.
    pub(super) fn apply(&self, proven: &ProvenPlan, args: &[u8]) -> Result<Outcome, String> {
        let outcome = self.subject.apply(proven, args).map_err(|error| told(proven, args, &error))?;
        if let Outcome::Normalized { args: result, witness } = &outcome {
            verify(proven, args, result, witness).map_err(|violation| told(proven, args, &violation))?;
        }
        Ok(outcome)
    }

    /// Compiles a surface, with a signal among the evidence.
    pub(super) fn compile(
        &self,
        form: Form,
        prepared: &PreparedSurface<'_>,
        report: &MetricReport,
        current: Option<&Artifact>,
    ) -> Result<Compilation, String> {
        let job = Job {
            surface: prepared.surface,
            profile: prepared.profile,
            options: prepared.options,
            report,
            signals: &[signal()],
            current,
        };
        self.subject.compile(form, &job).map_err(|error| error.to_string())
    }

    /// Compiles a surface with its evidence and without an artifact in force; gives the artifact.
    pub(super) fn compiled(&self, form: Form, prepared: &PreparedSurface<'_>) -> Result<Artifact, String> {
        let compilation = self.compile(form, prepared, &prepared.report(), None)?;
        compilation.artifact.ok_or_else(|| format!("nothing was compiled of the {} surface", prepared.name))
    }
}

impl<'b> PreparedSurface<'b> {
    fn new(
        name: &'static str,
        surface: &'b Surface<'b>,
        profile: &'b Profile,
        options: SchemaOptions,
        corpus: &'b Corpus,
    ) -> Self {
        let live = Toolset::of(surface, &Session::new(profile.clone(), options));
        let mut refs: Vec<&str> = live.refs().collect();
        refs.sort_by(|a, b| compare(a, b));
        let plan = |reference: &&str| profile.plan(reference, &live.usable(reference)?).ok();
        let mut plans: Vec<ProvenPlan> = refs.iter().filter_map(plan).collect();
        let cut = plans.len().saturating_sub(PLANS);
        plans.truncate(PLANS);
        Self { name, profile, surface, options, live, corpus, plans, cut }
    }

    /// The measure of what was recorded, as the metric has it.
    pub(super) fn report(&self) -> MetricReport {
        MetricReport::new(self.corpus.partial(), &self.context())
    }

    /// What it is measured against.
    pub(super) fn context(&self) -> Context {
        Context::default().surface(self.surface.schemas(), self.surface.digest().ok().as_ref())
    }

    /// The plan of `reference`.
    pub(super) fn plan(&self, reference: &str) -> Result<&ProvenPlan, String> {
        let plan = self.plans.iter().find(|proven| proven.plan().reference() == reference);
        plan.ok_or_else(|| format!("`{reference}` has no plan"))
    }
}

/// A review signal: what a compile gives on as it is.
fn signal() -> Signal {
    Signal::SequenceFuse { sequence: vec!["a.b".into(), "c.d".into(), "e.f".into()], occurrences: 3 }
}

/// What is wrong with a call.
pub(super) fn told(proven: &ProvenPlan, args: &[u8], why: &impl ToString) -> String {
    let (reference, args) = (proven.plan().reference(), String::from_utf8_lossy(args));
    format!("`{reference}` with {args}: {}", why.to_string())
}
