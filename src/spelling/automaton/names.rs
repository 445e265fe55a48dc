//! Which declared name each text stands for, for all texts.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

use super::super::{contains, fold, form, residue};
use super::letters::letters;
use super::state::FormState;
use super::trie::{Place, Trie};
use super::walk::walk;
use super::{STATES, TooLarge};
use crate::ir::Spelling;

/// What a spelling says of a text, where some names are declared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Answer {
    /// It is a spelling of no declared name.
    Nothing,
    /// It is a spelling of this one alone, by its index among the names sorted and taken once.
    Only(usize),
    /// It is a spelling of a declared name, and not of that alone, or there is a rival.
    Ambiguous,
}

/// Every combination of answers that some text gets from `spellings`, where `names` are declared: each with
/// the least such text. The declared names themselves are left out, and so is what all say nothing of.
///
/// # Errors
///
/// [`TooLarge`] where that is not decided.
pub fn answers(names: &[&str], spellings: &[&Spelling]) -> Result<BTreeMap<Vec<Answer>, String>, TooLarge> {
    let names: BTreeSet<&str> = names.iter().copied().collect();
    if names.iter().map(|name| name.len()).sum::<usize>() > STATES {
        return Err(TooLarge);
    }
    let itself = Trie::of(names.iter().map(|name| ((*name).to_owned(), ())));
    let sets: Vec<Set<'_>> = spellings.iter().map(|by| Set::of(by, &names)).collect();
    let letters = letters(spellings, names.iter().flat_map(|name| name.chars()), 1);
    let start = (Trie::<()>::ROOT, vec![Some(Cursor::START); sets.len()]);
    let step = |(declared, cursors): &(Place, Vec<Option<Cursor>>), letter: char| {
        let next: Vec<Option<Cursor>> =
            sets.iter().zip(cursors).map(|(set, cursor)| set.step((*cursor)?, letter)).collect();
        next.iter().any(Option::is_some).then(|| (itself.step(*declared, letter), next))
    };
    let mut table = BTreeMap::new();
    walk(&letters, start, step, |(declared, cursors), text| {
        let answers: Vec<Answer> =
            sets.iter().zip(cursors).map(|(set, cursor)| set.answer(*cursor)).collect();
        let is_declared = !itself.here(*declared).is_empty();
        if !is_declared && answers.iter().any(|answer| *answer != Answer::Nothing) {
            table.entry(answers).or_insert_with(text);
        }
        ControlFlow::Continue(())
    })?;
    Ok(table)
}

/// The declared names, as one spelling sorts them out.
struct Set<'s> {
    by: &'s Spelling,
    /// Their forms, each with the indices of the names that have it.
    forms: Trie<usize>,
    /// What names without a form are compared by.
    formless: Trie<()>,
    /// The names that a name without a form keeps from being unique.
    shadowed: BTreeSet<usize>,
}

/// How far a text is read against a [`Set`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Cursor {
    state: FormState,
    form: Place,
    residue: Place,
}

impl Cursor {
    const START: Self = Self { state: FormState::START, form: Trie::<()>::ROOT, residue: Trie::<()>::ROOT };
}

impl<'s> Set<'s> {
    fn of(by: &'s Spelling, names: &BTreeSet<&str>) -> Self {
        let formless: BTreeSet<String> = names
            .iter()
            .filter(|name| form(by, name).is_none())
            .filter_map(|name| residue(by, name))
            .collect();
        let is_shadowed = |name: &str| residue(by, name).is_some_and(|residue| formless.contains(&residue));
        let shadowed = names.iter().enumerate().filter(|(_, name)| is_shadowed(name)).map(|(index, _)| index);
        let forms = names.iter().enumerate().filter_map(|(index, name)| Some((form(by, name)?, index)));
        Self {
            by,
            forms: Trie::of(forms),
            shadowed: shadowed.collect(),
            formless: Trie::of(formless.into_iter().map(|residue| (residue, ()))),
        }
    }

    /// One character on; nothing where no declared name is spelled so any more.
    fn step(&self, cursor: Cursor, letter: char) -> Option<Cursor> {
        let (state, written) = cursor.state.read(self.by, letter);
        let form =
            written.into_iter().flatten().fold(cursor.form, |form, letter| self.forms.step(form, letter));
        let is_kept = self.by.apart_by.as_ref().is_some_and(|apart| contains(apart, letter));
        let residue = match is_kept {
            true => self.formless.step(cursor.residue, fold(self.by, letter)),
            false => cursor.residue,
        };
        (state.is_spelled() && form.is_some()).then_some(Cursor { state, form, residue })
    }

    fn answer(&self, cursor: Option<Cursor>) -> Answer {
        let Some(cursor) = cursor.filter(|cursor| cursor.state.has_form(self.by)) else {
            return Answer::Nothing;
        };
        match self.forms.here(cursor.form) {
            [] => Answer::Nothing,
            [only] if self.formless.here(cursor.residue).is_empty() && !self.shadowed.contains(only) => {
                Answer::Only(*only)
            }
            _ => Answer::Ambiguous,
        }
    }
}
