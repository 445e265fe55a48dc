//! Certification and the trial: that every check can fail, and what the commands say.

mod commands;
mod given;
mod mutations;
mod profile;
mod replay;
mod report;
mod sites;
mod trial;

use fabric_rules::internal::artifact::Artifact;
use fabric_rules::internal::certify::{Inputs, Row, Stored, Subject, Verdict, certify};
use fabric_rules::internal::store::{artifact_path, load_artifact, update_artifact};

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

/// The checks that fail.
fn failures(subject: &dyn Subject, inputs: &Inputs<'_>) -> Vec<Row> {
    let mut report = certify(subject, inputs).unwrap();
    report.checks.retain(|row| row.verdict == Verdict::Failed);
    let failed = report.checks;
    assert_eq!(report.counts.failed, failed.len());
    assert_eq!(report.counts.passed + failed.len(), report.counts.checks);
    assert_eq!(report.verdict == Verdict::Failed, !failed.is_empty());
    failed
}

fn names(failed: &[Row]) -> Vec<&'static str> {
    failed.iter().map(|row| row.name).collect()
}
