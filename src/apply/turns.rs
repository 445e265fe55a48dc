//! Whose turn it is: a convention `after` others is asked only where they have no outcome.

use crate::ir::Convention;

/// The outcomes of those `conventions` that are asked, each with the index of its convention.
///
/// `outcome` is what a convention makes of the value or name at hand, if anything.
pub(super) fn outcomes<T>(
    conventions: &[&Convention],
    mut outcome: impl FnMut(usize) -> Option<T>,
) -> Vec<(usize, T)> {
    let mut given: Vec<Option<T>> = Vec::new();
    given.resize_with(conventions.len(), || None);
    let mut asked = vec![false; conventions.len()];
    // Each round asks those whose predecessors have all been asked. The compiler refuses circles; in
    // a representation made by hand, those in one are never asked.
    loop {
        let ready: Vec<usize> = (0..conventions.len())
            .filter(|index| !asked.get(*index).copied().unwrap_or(true))
            .filter(|index| predecessors(conventions, *index).all(|before| asked.get(before) == Some(&true)))
            .collect();
        if ready.is_empty() {
            break;
        }
        for index in ready {
            let preceded =
                predecessors(conventions, index).any(|before| matches!(given.get(before), Some(Some(_))));
            let result = if preceded { None } else { outcome(index) };
            if let (Some(slot), Some(done)) = (given.get_mut(index), asked.get_mut(index)) {
                *slot = result;
                *done = true;
            }
        }
    }
    given.into_iter().enumerate().filter_map(|(index, result)| Some((index, result?))).collect()
}

fn predecessors<'c>(conventions: &'c [&Convention], index: usize) -> impl Iterator<Item = usize> + 'c {
    let after = conventions.get(index).map(|convention| convention.after.as_slice()).unwrap_or_default();
    let is_before = move |other: &&Convention| after.contains(&other.name);
    conventions.iter().enumerate().filter(move |(_, other)| is_before(other)).map(|(index, _)| index)
}
