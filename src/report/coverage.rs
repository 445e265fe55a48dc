//! What a report looked at, and what it did not.
//!
//! "Nothing found" means little without it, so no report is printed without this row.

use super::{Examined, Levels, Reason};
use crate::coverage::count;
use crate::coverage::report::Looked;
use crate::coverage::row::{Gap, Row};
use crate::program::Profile;
use crate::surface::Surface;

/// The row of a report with so many findings.
pub(super) fn coverage(
    surface: &Surface<'_>,
    profile: &Profile,
    levels: &Levels,
    actions: &[Examined],
    findings: usize,
) -> Row {
    let conventions: Vec<&str> = profile.conventions().map(|convention| &*convention.name).collect();
    let allowed: Vec<&str> = levels.allowed().collect();
    let looked = Looked::by("check")
        .at(surface.described())
        .asked("actions", actions.len())
        .asked("profile", profile.name())
        .asked("conventions", conventions)
        .found(findings)
        .not(gaps(surface, profile, actions));
    match allowed.as_slice() {
        [] => looked.row(),
        allowed => looked.asked("findings", format!("all but {}", allowed.join(", "))).row(),
    }
}

fn gaps(surface: &Surface<'_>, profile: &Profile, actions: &[Examined]) -> Vec<Gap> {
    let number = |which: &dyn Fn(&Examined) -> bool| actions.iter().filter(|action| which(action)).count();
    let because = |code| number(&|action| action.plan.as_ref().is_err_and(|reason| reason.code == code));
    let plans = profile.ir().map_or(0, |profile| profile.bounds.plans as usize);
    type Kind = fn(String, &str) -> Gap;
    let (scope, cap, partial): (Kind, Kind, Kind) = (Gap::scope, Gap::cap_reached, Gap::partial);
    [
        (scope, because("no-plan::no-schema"), "action", "no schema is declared"),
        (
            scope,
            number(&|action| action.plan.as_ref().is_err_and(Reason::is_unusable)),
            "action",
            "the schema cannot be used",
        ),
        (scope, because("no-plan::shape"), "action", "the schema has none of the profile's shapes"),
        (
            scope,
            number(&|action| action.plan.is_ok() && action.nested),
            "action",
            "only the properties at the top of a schema are looked at, not those inside them",
        ),
        (scope, because("no-plan::empty-ref"), "action", "the ref is empty"),
        (partial, because("no-plan::unproved"), "action", "the plan derived is not proved"),
        (
            scope,
            surface.actions.iter().filter(|action| action.output.schema().is_some()).count(),
            "result schema",
            "nothing is derived from what tools say of their results",
        ),
        (
            cap,
            number(&|action| action.plan.as_ref().is_err_and(Reason::is_bound)),
            "action",
            "a bound of the profile",
        ),
        (cap, number(&|action| !action.cut.is_empty()), "action", "a plan holds no more rules"),
        (
            cap,
            number(&|action| action.plan.is_ok()).saturating_sub(plans),
            "plan",
            "an artifact holds no more plans",
        ),
    ]
    .into_iter()
    .filter(|(_, number, _, _)| *number > 0)
    .map(|(kind, number, what, why)| kind(count(number, what), why))
    .chain(Gap::of_pages(surface.more.is_some(), "the list"))
    .collect()
}
