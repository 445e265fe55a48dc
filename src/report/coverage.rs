//! What a report looked at, and what it did not.
//!
//! "Nothing found" means little without it, so no report is printed without this row.

use super::{Examined, Levels, Reason};
use crate::coverage::{Checked, Coverage, Gap, count};
use crate::digest::Digest;
use crate::program::Profile;
use crate::surface::Surface;

pub(super) fn coverage(
    surface: &Surface<'_>,
    profile: &Profile,
    levels: &Levels,
    actions: &[Examined],
    digest: Option<&Digest>,
) -> Coverage {
    let source = match digest {
        Some(digest) => format!("{}, digest {digest}", surface.format.name()),
        None => format!("{}, without a digest", surface.format.name()),
    };
    let conventions: Vec<&str> = profile.conventions().map(|convention| &*convention.name).collect();
    let mut checked = vec![
        Checked { what: source, facet: "source" },
        Checked { what: count(actions.len(), "action"), facet: "population" },
        Checked { what: format!("profile {}", profile.name()), facet: "filter" },
        Checked { what: format!("conventions {}", conventions.join(", ")), facet: "filter" },
    ];
    let allowed: Vec<&str> = levels.allowed().collect();
    if !allowed.is_empty() {
        let what = format!("no findings of {}", allowed.join(", "));
        checked.push(Checked { what, facet: "filter" });
    }
    let gaps = gaps(surface, profile, actions);
    Coverage::new(checked, gaps)
}

fn gaps(surface: &Surface<'_>, profile: &Profile, actions: &[Examined]) -> Vec<Gap> {
    let number = |which: &dyn Fn(&Examined) -> bool| actions.iter().filter(|action| which(action)).count();
    let because = |code| number(&|action| action.plan.as_ref().is_err_and(|reason| reason.code == code));
    let plans = profile.ir().map_or(0, |profile| profile.bounds.plans as usize);
    [
        ("scope", because("no-plan::no-schema"), "action", "no schema is declared"),
        (
            "scope",
            number(&|action| action.plan.as_ref().is_err_and(Reason::is_unusable)),
            "action",
            "the schema cannot be used",
        ),
        ("scope", because("no-plan::shape"), "action", "the schema has none of the profile's shapes"),
        (
            "scope",
            number(&|action| action.plan.is_ok() && action.nested),
            "action",
            "only the properties at the top of a schema are looked at, not those inside them",
        ),
        ("scope", because("no-plan::empty-ref"), "action", "the ref is empty"),
        ("scope", because("no-plan::unproved"), "action", "the plan derived is not proved"),
        (
            "scope",
            surface.actions.iter().filter(|action| action.output.schema().is_some()).count(),
            "result schema",
            "nothing is derived from what tools say of their results",
        ),
        (
            "cap-reached",
            number(&|action| action.plan.as_ref().is_err_and(Reason::is_bound)),
            "action",
            "a bound of the profile",
        ),
        ("cap-reached", number(&|action| !action.cut.is_empty()), "action", "a plan holds no more rules"),
        (
            "cap-reached",
            number(&|action| action.plan.is_ok()).saturating_sub(plans),
            "plan",
            "an artifact holds no more plans",
        ),
    ]
    .into_iter()
    .filter(|(_, number, _, _)| *number > 0)
    .map(|(kind, number, what, why)| Gap { kind, what: count(number, what), why: why.to_owned() })
    .chain(Gap::of_pages(surface.more.is_some(), "the list"))
    .collect()
}
