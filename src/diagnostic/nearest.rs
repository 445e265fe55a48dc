//! The nearest valid name, for help lines.

use rapidfuzz::distance::osa;

/// How many names a help line tells.
const TOLD: usize = 100;

/// The candidate most like `name`, if one is like enough to have been meant: two characters that changed
/// places count as one.
///
/// Of several equally near ones the first in the order given.
pub fn nearest<'c>(name: &str, candidates: impl IntoIterator<Item = &'c str>) -> Option<&'c str> {
    let limit = (name.chars().count() / 3).max(1);
    let alike = osa::BatchComparator::new(name.chars());
    let options = osa::Args::default().score_cutoff(limit);
    candidates
        .into_iter()
        .filter_map(|candidate| Some((alike.distance_with_args(candidate.chars(), &options)?, candidate)))
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

/// A sentence for a help line: the nearest name, or all of them where none is near.
pub fn suggest<'c>(name: &str, candidates: impl IntoIterator<Item = &'c str> + Clone) -> String {
    if let Some(near) = nearest(name, candidates.clone()) {
        return format!("did you mean `{near}`?");
    }
    let mut candidates = candidates.into_iter();
    let told: Vec<String> =
        candidates.by_ref().take(TOLD).map(|candidate| format!("`{candidate}`")).collect();
    let more = candidates.count();
    match told.as_slice() {
        [] => "there is none".to_owned(),
        [only] => format!("there is only {only}"),
        _ if more > 0 => format!("one of {}, or of {more} more", told.join(", ")),
        _ => format!("one of {}", told.join(", ")),
    }
}
