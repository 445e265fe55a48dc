//! What a report looked at, and what it did not.
//!
//! "Nothing found" means little without it, so no report is printed without this row.

use serde::Serialize;

use super::{Examined, Reason};
use crate::digest::Digest;
use crate::program::Profile;
use crate::surface::Surface;

/// What one run looked at, and what it did not.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Coverage {
    /// What was looked at.
    pub checked: Vec<Checked>,
    /// What was not, and why.
    pub gaps: Vec<Gap>,
    /// Whether there is no gap.
    pub complete: bool,
}

/// Something that was looked at.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Checked {
    /// In words.
    pub what: String,
    /// `source`, `population` or `filter`.
    pub facet: &'static str,
}

/// Something that was not looked at.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Gap {
    /// `scope`, `cap-reached` or `partial`.
    pub kind: &'static str,
    /// What.
    pub what: String,
    /// Why.
    pub why: String,
}

impl Gap {
    /// The gap of a surface that is one page of `list`.
    pub(crate) fn of_pages(surface: &Surface<'_>, list: &str) -> Option<Self> {
        surface.more.map(|_| Self {
            kind: "partial",
            what: format!("other pages of {list}"),
            why: "the document holds only one".to_owned(),
        })
    }
}

impl Coverage {
    pub(super) fn new(
        surface: &Surface<'_>,
        profile: &Profile,
        actions: &[Examined],
        digest: Option<&Digest>,
    ) -> Self {
        let source = match digest {
            Some(digest) => format!("{}, digest {digest}", surface.format.name()),
            None => format!("{}, without a digest", surface.format.name()),
        };
        let conventions: Vec<&str> = profile.conventions().map(|convention| &*convention.name).collect();
        let checked = vec![
            Checked { what: source, facet: "source" },
            Checked { what: count(actions.len(), "action"), facet: "population" },
            Checked { what: format!("profile {}", profile.name()), facet: "filter" },
            Checked { what: format!("conventions {}", conventions.join(", ")), facet: "filter" },
        ];
        let gaps = gaps(surface, profile, actions);
        Self { checked, complete: gaps.is_empty(), gaps }
    }
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
    .chain(Gap::of_pages(surface, "the list"))
    .collect()
}

/// A number of things, in words.
pub(crate) fn count(number: usize, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}
