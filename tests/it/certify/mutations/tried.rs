//! What is merged and tried.

use fabric_rules::internal::artifact::{Artifact, ArtifactError, Entry, Incoming, Merged, merge};
use fabric_rules::internal::derive::derive;
use fabric_rules::internal::evidence::{AuditCall, Trace};
use fabric_rules::internal::metric::Figure;
use fabric_rules::internal::span::Span;
use fabric_rules::internal::toolset::Toolset;
use fabric_rules::internal::trial::{TrialReport, Verdict, trial};
use serde_json::{Value, json};

use super::{Mutation, broken, edited};
use crate::support;

pub(super) fn mutations() -> Vec<Mutation> {
    let mutation = |check, what, subject| Mutation { check, what, subject };
    vec![
        mutation("inexact-merge", "the local plans are lost", &Replacing),
        mutation("inexact-merge", "what was dropped is not told", &Silent),
        mutation("inexact-merge", "the first incoming plan counts only where it comes first", &Ordered),
        mutation("inexact-merge", "the score that a file claims is kept", &Claiming),
        mutation("inexact-merge", "the digest is not that of the plans", &Misdigested),
        mutation("active-legacy", "version 1 is read as an artifact of version 2", &ReadAsNew),
        mutation("active-legacy", "a quarantine is left out when version 1 is read", &Unread),
        mutation("active-legacy", "version 1 is tried as if it had the plans of version 2", &TriedLegacy),
        mutation("active-legacy", "quarantines are not counted", &Uncounted),
        mutation("imitated-runtime", "the derived plans are tried, not the artifact's", &Derived),
        mutation("imitated-runtime", "audits are not replayed", &NoAudits),
        mutation("imitated-runtime", "wins are counted, and not told by ref", &Undetailed),
        mutation("quarantine-win", "hidden actions count as a better score", &Improved),
        mutation("quarantine-win", "a quarantine counts as a win", &Quarantined),
    ]
}

type Local<'i> = Option<&'i Incoming>;

broken!(Replacing: fn merge(&self, local: Local<'_>, incoming: &Incoming, live: &Toolset) -> Merged {
    merge(local.filter(|local| local.is_legacy || incoming.is_legacy), incoming, live)
});

broken!(Silent: fn merge(&self, local: Local<'_>, incoming: &Incoming, live: &Toolset) -> Merged {
    let mut merged = merge(local, incoming, live);
    merged.dropped.clear();
    merged
});

broken!(Ordered: fn merge(&self, local: Local<'_>, incoming: &Incoming, live: &Toolset) -> Merged {
    let mut incoming = incoming.clone();
    if incoming.entries.first().is_some_and(|entry| live.judge(entry).is_err()) {
        incoming.entries.truncate(1);
    }
    merge(local, &incoming, live)
});

fn edited_file(mut merged: Merged, edit: impl FnOnce(&mut Value)) -> Merged {
    if let Artifact::Compiled(file) = edited(&Artifact::from(merged.file.clone()), edit) {
        merged.file = file;
    }
    merged
}

broken!(Claiming: fn merge(&self, local: Local<'_>, incoming: &Incoming, live: &Toolset) -> Merged {
    edited_file(merge(local, incoming, live), |value| value["gate"]["beforeScore"] = json!(1))
});

broken!(Misdigested: fn merge(&self, local: Local<'_>, incoming: &Incoming, live: &Toolset) -> Merged {
    edited_file(merge(local, incoming, live), |value| value["evidenceDigest"] = json!("of another machine"))
});

broken!(ReadAsNew: fn parse(&self, _text: &[u8]) -> Result<Artifact, ArtifactError> {
    let nothing = json!({"version": 2, "metricVersion": 3, "actions": [], "quarantined": [], "normalizations": [],
        "applied": [], "gate": {"passed": true, "beforeScore": 0, "afterScore": 0, "reasons": []}, "evidenceDigest": "d"});
    Artifact::parse(nothing.to_string().as_bytes())
});

broken!(Unread: fn parse(&self, text: &[u8]) -> Result<Artifact, ArtifactError> {
    let artifact = Artifact::parse(text)?;
    Ok(edited(&artifact, |value| drop(value["quarantined"].as_array_mut().unwrap().pop())))
});

broken!(TriedLegacy: fn trial(
    &self,
    traces: &[Trace],
    audits: &[AuditCall],
    live: &Toolset,
    artifact: Option<&Incoming>,
) -> TrialReport {
    let mut report = trial(traces, audits, live, artifact);
    if artifact.is_some_and(|artifact| artifact.is_legacy) {
        report.verdict = Verdict::Clean;
    }
    report
});

broken!(Uncounted: fn merge(&self, local: Local<'_>, incoming: &Incoming, live: &Toolset) -> Merged {
    let mut merged = merge(local, incoming, live);
    merged.dropped_quarantines = 0;
    merged
});

broken!(Derived: fn trial(
    &self,
    traces: &[Trace],
    audits: &[AuditCall],
    live: &Toolset,
    artifact: Option<&Incoming>,
) -> TrialReport {
    let entry = |reference: &str| {
        let plan = derive(&support::fabric(), reference, &live.usable(reference)?).ok()?;
        Some(Entry { plan: Ok(plan), reference: Some(reference.into()), span: Span::default() })
    };
    let derived = Incoming { entries: live.refs().filter_map(entry).collect(), ..Incoming::default() };
    trial(traces, audits, live, artifact.map(|given| if given.is_legacy { given } else { &derived }))
});

broken!(NoAudits: fn trial(
    &self,
    traces: &[Trace],
    _audits: &[AuditCall],
    live: &Toolset,
    artifact: Option<&Incoming>,
) -> TrialReport {
    trial(traces, &[], live, artifact)
});

broken!(Quarantined: fn trial(
    &self,
    traces: &[Trace],
    audits: &[AuditCall],
    live: &Toolset,
    artifact: Option<&Incoming>,
) -> TrialReport {
    let mut report = trial(traces, audits, live, artifact);
    report.totals.quarantine_win = artifact.map_or(0, |artifact| artifact.quarantines as u64);
    report
});

broken!(Undetailed: fn trial(
    &self,
    traces: &[Trace],
    audits: &[AuditCall],
    live: &Toolset,
    artifact: Option<&Incoming>,
) -> TrialReport {
    let mut report = trial(traces, audits, live, artifact);
    report.divergences.clear();
    report
});

broken!(Improved: fn trial(
    &self,
    traces: &[Trace],
    audits: &[AuditCall],
    live: &Toolset,
    artifact: Option<&Incoming>,
) -> TrialReport {
    let mut report = trial(traces, audits, live, artifact);
    if artifact.is_some_and(|artifact| artifact.quarantines > 0) {
        report.effective_score = Figure::of(0.0);
    }
    report
});
