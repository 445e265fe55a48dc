//! What a compile makes, what is exported, and what the store keeps.

use fabric_rules::artifact::{Artifact, Compilation, Status};
use fabric_rules::certify::{FabricRules, Form, Job, Stored, Subject};
use fabric_rules::surface::{Surface, SurfaceError};
use serde_json::{Value, json};

use super::{Mutation, broken};
use crate::certify::store;

pub(super) fn mutations() -> Vec<Mutation> {
    let mutation = |check, what, subject| Mutation { check, what, subject };
    vec![
        mutation("steered-plan", "an action loses its plan when all calls fail", &Steered),
        mutation("needed-corpus", "nothing is compiled without a corpus", &NeedsCorpus),
        mutation("rewritten-history", "the score afterwards is better", &Promising),
        mutation("divergent-compile", "the cooperative form stops one action early", &StopsEarly),
        mutation("restless-compile", "the artifact in force is not looked at", &Restless),
        mutation("restless-compile", "any artifact in force is good enough", &Content),
        mutation("altered-surface", "an action is left out of the export", &Hiding),
        mutation("altered-surface", "an enum loses a member in the export", &Narrowing),
        mutation("active-legacy", "version 1 stays in force", &KeepsLegacy),
        mutation("lossy-store", "the end of the file is lost", &Torn),
        mutation("lossy-store", "a damaged file is overwritten", &Overwriting),
        mutation("lossy-store", "another artifact is read than was saved", &Stale),
    ]
}

fn real(form: Form, job: &Job<'_>) -> Result<Compilation, SurfaceError> {
    FabricRules(store).compile(form, job)
}

/// A compile of all actions but the last one.
fn without_last(form: Form, job: &Job<'_>) -> Result<Compilation, SurfaceError> {
    let mut surface = job.surface.clone();
    surface.actions.retain(|action| action.reference != "report.render");
    real(form, &Job { surface: &surface, ..*job })
}

broken!(Steered: fn compile(&self, form: Form, job: &Job<'_>) -> Result<Compilation, SurfaceError> {
    if job.report.score.get() > 0.99 { without_last(form, job) } else { real(form, job) }
});

broken!(NeedsCorpus: fn compile(&self, form: Form, job: &Job<'_>) -> Result<Compilation, SurfaceError> {
    let mut compilation = real(form, job)?;
    if job.report.totals.operations == 0 {
        (compilation.status, compilation.artifact) = (Status::Converged, None);
    }
    Ok(compilation)
});

/// The artifact with another text.
fn edited(artifact: &Artifact, edit: impl FnOnce(&mut Value)) -> Artifact {
    let mut value = serde_json::to_value(artifact).unwrap();
    edit(&mut value);
    Artifact::parse(value.to_string().as_bytes()).unwrap()
}

broken!(Promising: fn compile(&self, form: Form, job: &Job<'_>) -> Result<Compilation, SurfaceError> {
    let mut compilation = real(form, job)?;
    compilation.artifact =
        compilation.artifact.map(|artifact| edited(&artifact, |value| value["gate"]["afterScore"] = json!(0)));
    Ok(compilation)
});

broken!(StopsEarly: fn compile(&self, form: Form, job: &Job<'_>) -> Result<Compilation, SurfaceError> {
    match form {
        Form::AtOnce => real(form, job),
        Form::Cooperative => without_last(form, job),
    }
});

broken!(Restless: fn compile(&self, form: Form, job: &Job<'_>) -> Result<Compilation, SurfaceError> {
    real(form, &Job { current: None, ..*job })
});

broken!(Content: fn compile(&self, form: Form, job: &Job<'_>) -> Result<Compilation, SurfaceError> {
    let mut compilation = real(form, job)?;
    if let Some(current @ Artifact::Compiled(_)) = job.current {
        compilation.status = Status::Converged;
        compilation.artifact = Some(current.clone());
    }
    Ok(compilation)
});

broken!(KeepsLegacy: fn compile(&self, form: Form, job: &Job<'_>) -> Result<Compilation, SurfaceError> {
    let mut compilation = real(form, job)?;
    if let Some(current @ Artifact::Legacy(_)) = job.current {
        compilation.status = Status::Converged;
        compilation.artifact = Some(current.clone());
    }
    Ok(compilation)
});

/// The export with another text.
fn exported(surface: &Surface<'_>, edit: impl FnOnce(&mut Value)) -> Result<String, SurfaceError> {
    let mut value: Value = serde_json::from_str(&surface.write()?).unwrap();
    edit(&mut value);
    Ok(value.to_string())
}

broken!(Hiding: fn export(&self, surface: &Surface<'_>) -> Result<String, SurfaceError> {
    exported(surface, |value| drop(value["actions"].as_array_mut().unwrap().pop()))
});

broken!(Narrowing: fn export(&self, surface: &Surface<'_>) -> Result<String, SurfaceError> {
    exported(surface, |value| {
        let first = &mut value["actions"][0]["inputSchema"]["properties"]["paper"]["enum"];
        first.as_array_mut().unwrap().pop();
    })
});

struct Torn;

impl Subject for Torn {
    fn store(&self, present: Option<&[u8]>, artifact: &Artifact) -> Result<Stored, String> {
        let mut stored = store(present, artifact)?;
        if stored.saved.is_ok() {
            stored.file.as_mut().unwrap().pop();
        }
        Ok(stored)
    }
}

struct Overwriting;

impl Subject for Overwriting {
    fn store(&self, present: Option<&[u8]>, artifact: &Artifact) -> Result<Stored, String> {
        let present = present.filter(|present| Artifact::parse(present).is_ok());
        store(present, artifact)
    }
}

struct Stale;

impl Subject for Stale {
    fn store(&self, present: Option<&[u8]>, artifact: &Artifact) -> Result<Stored, String> {
        let mut stored = store(present, artifact)?;
        if let (Ok(loaded), Some(present)) = (&mut stored.loaded, present) {
            *loaded = Artifact::parse(present).ok();
        }
        Ok(stored)
    }
}
