//! Names that have a form under one spelling and not under another.

use std::ops::ControlFlow;

use super::TooLarge;
use super::letters::letters;
use super::state::FormState;
use super::walk::walk;
use crate::ir::Spelling;

/// The least name that has a form under `inside` and none under `outside`; `None` where every name with a
/// form under the one has a form under the other.
///
/// # Errors
///
/// [`TooLarge`] where that is not decided.
pub fn shortest_form(inside: &Spelling, outside: &Spelling) -> Result<Option<String>, TooLarge> {
    let letters = letters(&[inside, outside], [], 1);
    let mut least = None;
    let step = |(one, other): &(FormState, FormState), letter: char| {
        let (one, other) = (one.read(inside, letter).0, other.read(outside, letter).0);
        one.is_spelled().then_some((one, other))
    };
    walk(&letters, (FormState::START, FormState::START), step, |(one, other), text| {
        if one.has_form(inside) && !other.has_form(outside) {
            least = Some(text());
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    })?;
    Ok(least)
}
