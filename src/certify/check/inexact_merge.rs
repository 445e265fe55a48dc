//! A merge takes over exactly what is proved here: once, in order, however often and in whatever order
//! it is given.

use super::{Finding, ensure};
use crate::artifact::{Artifact, Incoming, Merged};
use crate::certify::forge;
use crate::certify::setup::{PreparedSurface, Setup};
use crate::digest::Digest;
use crate::json::{Document, Limits};
use crate::plan::Plan;

pub(super) fn check(setup: &Setup<'_>) -> Finding {
    setup.surfaces.iter().map(|prepared| merged(setup, prepared)).collect()
}

fn merged(setup: &Setup<'_>, prepared: &PreparedSurface<'_>) -> Finding<String> {
    let plans: Vec<&Plan> = forge::plans(&prepared.plans).collect();
    let stale: Vec<Plan> = plans.iter().take(2).filter_map(|plan| forge::of_another_schema(plan)).collect();
    let half = plans.len() / 2;
    // The last third of both is the same, and each has a plan that does not hold.
    let (mine, yours) = (plans.iter().skip(half), plans.iter().take(half + half / 2));
    let mine = mine.copied().chain(stale.get(1).filter(|_| half > 1));
    let yours: Vec<&Plan> = yours.skip(1).copied().chain(stale.first().filter(|_| half > 0)).collect();
    let expected: Vec<&Plan> = plans.iter().skip(usize::from(half > 0)).copied().collect();
    let local = forge::artifact(mine)?;
    let incoming = forge::artifact(yours.iter().copied())?;
    let reversed = forge::artifact(yours.iter().rev().copied())?;

    let merge = |local: &Incoming, incoming| setup.subject.merge(Some(local), incoming, &prepared.live);
    let once = merge(&local, &incoming);
    holds(&once, &expected, prepared.name)?;
    let dropped = usize::from(half > 0) + usize::from(half > 1);
    let counts = (once.dropped.len(), once.dropped_overlays, once.dropped_quarantines, once.cut);
    ensure(counts == (dropped, 0, 0, 0), || {
        format!("{}: {} plans dropped instead of {dropped}", prepared.name, counts.0)
    })?;
    let result = Incoming::from(&Artifact::from(once.file.clone()));
    for (what, again) in [
        ("in another order", merge(&local, &reversed)),
        ("into its result", merge(&result, &incoming)),
        ("with its result", merge(&local, &result)),
    ] {
        ensure(again.file == once.file, || format!("{}: another file when merged {what}", prepared.name))?;
    }
    Ok(format!(
        "{}: {} and {} plans become {}, {dropped} dropped; the same in 3 other ways",
        prepared.name,
        local.entries.len(),
        incoming.entries.len(),
        expected.len()
    ))
}

/// The file holds just these plans, and nothing of what the files said of themselves.
fn holds(merged: &Merged, expected: &[&Plan], name: &str) -> Finding<()> {
    let plans = merged.file.plans();
    let is_same =
        plans.len() == expected.len() && plans.iter().zip(expected).all(|(one, other)| one == *other);
    ensure(is_same, || format!("{name}: {} plans instead of {}", plans.len(), expected.len()))?;
    let gate = merged.file.gate();
    let is_own =
        gate.passed && gate.before_score == 0.0 && gate.after_score == 0.0 && gate.reasons.is_empty();
    ensure(is_own, || format!("{name}: the gate repeats what a file said of itself"))?;
    let list = serde_json::to_string(plans).map_err(|error| error.to_string())?;
    let list = Document::parse(list.as_bytes(), Limits::SURFACE).map_err(|error| error.to_string())?;
    let (digest, expected) = (merged.file.evidence_digest(), Digest::of_node(&list.root));
    ensure(digest == expected.as_str(), || format!("{name}: digest {digest} instead of {expected}"))
}
