//! Which rules are asked, and the one outcome that they may have.

use super::Violation;
use super::places::Bound;

/// What those of `rules` make that are asked, each with its index: one `after` others only where none of
/// them makes anything. Those that are after each other in a circle are not asked.
pub(super) fn outcomes<'a, T>(
    rules: &[Bound<'a>],
    mut made: impl FnMut(usize, Bound<'a>) -> Result<Option<T>, Violation>,
) -> Result<Vec<(usize, T)>, Violation> {
    let goes_before = |before: usize, index: usize| match (rules.get(before), rules.get(index)) {
        (Some(before), Some(rule)) => rule.convention.after.contains(&before.convention.name),
        _ => false,
    };
    let mut settled: Vec<Option<Option<T>>> = rules.iter().map(|_| None).collect();
    loop {
        let is_open = |index: &usize| matches!(settled.get(*index), Some(None));
        let is_due =
            |index: &usize| !(0..rules.len()).any(|before| goes_before(before, *index) && is_open(&before));
        let Some(index) = (0..rules.len()).find(|index| is_open(index) && is_due(index)) else { break };
        let is_preceded = settled
            .iter()
            .enumerate()
            .any(|(before, outcome)| goes_before(before, index) && matches!(outcome, Some(Some(_))));
        let outcome = match rules.get(index).filter(|_| !is_preceded) {
            Some(rule) => made(index, *rule)?,
            None => None,
        };
        if let Some(slot) = settled.get_mut(index) {
            *slot = Some(outcome);
        }
    }
    Ok(settled.into_iter().enumerate().filter_map(|(index, outcome)| Some((index, outcome??))).collect())
}

/// The one outcome of `found`; the first, where there are more that are the same.
pub(super) fn single<T>(
    found: Vec<T>,
    is_same: impl Fn(&T, &T) -> bool,
    name: &str,
) -> Result<Option<T>, Violation> {
    let mut found = found.into_iter();
    let Some(first) = found.next() else { return Ok(None) };
    match found.all(|other| is_same(&first, &other)) {
        true => Ok(Some(first)),
        false => Err(Violation::SecondOutcome(name.to_owned())),
    }
}
