//! Spellings at work: the form of a name, and whether a name is the only one with its form.

use std::collections::{HashMap, HashSet};

use crate::ir::{Alphabet, Spelling};

/// The form of `name`, where it has one.
pub fn form(spelling: &Spelling, name: &str) -> Option<String> {
    let characters: Vec<char> = name.chars().collect();
    let (first, rest) = characters.split_first()?;
    let last = characters.last()?;
    let spelled = contains(&spelling.first, *first)
        && rest.iter().all(|character| spelling.then.as_ref().is_some_and(|then| contains(then, *character)))
        && spelling.last.as_ref().is_none_or(|alphabet| contains(alphabet, *last))
        && characters.len() >= spelling.at_least as usize;
    if !spelled {
        return None;
    }
    let digit_at = |index: Option<usize>| {
        index.and_then(|index| characters.get(index)).is_some_and(char::is_ascii_digit)
    };
    let kept = characters.iter().enumerate().filter(|(index, character)| {
        let between =
            spelling.except_between_digits && digit_at(index.checked_sub(1)) && digit_at(Some(index + 1));
        between || !spelling.drop.contains(character)
    });
    Some(kept.map(|(_, character)| fold(spelling, *character)).collect())
}

/// What a name without a form is compared by: its characters of the alphabets that set names apart.
fn residue(spelling: &Spelling, name: &str) -> Option<String> {
    let alphabet = spelling.apart_by.as_ref()?;
    let own = name.chars().filter(|character| contains(alphabet, *character));
    Some(own.map(|character| fold(spelling, character)).collect())
}

fn contains(alphabet: &Alphabet, character: char) -> bool {
    (alphabet.letter && character.is_ascii_alphabetic())
        || (alphabet.digit && character.is_ascii_digit())
        || alphabet.characters.contains(&character)
}

fn fold(spelling: &Spelling, character: char) -> char {
    if spelling.fold_case { character.to_ascii_lowercase() } else { character }
}

/// A set of names, sorted out by their forms.
pub struct Forms<'n> {
    by_form: HashMap<String, Vec<&'n str>>,
    /// The residues of the names without a form, each with one such name.
    formless: HashMap<String, &'n str>,
}

impl<'n> Forms<'n> {
    /// Sorts out `names`. They are a set: a repeated one is one.
    pub fn of(spelling: &Spelling, names: impl IntoIterator<Item = &'n str>) -> Self {
        let mut seen = HashSet::new();
        let mut forms = Self { by_form: HashMap::new(), formless: HashMap::new() };
        for name in names {
            if !seen.insert(name) {
                continue;
            }
            match form(spelling, name) {
                Some(form) => forms.by_form.entry(form).or_default().push(name),
                None => {
                    if let Some(residue) = residue(spelling, name) {
                        forms.formless.entry(residue).or_insert(name);
                    }
                }
            }
        }
        forms
    }

    /// The one name of the set that `text` is a spelling of: it alone has the form of `text`, and no
    /// name without a form is its rival.
    pub fn unique(&self, spelling: &Spelling, text: &str) -> Option<&'n str> {
        match self.by_form.get(&form(spelling, text)?)?.as_slice() {
            [only] if self.formless_rival(spelling, text).is_none() => Some(only),
            _ => None,
        }
    }

    /// Another name of the set that keeps `name` from being unique.
    pub fn rival(&self, spelling: &Spelling, name: &str) -> Option<&'n str> {
        let same = self.by_form.get(&form(spelling, name)?)?;
        same.iter().find(|other| **other != name).copied().or_else(|| self.formless_rival(spelling, name))
    }

    fn formless_rival(&self, spelling: &Spelling, name: &str) -> Option<&'n str> {
        self.formless.get(&residue(spelling, name)?).copied()
    }
}
