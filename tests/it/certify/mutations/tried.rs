//! What is merged and tried.

use fabric_rules::artifact::{Entry, Incoming, Live, Merged, merge};
use fabric_rules::derive::derive;
use fabric_rules::evidence::{AuditCall, Trace};
use fabric_rules::span::Span;
use fabric_rules::trial::{Report, trial};

use super::{Mutation, broken};
use crate::support;

pub(super) fn mutations() -> Vec<Mutation> {
    let mutation = |check, what, subject| Mutation { check, what, subject };
    vec![
        mutation("inexact-merge", "the local plans are lost", &Replacing),
        mutation("inexact-merge", "what was dropped is not told", &Silent),
        mutation("inexact-merge", "the first incoming plan counts only where it comes first", &Ordered),
        mutation("active-legacy", "quarantines are not counted", &Uncounted),
        mutation("imitated-runtime", "the derived plans are tried, not the artifact's", &Derived),
        mutation("imitated-runtime", "audits are not replayed", &NoAudits),
        mutation("quarantine-win", "a quarantine counts as a win", &Quarantined),
    ]
}

type Local<'i> = Option<&'i Incoming>;

broken!(Replacing: fn merge(&self, local: Local<'_>, incoming: &Incoming, live: &Live<'_>) -> Merged {
    merge(local.filter(|local| local.is_legacy || incoming.is_legacy), incoming, live)
});

broken!(Silent: fn merge(&self, local: Local<'_>, incoming: &Incoming, live: &Live<'_>) -> Merged {
    let mut merged = merge(local, incoming, live);
    merged.dropped.clear();
    merged
});

broken!(Ordered: fn merge(&self, local: Local<'_>, incoming: &Incoming, live: &Live<'_>) -> Merged {
    let mut incoming = incoming.clone();
    if incoming.entries.first().is_some_and(|entry| live.judge(entry).is_err()) {
        incoming.entries.truncate(1);
    }
    merge(local, &incoming, live)
});

broken!(Uncounted: fn merge(&self, local: Local<'_>, incoming: &Incoming, live: &Live<'_>) -> Merged {
    let mut merged = merge(local, incoming, live);
    merged.dropped_quarantines = 0;
    merged
});

broken!(Derived: fn trial(
    &self,
    traces: &[Trace],
    audits: &[AuditCall],
    live: &Live<'_>,
    artifact: Option<&Incoming>,
) -> Report {
    let entry = |reference: &str| {
        let plan = derive(&support::fabric(), reference, live.schema(reference)?).ok()?;
        Some(Entry { plan: Ok(plan), reference: Some(reference.into()), span: Span::default() })
    };
    let derived = Incoming { entries: live.refs().filter_map(entry).collect(), ..Incoming::default() };
    trial(traces, audits, live, artifact.map(|given| if given.is_legacy { given } else { &derived }))
});

broken!(NoAudits: fn trial(
    &self,
    traces: &[Trace],
    _audits: &[AuditCall],
    live: &Live<'_>,
    artifact: Option<&Incoming>,
) -> Report {
    trial(traces, &[], live, artifact)
});

broken!(Quarantined: fn trial(
    &self,
    traces: &[Trace],
    audits: &[AuditCall],
    live: &Live<'_>,
    artifact: Option<&Incoming>,
) -> Report {
    let mut report = trial(traces, audits, live, artifact);
    report.totals.quarantine_win = artifact.map_or(0, |artifact| artifact.quarantines as u64);
    report
});
