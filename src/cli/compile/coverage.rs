//! What a compile looked at, and what it did not.

use crate::artifact::PLANS;
use crate::coverage::{Checked, Coverage, Gap, count};
use crate::metric::State;
use crate::program::Profile;
use crate::surface::Surface;

/// The coverage row: that of the measurement, and what became of the actions.
pub(super) fn coverage(
    state: &State,
    surface: &Surface<'_>,
    profile: &Profile,
    derived: usize,
    cut: usize,
) -> Coverage {
    let Coverage { mut checked, mut gaps, .. } = state.coverage();
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
    Coverage::new(checked, gaps)
}
