//! What a certification looked at, and what it did not.

use super::bench::Bench;
use super::sample;
use crate::coverage::{Checked, Coverage, Gap, count, many};
use crate::metric::gaps;

pub(super) fn coverage(bench: &Bench<'_>) -> Coverage {
    let (mut checked, mut gaps) = (Vec::new(), Vec::new());
    for ground in &bench.grounds {
        let digest = ground.surface.digest();
        let digest =
            digest.map_or_else(|_| "without a digest".to_owned(), |digest| format!("digest {digest}"));
        checked.push(Checked { what: format!("{} surface, {digest}", ground.name), facet: "source" });
    }
    for (name, corpus) in bench.corpora() {
        let (actions, rejections) = (many(corpus.actions(), "call"), many(corpus.rejections(), "rejection"));
        checked.push(Checked { what: format!("{name} sessions, {actions}, {rejections}"), facet: "source" });
    }
    checked.extend(bench.inputs.sessions.map(|sessions| {
        let (files, bytes) = (sessions.reading.files, sessions.reading.bytes);
        Checked { what: format!("{}, {}", many(files, "session file"), many(bytes, "byte")), facet: "source" }
    }));
    let artifact = bench.inputs.trial.iter().filter_map(|tried| tried.artifact);
    checked.extend(artifact.map(|artifact| Checked { what: artifact.to_owned(), facet: "source" }));
    for ground in &bench.grounds {
        let (actions, plans) = (ground.surface.actions.len(), ground.plans.len());
        checked.push(Checked {
            what: format!("{}, {} with a plan, {}", count(actions, "action"), plans, ground.name),
            facet: "population",
        });
        gaps.extend((ground.cut > 0).then(|| Gap {
            kind: "cap-reached",
            what: count(ground.cut, "plan"),
            why: "an artifact holds no more".to_owned(),
        }));
        let beyond: usize = ground.plans.iter().map(sample::beyond).sum();
        gaps.extend((beyond > 0).then(|| Gap {
            kind: "cap-reached",
            what: count(beyond, "enum member"),
            why: "no more of one enum are put into calls".to_owned(),
        }));
        let members: usize = ground.plans.iter().map(sample::uncalled).sum();
        gaps.extend((members > 0).then(|| Gap {
            kind: "scope",
            what: count(members, "enum member"),
            why: "simple values make no valid call that holds them".to_owned(),
        }));
        let unplanned = actions.saturating_sub(plans + ground.cut);
        gaps.extend((ground.name == "given" && unplanned > 0).then(|| Gap {
            kind: "scope",
            what: count(unplanned, "action"),
            why: "without a plan, so there is nothing to apply".to_owned(),
        }));
    }
    checked.push(Checked { what: format!("profile {}", bench.profile.name()), facet: "filter" });
    gaps.extend(not_given(bench));
    gaps.push(Gap {
        kind: "scope",
        what: "rules of your own".to_owned(),
        why: "only the profile that is built in is certified".to_owned(),
    });
    Coverage::new(checked, gaps)
}

/// What there was nothing of.
fn not_given(bench: &Bench<'_>) -> Vec<Gap> {
    let missing = |what: &str, why: &str| Gap { kind: "scope", what: what.to_owned(), why: why.to_owned() };
    let mut found = Vec::new();
    match (&bench.inputs.sessions, &bench.inputs.trial) {
        (None, _) => found.push(missing("recorded sessions", "none were given")),
        // The row of the trial has what was not read of the sessions.
        (Some(_), Some(tried)) => found.extend(tried.coverage.gaps.iter().cloned()),
        (Some(sessions), None) => found.extend(gaps(sessions.reading)),
    }
    if bench.inputs.is_uncalled() {
        found.push(missing("what was given as sessions", "there is no call in it"));
    }
    let surface = bench.inputs.surface.filter(|_| bench.inputs.trial.is_none());
    found.extend(surface.and_then(|surface| Gap::of_pages(surface.more.is_some(), "the list of actions")));
    if bench.inputs.surface.is_none() {
        found.push(missing("a live surface", "none was given"));
    }
    if bench.inputs.trial.is_none() {
        found.push(missing("what plans make of recorded calls", "no trial was asked for"));
    }
    found
}
