//! What a compile and a merge looked at, and what they did not.

use super::{Incoming, PLANS};
use crate::coverage::count;
use crate::coverage::report::Looked;
use crate::coverage::row::{Gap, Row};
use crate::metric::State;
use crate::program::Profile;
use crate::surface::Surface;

/// The row of a compile: that of the measurement, and what became of the actions, of which `derived` yield a
/// plan and `cut` are beyond the bound.
pub fn coverage_of_compile(
    state: &State,
    surface: &Surface<'_>,
    profile: &Profile,
    derived: usize,
    cut: usize,
) -> Row {
    let actions = surface.actions.len();
    let unplanned = actions.saturating_sub(derived);
    let no_sessions = (state.reading().files == 0)
        .then(|| Gap::scope("sessions", "none were given, so the score is that of no calls at all"));
    let no_plans = (unplanned > 0)
        .then(|| Gap::scope(count(unplanned, "action"), "no plan is derived; `fabric-rules check` says why"));
    state
        .looked("compile")
        .asked("actions", actions)
        .asked("profile", profile.name())
        .found(derived)
        .not(no_sessions)
        .not(no_plans)
        .not(beyond(cut, "plan"))
        .not(Gap::of_pages(surface.more.is_some(), "the list"))
        .row()
}

/// The row of a merge: both files, each with what a person calls it, and the surface. `cut` proven plans are
/// beyond the bound.
pub fn coverage_of_merge(
    local: Option<(&str, &Incoming)>,
    (name, incoming): (&str, &Incoming),
    surface: &Surface<'_>,
    cut: usize,
) -> Row {
    let plans = |name: &str, plans: usize| format!("`{name}`, {}", count(plans, "plan"));
    let legacy = incoming
        .is_legacy
        .then(|| Gap::scope(format!("plans in `{name}`"), "it is of version 1, which does nothing"));
    Looked::by("import")
        .at(plans(name, incoming.entries.len()))
        .at_all(local.map(|(name, local)| plans(name, local.entries.len())))
        .at(surface.described())
        .asked("actions", surface.actions.len())
        .not(beyond(cut, "proven plan"))
        .not(legacy)
        .not(Gap::of_pages(surface.more.is_some(), "the list"))
        .row()
}

/// The plans that an artifact has no room for.
fn beyond(cut: usize, what: &str) -> Option<Gap> {
    let why = format!("an artifact holds no more than {PLANS} plans");
    (cut > 0).then(|| Gap::cap_reached(count(cut, what), &why))
}
