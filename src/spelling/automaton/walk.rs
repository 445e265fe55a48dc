//! All states that some text leads to, each with the least such text.

use std::collections::HashSet;
use std::hash::Hash;
use std::ops::ControlFlow;

use super::{STATES, TooLarge};

/// Visits every state once, in the order of the least texts that lead there: short ones first, and of one
/// length in the order of `letters`. `visit` ends the walk where it breaks.
///
/// # Errors
///
/// [`TooLarge`] where there are more than [`STATES`].
pub(super) fn walk<S: Clone + Eq + Hash>(
    letters: &[char],
    start: S,
    step: impl Fn(&S, char) -> Option<S>,
    mut visit: impl FnMut(&S, &dyn Fn() -> String) -> ControlFlow<()>,
) -> Result<(), TooLarge> {
    let mut known: HashSet<S> = HashSet::from([start.clone()]);
    // Each state with the index of the one before it and the character between them.
    let mut found: Vec<(S, usize, Option<char>)> = vec![(start, 0, None)];
    let mut index = 0;
    while let Some((state, _, _)) = found.get(index) {
        let state = state.clone();
        let text = || {
            let mut text = Vec::new();
            let mut at = index;
            while let Some((_, before, Some(character))) = found.get(at) {
                text.push(*character);
                at = *before;
            }
            text.into_iter().rev().collect()
        };
        if visit(&state, &text).is_break() {
            return Ok(());
        }
        for letter in letters {
            let Some(next) = step(&state, *letter) else { continue };
            if known.insert(next.clone()) {
                if known.len() > STATES {
                    return Err(TooLarge);
                }
                found.push((next, index, Some(*letter)));
            }
        }
        index += 1;
    }
    Ok(())
}
