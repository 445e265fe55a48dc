//! What a certification looked at, and what it did not.

use super::sample;
use super::setup::Setup;
use crate::coverage::{Checked, Coverage, Gap, count, many};
use crate::metric::gaps;

pub(super) fn coverage(setup: &Setup<'_>) -> Coverage {
    let (mut checked, mut gaps) = (Vec::new(), Vec::new());
    for prepared in &setup.surfaces {
        let digest = prepared.surface.digest();
        let digest =
            digest.map_or_else(|_| "without a digest".to_owned(), |digest| format!("digest {digest}"));
        checked.push(Checked { what: format!("{} surface, {digest}", prepared.name), facet: "source" });
    }
    for (name, corpus) in setup.corpora() {
        let (actions, rejections) = (many(corpus.actions(), "call"), many(corpus.rejections(), "rejection"));
        checked.push(Checked { what: format!("{name} sessions, {actions}, {rejections}"), facet: "source" });
    }
    checked.extend(setup.inputs.sessions.map(|sessions| {
        let (files, bytes) = (sessions.reading.files, sessions.reading.bytes);
        Checked { what: format!("{}, {}", many(files, "session file"), many(bytes, "byte")), facet: "source" }
    }));
    let artifact = setup.inputs.trial.iter().filter_map(|tried| tried.artifact);
    checked.extend(artifact.map(|artifact| Checked { what: artifact.to_owned(), facet: "source" }));
    for prepared in &setup.surfaces {
        let (actions, plans) = (prepared.surface.actions.len(), prepared.plans.len());
        checked.push(Checked {
            what: format!("{}, {} with a plan, {}", count(actions, "action"), plans, prepared.name),
            facet: "population",
        });
        gaps.extend((prepared.cut > 0).then(|| Gap {
            kind: "cap-reached",
            what: count(prepared.cut, "plan"),
            why: "an artifact holds no more".to_owned(),
        }));
        let beyond: usize = prepared.plans.iter().map(sample::beyond).sum();
        gaps.extend((beyond > 0).then(|| Gap {
            kind: "cap-reached",
            what: count(beyond, "enum member"),
            why: "no more of one enum are put into calls".to_owned(),
        }));
        let members: usize = prepared.plans.iter().map(sample::uncalled).sum();
        gaps.extend((members > 0).then(|| Gap {
            kind: "scope",
            what: count(members, "enum member"),
            why: "simple values make no valid call that holds them".to_owned(),
        }));
        let unplanned = actions.saturating_sub(plans + prepared.cut);
        gaps.extend((prepared.name == "given" && unplanned > 0).then(|| Gap {
            kind: "scope",
            what: count(unplanned, "action"),
            why: "without a plan, so there is nothing to apply".to_owned(),
        }));
    }
    checked.push(Checked { what: format!("profile {}", setup.profile.name()), facet: "filter" });
    gaps.extend(not_given(setup));
    gaps.push(Gap {
        kind: "scope",
        what: "rules of your own".to_owned(),
        why: "only profiles that are built in are certified".to_owned(),
    });
    Coverage::new(checked, gaps)
}

/// What there was nothing of.
fn not_given(setup: &Setup<'_>) -> Vec<Gap> {
    let missing = |what: &str, why: &str| Gap { kind: "scope", what: what.to_owned(), why: why.to_owned() };
    let mut found = Vec::new();
    match (&setup.inputs.sessions, &setup.inputs.trial) {
        (None, _) => found.push(missing("recorded sessions", "none were given")),
        // The row of the trial has what was not read of the sessions.
        (Some(_), Some(tried)) => found.extend(tried.coverage.gaps.iter().cloned()),
        (Some(sessions), None) => found.extend(gaps(sessions.reading)),
    }
    if setup.inputs.is_uncalled() {
        found.push(missing("what was given as sessions", "there is no call in it"));
    }
    let surface = setup.inputs.surface.filter(|_| setup.inputs.trial.is_none());
    found.extend(surface.and_then(|surface| Gap::of_pages(surface.more.is_some(), "the list of actions")));
    if setup.inputs.surface.is_none() {
        found.push(missing("a live surface", "none was given"));
    }
    if setup.inputs.trial.is_none() {
        found.push(missing("what plans make of recorded calls", "no trial was asked for"));
    }
    found
}
