//! The operations on artifacts: `compile`, `merge`, `parse-artifact`, `trial` and `constat`.

use super::evidence::{answer, context, read_surface, surface_of};
use super::{Operation, Problem, Request, Session};
use crate::artifact::{self, Artifact, ArtifactError, Incoming, Status};
use crate::evidence::wire;
use crate::json::{Data, Node};
use crate::ledger;
use crate::metric;
use crate::signals;
use crate::toolset::Toolset;
use crate::trial;

pub(super) const COMPILE: Operation = Operation {
    name: "compile",
    about: "{traces, surface, artifact?, profile?, …} -> {status, artifact, proposals, gate}",
    run: compile,
};

pub(super) const MERGE: Operation = Operation {
    name: "merge",
    about: "{local?, incoming, live, profile?} -> {file, dropped…}: what is proved of both",
    run: merge,
};

pub(super) const PARSE_ARTIFACT: Operation = Operation {
    name: "parse-artifact",
    about: "{value} -> {accepted, file}: an artifact, read strictly",
    run: parse,
};

pub(super) const TRIAL: Operation = Operation {
    name: "trial",
    about: "{traces, live, artifact?, auditCalls?, profile?} -> the report of a trial",
    run: replay,
};

pub(super) const CONSTAT: Operation = Operation {
    name: "constat",
    about: "{concept, facts, revision, config} -> a retraction record",
    run: constat,
};

fn compile(session: &Session, request: Request<'_>) -> Result<String, Problem> {
    let traces = wire::traces(request.document, request.required("traces")?, "/traces")?;
    let observations = request.optional("valueObservations")?;
    let observations =
        observations.map(|node| wire::observations(request.document, node, "/valueObservations"));
    let observations = observations.transpose()?;
    let given = request.optional("artifact")?;
    let current = given.map(|node| Artifact::read(request.document, node)).transpose()?;
    let document = surface_of(request, request.required("surface")?)?;
    let surface = read_surface(&document)?;
    let report = metric::measure(&traces, &context(request)?);
    let signals = signals::of_traces(&traces, surface.schemas(), observations.as_deref(), &report);
    let profile = super::profile(session, request)?;
    let evidence = (&report, signals);
    let compilation = artifact::compile(&surface, &profile, session.options(), evidence, current.as_ref());
    let compilation = compilation.map_err(|error| Problem::new("no-surface", error.to_string()))?;
    // An artifact that converged comes back as the bytes that it was.
    let artifact = match (compilation.status, given) {
        (Status::Converged, Some(node)) => request.raw(node).to_owned(),
        _ => answer(&compilation.artifact)?,
    };
    Ok(format!(
        "{{\"status\":{},\"artifact\":{artifact},\"proposals\":{},\"gate\":{}}}",
        answer(&compilation.status)?,
        answer(&compilation.proposals)?,
        answer(&compilation.gate)?
    ))
}

fn merge(session: &Session, request: Request<'_>) -> Result<String, Problem> {
    let document = surface_of(request, request.required("live")?)?;
    let surface = read_surface(&document)?;
    super::profile(session, request)?;
    let live = Toolset::of(&surface, session);
    let read = |node| lenient(request, node);
    let local = request.optional("local")?.map(read).transpose()?;
    let merged = artifact::merge(local.as_ref(), &read(request.required("incoming")?)?, &live);
    /// What a merge gives.
    #[derive(serde::Serialize)]
    #[serde(rename_all = "camelCase")]
    struct Output {
        file: Artifact,
        dropped_overlays: usize,
        dropped_quarantines: usize,
        dropped_normalizations: usize,
    }
    answer(&Output {
        file: merged.file.into(),
        dropped_overlays: merged.dropped_overlays,
        dropped_quarantines: merged.dropped_quarantines,
        dropped_normalizations: merged.dropped.len(),
    })
}

/// An artifact that the host vouches for.
fn lenient(request: Request<'_>, node: &Node) -> Result<Incoming, Problem> {
    let wrong = || Problem::new("damaged-artifact", "an artifact is an object whose `version` is 1 or 2");
    Incoming::lenient(request.document, node).ok_or_else(wrong)
}

fn parse(_: &Session, request: Request<'_>) -> Result<String, Problem> {
    match Artifact::read(request.document, request.required("value")?) {
        Ok(artifact) => Ok(format!("{{\"accepted\":true,\"file\":{}}}", answer(&artifact)?)),
        Err(_) => Ok("{\"accepted\":false,\"file\":null}".to_owned()),
    }
}

fn replay(session: &Session, request: Request<'_>) -> Result<String, Problem> {
    let traces = wire::traces(request.document, request.required("traces")?, "/traces")?;
    let audits = request.optional("auditCalls")?.map(|node| wire::audit_calls(node, "/auditCalls"));
    let audits = audits.transpose()?.unwrap_or_default();
    let document = surface_of(request, request.required("live")?)?;
    let surface = read_surface(&document)?;
    super::profile(session, request)?;
    let live = Toolset::of(&surface, session);
    let artifact = request.optional("artifact")?.map(|node| lenient(request, node)).transpose()?;
    answer(&trial::trial(&traces, &audits, &live, artifact.as_ref()))
}

fn constat(_: &Session, request: Request<'_>) -> Result<String, Problem> {
    let value = |name| request.flawless(request.required(name)?);
    let (concept, facts, revision) = (value("concept")?, value("facts")?, value("revision")?);
    if revision.data != Data::Null && revision.as_natural().is_none() {
        return Err(Problem::new("wrong-kind", "`revision` must be an integer from 0, or null"));
    }
    answer(&ledger::constat(concept, facts, revision, value("config")?))
}

impl From<ArtifactError> for Problem {
    fn from(error: ArtifactError) -> Self {
        Self::new("damaged-artifact", error.to_string())
    }
}
