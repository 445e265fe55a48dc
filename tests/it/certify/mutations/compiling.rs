//! What a compile makes, what is exported, and what the store keeps.

use fabric_rules::internal::artifact::{Artifact, Compilation, Status};
use fabric_rules::internal::certify::{FabricRules, Form, Job, Stored, Subject};
use fabric_rules::internal::surface::{Surface, SurfaceError};
use serde_json::{Value, json};

use super::{Mutation, broken, edited};
use crate::certify::store;

pub(super) fn mutations() -> Vec<Mutation> {
    let mutation = |check, what, subject| Mutation { check, what, subject };
    vec![
        mutation("steered-plan", "an action loses its plan when all calls fail", &Steered),
        mutation("needed-corpus", "nothing is compiled without a corpus", &NeedsCorpus),
        mutation("needed-corpus", "without a corpus the score beforehand is the worst", &Pessimist),
        mutation("rewritten-history", "the gate gives a reason", &Reasoning),
        mutation("rewritten-history", "the scores are of another metric", &OldMetric),
        mutation("rewritten-history", "a new artifact is told of without its gate", &NoGate),
        mutation("rewritten-history", "the score afterwards is better", &Promising),
        mutation("divergent-compile", "the cooperative form stops one action early", &StopsEarly),
        mutation("restless-compile", "the artifact in force is not looked at", &Restless),
        mutation("restless-compile", "any artifact in force is good enough", &Content),
        mutation("restless-compile", "the same plans are proposed again", &Proposing),
        mutation("altered-surface", "an action is left out of the export", &Hiding),
        mutation("altered-surface", "an enum loses a member in the export", &Narrowing),
        mutation("active-legacy", "version 1 stays in force", &KeepsLegacy),
        mutation("active-legacy", "a replaced version 1 counts as converged", &SilentlyReplacing),
        mutation("active-legacy", "version 1 keeps an action from its plan", &Restricting),
        mutation("lossy-store", "version 1 is not replaced", &Refusing),
        mutation("lossy-store", "what was saved is not read", &Unreadable),
        mutation("lossy-store", "a damaged file is emptied before it is refused", &Emptying),
        mutation("lossy-store", "the end of the file is lost", &Cut),
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

/// A compile whose artifact has another text.
fn altered(form: Form, job: &Job<'_>, edit: impl FnOnce(&mut Value)) -> Result<Compilation, SurfaceError> {
    let mut compilation = real(form, job)?;
    compilation.artifact = compilation.artifact.map(|artifact| edited(&artifact, edit));
    Ok(compilation)
}

broken!(Promising: fn compile(&self, form: Form, job: &Job<'_>) -> Result<Compilation, SurfaceError> {
    altered(form, job, |value| value["gate"]["afterScore"] = json!(0))
});

broken!(Reasoning: fn compile(&self, form: Form, job: &Job<'_>) -> Result<Compilation, SurfaceError> {
    altered(form, job, |value| value["gate"]["reasons"] = json!(["fewer rejections"]))
});

broken!(OldMetric: fn compile(&self, form: Form, job: &Job<'_>) -> Result<Compilation, SurfaceError> {
    altered(form, job, |value| value["metricVersion"] = json!(2))
});

broken!(NoGate: fn compile(&self, form: Form, job: &Job<'_>) -> Result<Compilation, SurfaceError> {
    let mut compilation = real(form, job)?;
    compilation.gate = None;
    Ok(compilation)
});

broken!(Pessimist: fn compile(&self, form: Form, job: &Job<'_>) -> Result<Compilation, SurfaceError> {
    match job.report.totals.operations {
        0 => altered(form, job, |value| value["gate"]["beforeScore"] = json!(1)),
        _ => real(form, job),
    }
});

broken!(Proposing: fn compile(&self, form: Form, job: &Job<'_>) -> Result<Compilation, SurfaceError> {
    let mut compilation = real(form, job)?;
    compilation.proposals = real(form, &Job { current: None, ..*job })?.proposals;
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

fn has_legacy(job: &Job<'_>) -> bool {
    matches!(job.current, Some(Artifact::Legacy(_)))
}

broken!(SilentlyReplacing: fn compile(&self, form: Form, job: &Job<'_>) -> Result<Compilation, SurfaceError> {
    let mut compilation = real(form, job)?;
    if has_legacy(job) {
        compilation.status = Status::Converged;
    }
    Ok(compilation)
});

broken!(Restricting: fn compile(&self, form: Form, job: &Job<'_>) -> Result<Compilation, SurfaceError> {
    if has_legacy(job) { without_last(form, job) } else { real(form, job) }
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

/// A store that does what the real one does, and then something else.
macro_rules! broken_store {
    ($name:ident: |$stored:ident, $present:ident| $then:block) => {
        struct $name;

        impl Subject for $name {
            fn store(&self, $present: Option<&[u8]>, artifact: &Artifact) -> Result<Stored, String> {
                let mut $stored = store($present, artifact)?;
                $then
                Ok($stored)
            }
        }
    };
}

broken_store!(Cut: |stored, _present| {
    if stored.saved.is_ok() {
        stored.file.as_mut().unwrap().pop();
    }
});

broken_store!(Stale: |stored, present| {
    if let (Ok(loaded), Some(present)) = (&mut stored.loaded, present) {
        *loaded = Artifact::parse(present).ok();
    }
});

broken_store!(Refusing: |stored, present| {
    if present.is_some_and(|present| matches!(Artifact::parse(present), Ok(Artifact::Legacy(_)))) {
        stored.saved = Err("it is of version 1".to_owned());
    }
});

broken_store!(Unreadable: |stored, _present| {
    if stored.saved.is_ok() {
        stored.loaded = Err("it is of another program".to_owned());
    }
});

broken_store!(Emptying: |stored, _present| {
    if stored.saved.is_err() {
        stored.file = Some(Vec::new());
    }
});

struct Overwriting;

impl Subject for Overwriting {
    fn store(&self, present: Option<&[u8]>, artifact: &Artifact) -> Result<Stored, String> {
        let present = present.filter(|present| Artifact::parse(present).is_ok());
        store(present, artifact)
    }
}
