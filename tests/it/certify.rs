//! Certification and the trial: that every check can fail, and what the commands say.

mod commands;
mod given;
mod mutations;
mod replay;
mod report;
mod trial;

use fabric_rules::artifact::Artifact;
use fabric_rules::certify::{Inputs, Subject};
use fabric_rules::certify::{Stored, Verdict, certify};
use fabric_rules::store::{artifact_path, load_artifact, update_artifact};

/// A real store in a temporary folder.
fn store(present: Option<&[u8]>, artifact: &Artifact) -> Result<Stored, String> {
    let folder = tempfile::tempdir().unwrap();
    let path = artifact_path(folder.path());
    if let Some(present) = present {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, present).unwrap();
    }
    let saved = update_artifact(folder.path(), |_| (Some(artifact.clone()), ()));
    Ok(Stored {
        saved: saved.map_err(|error| error.to_string()),
        file: std::fs::read(&path).ok(),
        loaded: load_artifact(folder.path()).map_err(|error| error.to_string()),
    })
}

/// The checks that fail, each with its fault.
fn failures(subject: &dyn Subject, inputs: &Inputs<'_>) -> Vec<(&'static str, String)> {
    let report = certify(subject, inputs).unwrap();
    let failed: Vec<_> = report
        .checks
        .iter()
        .filter(|row| row.verdict == Verdict::Failed)
        .map(|row| (row.name, row.fault.clone().unwrap()))
        .collect();
    assert_eq!(report.counts.failed, failed.len());
    assert_eq!(report.counts.passed + failed.len(), report.counts.checks);
    assert_eq!(report.verdict == Verdict::Failed, !failed.is_empty());
    failed
}
