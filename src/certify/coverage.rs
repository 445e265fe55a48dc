//! What a certification looked at, and what it did not.

use super::sample;
use super::setup::{PreparedSurface, Setup};
use crate::coverage::report::Looked;
use crate::coverage::row::{Gap, Row};
use crate::coverage::{count, many};
use crate::metric::{files, gaps};

/// The row of a certification of which so many checks failed.
pub(super) fn coverage(setup: &Setup<'_>, failed: usize) -> Row {
    let surfaces = setup.surfaces.iter().map(|prepared| {
        let digest = prepared.surface.digest();
        let digest =
            digest.map_or_else(|_| "without a digest".to_owned(), |digest| format!("digest {digest}"));
        format!("{} surface, {digest}", prepared.name)
    });
    let corpora = setup.corpora().map(|(name, corpus)| {
        let (actions, rejections) = (many(corpus.actions(), "call"), many(corpus.rejections(), "rejection"));
        format!("{name} sessions, {actions}, {rejections}")
    });
    let artifact = setup.inputs.trial.iter().filter_map(|tried| tried.artifact);
    let actions = setup.surfaces.iter().map(|prepared| {
        let (actions, plans) = (prepared.surface.actions.len(), prepared.plans.len());
        format!("{} {actions} ({plans} with a plan)", prepared.name)
    });
    Looked::by("certify")
        .at_all(surfaces)
        .at_all(corpora)
        .at_all(setup.inputs.sessions.iter().map(|sessions| files(sessions.reading)))
        .at_all(artifact.map(str::to_owned))
        .asked("actions", actions.collect::<Vec<_>>())
        .asked("profile", setup.profile.name())
        .found(failed)
        .not(setup.surfaces.iter().flat_map(not_called))
        .not(not_given(setup))
        .row()
}

/// What of a surface no check calls.
fn not_called(prepared: &PreparedSurface<'_>) -> impl Iterator<Item = Gap> {
    let (actions, plans) = (prepared.surface.actions.len(), prepared.plans.len());
    let beyond: usize = prepared.plans.iter().map(sample::beyond).sum();
    let members: usize = prepared.plans.iter().map(sample::uncalled).sum();
    let unplanned = actions.saturating_sub(plans + prepared.cut);
    let cut = (prepared.cut > 0)
        .then(|| Gap::cap_reached(count(prepared.cut, "plan"), "an artifact holds no more"));
    let beyond = (beyond > 0)
        .then(|| Gap::cap_reached(count(beyond, "enum member"), "no more of one enum are put into calls"));
    let members = (members > 0).then(|| {
        Gap::scope(count(members, "enum member"), "simple values make no valid call that holds them")
    });
    let unplanned = (prepared.name == "given" && unplanned > 0)
        .then(|| Gap::scope(count(unplanned, "action"), "without a plan, so there is nothing to apply"));
    [cut, beyond, members, unplanned].into_iter().flatten()
}

/// What there was nothing of.
fn not_given(setup: &Setup<'_>) -> Vec<Gap> {
    let missing = |what: &str, why: &str| Gap::scope(what, why);
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
