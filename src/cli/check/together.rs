//! What a whole run of `check` looked at: all surfaces, and the artifact and the searches that were held against them.

use super::Checked;
use super::emit::Also;
use crate::coverage::count;
use crate::coverage::report::Looked;
use crate::coverage::row::{Gap, Row};
use crate::digest::Digest;

/// The row of the run.
pub(super) fn row(checked: &[Checked], also: Also<'_>) -> Row {
    let findings = checked.iter().map(|one| one.report.findings.len()).sum::<usize>();
    let mut looked = Looked::by("check")
        .at(source(checked))
        .asked("actions", checked.iter().map(|one| one.report.counts.actions).sum::<usize>())
        .not(gaps(checked));
    if let Some(first) = checked.first() {
        looked = looked.asked("profile", first.report.profile.as_str());
        looked = looked.asked("conventions", first.report.conventions.clone());
        let told =
            first.report.coverage.checked.iter().find(|item| item.argument.as_deref() == Some("findings"));
        if let Some(told) = told.and_then(|item| item.value.as_ref()).and_then(|value| value.0.as_str()) {
            looked = looked.asked("findings", told);
        }
    }
    let mut found = findings;
    if let Some(judged) = also.judged {
        found += judged.findings().0.len();
        looked = judged.looked(looked);
    }
    if let Some(searched) = also.searched {
        found += searched.findings().0.len();
        looked = looked.asked("searches", searched.report.counts.searches);
    }
    looked.found(found).row()
}

/// The surface or, of several, how many there are and the digest of their digests.
fn source(checked: &[Checked]) -> String {
    let items = checked.iter().flat_map(|one| one.report.coverage.checked.iter());
    let sources: Vec<&str> = items.filter(|item| item.facet == "source").map(|item| &*item.what).collect();
    match sources.as_slice() {
        [only] => (*only).to_owned(),
        sources => {
            let digest = Digest::of_text(&sources.join("\n"));
            format!("{}, digest {digest} of theirs", count(sources.len(), "surface"))
        }
    }
}

/// The gaps: of several surfaces those alike together, each with the number of its surfaces.
fn gaps(checked: &[Checked]) -> Vec<Gap> {
    if let [one] = checked {
        return one.report.coverage.gaps.clone();
    }
    let mut alike: Vec<(Gap, usize)> = Vec::new();
    for gap in checked.iter().flat_map(|one| &one.report.coverage.gaps) {
        match alike.iter_mut().find(|(other, _)| other.kind == gap.kind && other.why == gap.why) {
            Some((_, surfaces)) => *surfaces += 1,
            None => alike.push((gap.clone(), 1)),
        }
    }
    alike
        .into_iter()
        .map(|(gap, surfaces)| Gap { what: format!("something of {}", count(surfaces, "surface")), ..gap })
        .collect()
}
