//! What is certified: one method for each thing that the program can do.

use crate::apply::{ApplyError, Outcome};
use crate::artifact::{
    Artifact, ArtifactError, Compilation, Compiler, Cooperative, Incoming, Merged, Retracted, compile, merge,
};
use crate::derive::{NoPlan, derive};
use crate::evidence::{AuditCall, Evidence, Trace, ingest};
use crate::metric::{Context, MetricReport, Partial};
use crate::plan::Plan;
use crate::program::Profile;
use crate::prove::ProvenPlan;
use crate::schema::{Schema, SchemaOptions};
use crate::signals::Signal;
use crate::surface::{Surface, SurfaceError};
use crate::toolset::Toolset;
use crate::trial;

/// What is certified.
///
/// All methods but [`store`](Self::store) call the real thing. Tests override one to break it.
pub trait Subject {
    /// Measures counted traces.
    fn measure(&self, traces: &Partial, context: &Context) -> MetricReport {
        MetricReport::new(traces, context)
    }

    /// Reads the text of a session.
    fn ingest(&self, session: &[u8]) -> Evidence {
        ingest(session.split(|byte| *byte == b'\n')).0
    }

    /// Derives the plan of an action.
    ///
    /// # Errors
    ///
    /// Why there is none.
    fn derive(&self, profile: &Profile, reference: &str, schema: &Schema) -> Result<Plan, NoPlan> {
        derive(profile, reference, schema)
    }

    /// Proves a plan against the live surface.
    ///
    /// # Errors
    ///
    /// Why it does not hold.
    fn prove(&self, live: &Toolset, plan: &Plan) -> Result<ProvenPlan, Retracted> {
        live.prove(plan)
    }

    /// Applies a proven plan to the arguments of a call.
    ///
    /// # Errors
    ///
    /// The arguments cannot be looked at.
    fn apply(&self, proven: &ProvenPlan, args: &[u8]) -> Result<Outcome, ApplyError> {
        proven.apply(args)
    }

    /// Compiles a surface.
    ///
    /// # Errors
    ///
    /// The surface has no canonical form.
    fn compile(&self, form: Form, job: &Job<'_>) -> Result<Compilation, SurfaceError> {
        let evidence = (job.report, job.signals.to_vec());
        match form {
            Form::AtOnce => compile(job.surface, job.profile, job.options, evidence, job.current),
            Form::Cooperative => {
                let compiler = Compiler::new(job.surface, job.profile, job.options)?;
                let mut steps = Cooperative::new(&compiler, evidence, job.current);
                loop {
                    if !steps.step()
                        && let Some(compilation) = steps.finish()
                    {
                        return Ok(compilation);
                    }
                }
            }
        }
    }

    /// Writes a surface as a file.
    ///
    /// # Errors
    ///
    /// The surface has no canonical form.
    fn export(&self, surface: &Surface<'_>) -> Result<String, SurfaceError> {
        surface.write()
    }

    /// Merges two artifacts.
    fn merge(&self, local: Option<&Incoming>, incoming: &Incoming, live: &Toolset) -> Merged {
        merge(local, incoming, live)
    }

    /// Reads an artifact.
    ///
    /// # Errors
    ///
    /// The first fault, with its place.
    fn parse(&self, text: &[u8]) -> Result<Artifact, ArtifactError> {
        Artifact::parse(text)
    }

    /// Tries an artifact on recorded calls.
    fn trial(
        &self,
        traces: &[Trace],
        audits: &[AuditCall],
        live: &Toolset,
        artifact: Option<&Incoming>,
    ) -> trial::TrialReport {
        trial::trial(traces, audits, live, artifact)
    }

    /// Saves an artifact in a store of its own whose file, where there is one, holds `present`.
    ///
    /// # Errors
    ///
    /// Such a store cannot be made at all, in words.
    fn store(&self, present: Option<&[u8]>, artifact: &Artifact) -> Result<Stored, String>;
}

/// In which form a compile goes on. Both give the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// From beginning to end.
    AtOnce,
    /// An action at a time.
    Cooperative,
}

/// What is compiled, and with what.
#[derive(Debug, Clone, Copy)]
pub struct Job<'j> {
    /// The declared actions.
    pub surface: &'j Surface<'j>,
    /// The rules.
    pub profile: &'j Profile,
    /// How schemas are read.
    pub options: SchemaOptions,
    /// The measure of the corpus.
    pub report: &'j MetricReport,
    /// Its review signals.
    pub signals: &'j [Signal],
    /// The artifact in force.
    pub current: Option<&'j Artifact>,
}

/// What a store did.
#[derive(Debug, Clone, PartialEq)]
pub struct Stored {
    /// Whether it saved the artifact, or why not.
    pub saved: Result<(), String>,
    /// What its file holds then.
    pub file: Option<Vec<u8>>,
    /// What it reads from that.
    pub loaded: Result<Option<Artifact>, String>,
}

/// This program, with a store that the caller gives: only the caller may touch files.
#[derive(Debug, Clone, Copy)]
pub struct FabricRules<S>(pub S);

impl<S> Subject for FabricRules<S>
where
    S: Fn(Option<&[u8]>, &Artifact) -> Result<Stored, String>,
{
    fn store(&self, present: Option<&[u8]>, artifact: &Artifact) -> Result<Stored, String> {
        (self.0)(present, artifact)
    }
}
