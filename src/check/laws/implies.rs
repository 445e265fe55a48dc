//! What a guard implies whatever the property.

use crate::ir::Guard;

/// Whether `guard` cannot hold where none of the `wanted` conditions does.
///
/// A condition is one that a guard may ask for, and whether it holds (`true`) or not.
pub(super) fn implies(guard: &Guard, wanted: &[(&Guard, bool)]) -> bool {
    signed(guard, true, wanted)
}

/// The same for `guard` where `sign` holds, and for its negation where it does not.
fn signed(guard: &Guard, sign: bool, wanted: &[(&Guard, bool)]) -> bool {
    if wanted.iter().any(|(condition, holds)| *holds == sign && **condition == *guard) {
        return true;
    }
    let part = |part: &Guard| signed(part, sign, wanted);
    match (guard, sign) {
        (Guard::Not(inner), _) => signed(inner, !sign, wanted),
        (Guard::And(parts), true) | (Guard::Or(parts), false) => parts.iter().any(part),
        (Guard::Or(parts), true) | (Guard::And(parts), false) => parts.iter().all(part),
        _ => false,
    }
}
