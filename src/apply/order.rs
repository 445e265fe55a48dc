//! In which order conventions are asked: one `after` others only where they have no outcome.

use crate::ir::Convention;

/// The outcomes of those of `count` conventions that are asked, each with the index of its convention.
///
/// `outcome` is what a convention makes of the value or name at hand, if anything.
pub(crate) fn outcomes<'c, T>(
    count: usize,
    convention: impl Fn(usize) -> Option<&'c Convention>,
    mut outcome: impl FnMut(usize) -> Option<T>,
) -> Vec<(usize, T)> {
    let is_after = |index: usize| convention(index).is_some_and(|convention| !convention.after.is_empty());
    if !(0..count).any(is_after) {
        return (0..count).filter_map(|index| Some((index, outcome(index)?))).collect();
    }
    let precedes = |before: usize, index: usize| match (convention(before), convention(index)) {
        (Some(before), Some(convention)) => convention.after.contains(&before.name),
        _ => false,
    };
    let mut asked: Vec<Option<Option<T>>> = Vec::new();
    asked.resize_with(count, || None);
    // Each round asks those whose predecessors have all been asked. The compiler refuses circles; in
    // a representation made by hand, those in one are never asked.
    loop {
        let predecessors = |index: usize| (0..count).filter(move |before| precedes(*before, index));
        let is_asked = |index: usize| matches!(asked.get(index), Some(Some(_)));
        let ready: Vec<usize> =
            (0..count).filter(|index| !is_asked(*index) && predecessors(*index).all(is_asked)).collect();
        if ready.is_empty() {
            break;
        }
        for index in ready {
            let preceded = predecessors(index).any(|before| matches!(asked.get(before), Some(Some(Some(_)))));
            let result = if preceded { None } else { outcome(index) };
            if let Some(slot) = asked.get_mut(index) {
                *slot = Some(result);
            }
        }
    }
    asked.into_iter().enumerate().filter_map(|(index, result)| Some((index, result??))).collect()
}
