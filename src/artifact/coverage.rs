//! What a compile and a merge looked at, and what they did not.

use super::{Incoming, PLANS};
use crate::coverage::{Checked, Coverage, Gap, count};
use crate::metric::State;
use crate::program::Profile;
use crate::surface::Surface;

impl Coverage {
    /// The row of a compile: that of the measurement, and what became of the actions, of which `derived`
    /// yield a plan and `cut` are beyond the bound.
    pub fn of_compile(
        state: &State,
        surface: &Surface<'_>,
        profile: &Profile,
        derived: usize,
        cut: usize,
    ) -> Self {
        let Self { mut checked, mut gaps, .. } = state.coverage();
        let actions = surface.actions.len();
        checked.push(Checked { what: count(actions, "action"), facet: "population" });
        checked.push(Checked { what: format!("profile {}", profile.name()), facet: "filter" });
        let gap = |kind, is_there: bool, what: String, why: &str| {
            is_there.then(|| Gap { kind, what, why: why.to_owned() })
        };
        let unplanned = actions.saturating_sub(derived);
        gaps.extend(
            [
                gap(
                    "scope",
                    state.reading().files == 0,
                    "sessions".to_owned(),
                    "none were given, so the score is that of no calls at all",
                ),
                gap(
                    "scope",
                    unplanned > 0,
                    count(unplanned, "action"),
                    "no plan is derived; `fabric-rules check` says why",
                ),
                gap(
                    "cap-reached",
                    cut > 0,
                    count(cut, "plan"),
                    &format!("an artifact holds no more than {PLANS} plans"),
                ),
                Gap::of_pages(surface.more.is_some(), "the list"),
            ]
            .into_iter()
            .flatten(),
        );
        Self::new(checked, gaps)
    }

    /// The row of a merge: both files, each with what a person calls it, and the surface. `cut` proven plans
    /// are beyond the bound.
    pub fn of_merge(
        local: Option<(&str, &Incoming)>,
        (name, incoming): (&str, &Incoming),
        surface: &Surface<'_>,
        cut: usize,
    ) -> Self {
        let plans = |name: &str, plans: usize| Checked {
            what: format!("`{name}`, {}", count(plans, "plan")),
            facet: "source",
        };
        let mut checked = vec![plans(name, incoming.entries.len())];
        checked.extend(local.map(|(name, local)| plans(name, local.entries.len())));
        checked.push(Checked { what: surface.described(), facet: "source" });
        checked.push(Checked { what: count(surface.actions.len(), "action"), facet: "population" });
        let mut gaps = Vec::new();
        gaps.extend((cut > 0).then(|| Gap {
            kind: "cap-reached",
            what: count(cut, "proven plan"),
            why: format!("an artifact holds no more than {} plans", PLANS),
        }));
        gaps.extend(incoming.is_legacy.then(|| Gap {
            kind: "scope",
            what: format!("plans in `{name}`"),
            why: "it is of version 1, which does nothing".to_owned(),
        }));
        gaps.extend(Gap::of_pages(surface.more.is_some(), "the list"));
        Self::new(checked, gaps)
    }
}
