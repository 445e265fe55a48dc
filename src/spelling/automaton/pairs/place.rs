//! Where two names are, read side by side.

use super::super::state::FormState;
use super::Relation;
use super::gap::{Gap, Side};
use crate::ir::Spelling;
use crate::spelling::{contains, fold};

/// The question: which names are related by `inside` and not by `outside`.
pub(super) struct Rule<'s> {
    pub(super) relation: Relation,
    pub(super) inside: &'s Spelling,
    pub(super) outside: &'s Spelling,
}

/// The letter that is read of each name, by its index.
pub(super) type Step = (Option<usize>, Option<usize>);

/// How far one name is read by both spellings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Half {
    inside: FormState,
    outside: FormState,
}

/// How far both names are read.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Place {
    /// They are the same so far, and must differ in the end.
    Same(Half),
    /// They may end whenever the spellings allow it.
    Apart {
        one: Half,
        other: Half,
        /// Whether the first name is at its end, and all that is read belongs to the second.
        ended: bool,
        /// What the spelling compares them by that must relate them.
        inside: Gap,
        /// The same of the spelling that must not.
        outside: Gap,
    },
}

impl Half {
    const START: Self = Self { inside: FormState::START, outside: FormState::START };
}

impl Rule<'_> {
    pub(super) fn start(&self) -> Place {
        if self.relation != Relation::Rivals {
            return Place::Same(Half::START);
        }
        // Nobody is a rival where names are not told apart.
        let outside = if self.outside.apart_by.is_some() { Gap::even() } else { Gap::Never };
        let (one, other, inside) = (Half::START, Half::START, Gap::even());
        Place::Apart { one, other, ended: false, inside, outside }
    }

    /// The same place where what `outside` compares the names by does not matter any more.
    pub(super) fn settled(&self, place: Place) -> Place {
        // Only where both must have a form it matters how far `outside` has read them.
        let only = |half: Half| match self.relation {
            Relation::Collisions => half,
            Relation::Spellings | Relation::Rivals => Half { outside: FormState::BROKEN, ..half },
        };
        match place {
            Place::Same(half) => Place::Same(only(half)),
            Place::Apart { one, other, ended, inside, .. } => {
                Place::Apart { one: only(one), other: only(other), ended, inside, outside: Gap::Never }
            }
        }
    }

    /// Whether the names may be a witness if they end here, for all that is known of a settled place.
    pub(super) fn is_candidate(&self, place: &Place) -> bool {
        let Place::Apart { one, other, inside, .. } = place else { return false };
        let has_forms = self.relation != Relation::Collisions
            || one.outside.has_form(self.outside) && other.outside.has_form(self.outside);
        has_forms && inside.is_even() && self.relates(one.inside, other.inside, self.inside)
    }

    /// Whether `inside` relates the names and `outside` does not, if they end here.
    pub(super) fn is_witness(&self, place: &Place) -> bool {
        let Place::Apart { one, other, outside, .. } = place else { return false };
        let outside = outside.is_even() && self.relates(one.outside, other.outside, self.outside);
        self.is_candidate(place) && !outside
    }

    fn relates(&self, one: FormState, other: FormState, by: &Spelling) -> bool {
        other.has_form(by) && one.has_form(by) == self.needs_form(Side::One)
    }

    /// Whether the name of this side must have a form.
    fn needs_form(&self, side: Side) -> bool {
        side == Side::Other || self.relation != Relation::Rivals
    }

    /// Where one more letter of one name leads, or of both where they were the same.
    pub(super) fn steps(&self, place: &Place, letters: &[char]) -> Vec<(Step, Place)> {
        let mut steps = Vec::new();
        let indexed = || letters.iter().copied().enumerate();
        match place {
            Place::Same(half) => {
                let (one, other, even) = (*half, *half, Gap::even());
                let begin =
                    |ended| Place::Apart { one, other, ended, inside: even.clone(), outside: even.clone() };
                for (first, letter) in indexed() {
                    let same = self.read(begin(false), Side::One, letter);
                    if let Some(Place::Apart { one, .. }) = &same {
                        steps.push(((Some(first), Some(first)), Place::Same(*one)));
                    }
                    let longer = self.read(begin(true), Side::Other, letter);
                    steps.extend(longer.map(|place| ((None, Some(first)), place)));
                    for (second, letter) in indexed().filter(|(second, _)| *second != first) {
                        let both = same.clone().and_then(|place| self.read(place, Side::Other, letter));
                        steps.extend(both.map(|place| ((Some(first), Some(second)), place)));
                    }
                }
            }
            Place::Apart { ended, inside, .. } => {
                for (index, letter) in indexed() {
                    if inside.ahead() != Some(Side::One) && !ended {
                        let next = self.read(place.clone(), Side::One, letter);
                        steps.extend(next.map(|place| ((Some(index), None), place)));
                    }
                    if inside.ahead() != Some(Side::Other) {
                        let next = self.read(place.clone(), Side::Other, letter);
                        steps.extend(next.map(|place| ((None, Some(index)), place)));
                    }
                }
            }
        }
        steps
    }

    /// Reads a letter of one name; nothing where the names cannot be a witness any more.
    fn read(&self, place: Place, side: Side, letter: char) -> Option<Place> {
        let Place::Apart { mut one, mut other, ended, inside, outside } = place else { return None };
        let half = if side == Side::One { &mut one } else { &mut other };
        let (within, written_inside) = self.written(half.inside, self.inside, letter);
        let (without, written_outside) = self.written(half.outside, self.outside, letter);
        *half = Half { inside: within, outside: without };
        let needs_form = self.needs_form(side);
        let inside = inside.written(side, written_inside);
        if inside == Gap::Never || needs_form && !within.is_spelled() {
            return None;
        }
        let outside = match needs_form && !without.is_spelled() {
            true if self.relation == Relation::Collisions => return None,
            true => Gap::Never,
            false => outside.written(side, written_outside),
        };
        let place = Place::Apart { one, other, ended, inside, outside };
        // Once the other spelling cannot relate them, what it compares them by does not matter.
        let is_settled = matches!(&place, Place::Apart { outside: Gap::Never, .. });
        Some(if is_settled { self.settled(place) } else { place })
    }

    /// What the spelling writes of the letter on the tape that the relation is about.
    fn written(
        &self,
        state: FormState,
        by: &Spelling,
        letter: char,
    ) -> (FormState, impl Iterator<Item = char> + use<>) {
        let (next, form) = state.read(by, letter);
        let is_kept = || by.apart_by.as_ref().is_some_and(|apart| contains(apart, letter));
        let tape = match self.relation {
            Relation::Spellings | Relation::Collisions => form,
            Relation::Rivals => [is_kept().then(|| fold(by, letter)), None],
        };
        (next, tape.into_iter().flatten())
    }
}
