//! The nearest valid name, for help lines.

/// The candidate most like `name`, if one is like enough to have been meant.
///
/// Of several equally near ones the first in the order given.
pub fn nearest<'c>(name: &str, candidates: impl IntoIterator<Item = &'c str>) -> Option<&'c str> {
    let limit = (name.chars().count() / 3).max(1);
    candidates
        .into_iter()
        .map(|candidate| (distance(name, candidate), candidate))
        .filter(|(distance, _)| *distance <= limit)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

/// A sentence for a help line: the nearest name, or all of them where none is near.
pub fn suggest<'c>(name: &str, candidates: impl IntoIterator<Item = &'c str> + Clone) -> String {
    if let Some(near) = nearest(name, candidates.clone()) {
        return format!("did you mean `{near}`?");
    }
    let all: Vec<String> = candidates.into_iter().map(|candidate| format!("`{candidate}`")).collect();
    match all.as_slice() {
        [] => "there is none".to_owned(),
        [only] => format!("there is only {only}"),
        _ => format!("one of {}", all.join(", ")),
    }
}

/// The Levenshtein distance, in characters.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, from) in a.chars().enumerate() {
        let mut next = vec![i + 1];
        for (j, to) in b.iter().enumerate() {
            let keep = row.get(j).copied().unwrap_or(0) + usize::from(from != *to);
            let skip = row.get(j + 1).copied().unwrap_or(0) + 1;
            let add = next.get(j).copied().unwrap_or(0) + 1;
            next.push(keep.min(skip).min(add));
        }
        row = next;
    }
    row.last().copied().unwrap_or(0)
}
