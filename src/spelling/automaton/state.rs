//! One spelling, halfway through a name.

use super::super::{contains, fold};
use crate::ir::Spelling;

/// What a spelling remembers of the characters so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct FormState {
    /// How many there were, up to the least number of a name.
    count: u32,
    /// Whether each stood in its alphabet.
    is_spelled: bool,
    /// Whether the last one may be the last.
    ends: bool,
    /// Whether the last one was a digit, where that counts.
    after_digit: bool,
    /// A dropped character behind a digit, which stays where a digit follows.
    held: Option<char>,
}

/// What is written of a form at once: what was held, and what was read.
pub(super) type Written = [Option<char>; 2];

impl FormState {
    /// Nothing is read yet.
    pub(super) const START: Self =
        Self { count: 0, is_spelled: true, ends: false, after_digit: false, held: None };

    /// No form comes of it.
    pub(super) const BROKEN: Self = Self { is_spelled: false, ..Self::START };

    /// Reads one more character, and says what is written of the form.
    pub(super) fn read(self, by: &Spelling, character: char) -> (Self, Written) {
        let alphabet = if self.count == 0 { Some(&by.first) } else { by.then.as_ref() };
        if !self.is_spelled || !alphabet.is_some_and(|alphabet| contains(alphabet, character)) {
            return (Self::BROKEN, [None, None]);
        }
        let is_digit = by.except_between_digits && character.is_ascii_digit();
        let is_dropped = by.drop.contains(&character);
        let letter = fold(by, character);
        let next = Self {
            count: (self.count + 1).min(least(by)),
            is_spelled: true,
            ends: by.last.as_ref().is_none_or(|last| contains(last, character)),
            after_digit: is_digit,
            held: (is_dropped && self.after_digit).then_some(letter),
        };
        (next, [self.held.filter(|_| is_digit), (!is_dropped).then_some(letter)])
    }

    /// Whether a form can still come of it.
    pub(super) fn is_spelled(self) -> bool {
        self.is_spelled
    }

    /// Whether the name has a form if it ends here. What is held is then dropped.
    pub(super) fn has_form(self, by: &Spelling) -> bool {
        self.is_spelled && self.ends && self.count >= least(by)
    }
}

/// No name is empty.
fn least(by: &Spelling) -> u32 {
    by.at_least.max(1)
}
