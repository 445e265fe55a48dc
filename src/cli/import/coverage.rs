//! What an import looked at, and what it did not.

use super::Done;
use crate::artifact::{Incoming, PLANS};
use crate::coverage::{Checked, Coverage, Gap, count};
use crate::diagnostic::Source;
use crate::surface::Surface;

/// The coverage row: both files and the surface.
pub(super) fn coverage(file: &Source, incoming: &Incoming, done: &Done, surface: &Surface<'_>) -> Coverage {
    let plans = |name: &str, plans: usize| Checked {
        what: format!("`{name}`, {}", count(plans, "plan")),
        facet: "source",
    };
    let mut checked = vec![plans(&file.name, incoming.entries.len())];
    checked.extend(done.stored.as_ref().map(|(source, local)| plans(&source.name, local.entries.len())));
    checked.push(Checked { what: surface.described(), facet: "source" });
    checked.push(Checked { what: count(surface.actions.len(), "action"), facet: "population" });
    let cut = done.merged.cut;
    let mut gaps = Vec::new();
    gaps.extend((cut > 0).then(|| Gap {
        kind: "cap-reached",
        what: count(cut, "proven plan"),
        why: format!("an artifact holds no more than {} plans", PLANS),
    }));
    gaps.extend(incoming.is_legacy.then(|| Gap {
        kind: "scope",
        what: format!("plans in `{}`", file.name),
        why: "it is of version 1, which does nothing".to_owned(),
    }));
    gaps.extend(Gap::of_pages(surface.more.is_some(), "the list"));
    Coverage::new(checked, gaps)
}
