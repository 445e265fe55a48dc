//! Spellings at work: the form of a name, and whether a name is the only one with its form.
//!
//! [`form`] and [`Forms`] answer for one name; [`automaton`] decides about all names at once.

pub mod automaton;

use std::collections::{BTreeMap, BTreeSet};

use crate::ir::{Alphabet, Spelling};

/// The form of `name`, where it has one.
pub fn form(spelling: &Spelling, name: &str) -> Option<String> {
    let mut form = String::with_capacity(name.len());
    let mut count = 0;
    let mut before = None;
    let mut characters = name.chars().peekable();
    while let Some(character) = characters.next() {
        let alphabet = if count == 0 { Some(&spelling.first) } else { spelling.then.as_ref() };
        let after = characters.peek().copied();
        let last = if after.is_none() { spelling.last.as_ref() } else { None };
        if !alphabet.is_some_and(|alphabet| contains(alphabet, character))
            || last.is_some_and(|alphabet| !contains(alphabet, character))
        {
            return None;
        }
        let is_digit =
            |neighbour: Option<char>| neighbour.is_some_and(|character| character.is_ascii_digit());
        let between = spelling.except_between_digits && is_digit(before) && is_digit(after);
        if between || !spelling.drop.contains(&character) {
            form.push(fold(spelling, character));
        }
        before = Some(character);
        count += 1;
    }
    (count > 0 && count >= spelling.at_least).then_some(form)
}

/// What a name without a form is compared by: its characters of the alphabets that set names apart.
fn residue(spelling: &Spelling, name: &str) -> Option<String> {
    let alphabet = spelling.apart_by.as_ref()?;
    let own = name.chars().filter(|character| contains(alphabet, *character));
    Some(own.map(|character| fold(spelling, character)).collect())
}

/// A set of names that another one may be near to: it may be meant by one of them, since they have the same
/// form, or one of the two has none and they are the same but for the characters that set names apart.
#[derive(Debug, Clone, Default)]
pub struct Near {
    forms: BTreeSet<String>,
    /// What each name is compared by where the other one has no form.
    residues: BTreeSet<String>,
    /// The same of those that have none themselves.
    formless: BTreeSet<String>,
}

impl Near {
    /// The set of `names`.
    pub fn of<'n>(spelling: &Spelling, names: impl IntoIterator<Item = &'n str>) -> Self {
        let mut near = Self::default();
        for name in names {
            let residue = residue(spelling, name);
            match form(spelling, name) {
                Some(form) => drop(near.forms.insert(form)),
                None => near.formless.extend(residue.clone()),
            }
            near.residues.extend(residue);
        }
        near
    }

    /// Whether `name` is near to one of them.
    pub fn has_near(&self, spelling: &Spelling, name: &str) -> bool {
        let is_among =
            |residues: &BTreeSet<String>| residue(spelling, name).is_some_and(|own| residues.contains(&own));
        match form(spelling, name) {
            Some(form) => self.forms.contains(&form) || is_among(&self.formless),
            None => is_among(&self.residues),
        }
    }
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
#[derive(Debug, Clone)]
pub struct Forms<N> {
    by_form: BTreeMap<String, Holders<N>>,
    /// The residues of the names without a form, each with one such name.
    formless: BTreeMap<String, N>,
}

/// The names that have one form.
#[derive(Debug, Clone)]
struct Holders<N> {
    first: N,
    second: Option<N>,
}

impl<N: AsRef<str> + Ord + Clone> Forms<N> {
    /// Sorts out `names`. They are a set: a repeated one is one.
    pub fn of(spelling: &Spelling, names: impl IntoIterator<Item = N>) -> Self {
        let mut forms = Self { by_form: BTreeMap::new(), formless: BTreeMap::new() };
        let distinct: BTreeSet<N> = names.into_iter().collect();
        for name in distinct {
            if let Some(form) = form(spelling, name.as_ref()) {
                match forms.by_form.get_mut(&form) {
                    Some(holders) => holders.second = Some(name),
                    None => drop(forms.by_form.insert(form, Holders { first: name, second: None })),
                }
            } else if let Some(residue) = residue(spelling, name.as_ref()) {
                forms.formless.entry(residue).or_insert(name);
            }
        }
        forms
    }

    /// The one name of the set that `text` is a spelling of: it alone has the form of `text`, and no
    /// name without a form is a rival of either.
    pub fn unique(&self, spelling: &Spelling, text: &str) -> Option<&N> {
        let Holders { first, second: None } = self.by_form.get(&form(spelling, text)?)? else { return None };
        let shadowed = |name| self.formless_rival(spelling, name).is_some();
        (!shadowed(text) && !shadowed(first.as_ref())).then_some(first)
    }

    /// Another name of the set that keeps `name` from being unique.
    pub fn rival(&self, spelling: &Spelling, name: &str) -> Option<&N> {
        let holders = self.by_form.get(&form(spelling, name)?)?;
        let others = std::iter::once(&holders.first).chain(&holders.second);
        let mut others = others.filter(|other| other.as_ref() != name);
        others.next().or_else(|| self.formless_rival(spelling, name))
    }

    fn formless_rival(&self, spelling: &Spelling, name: &str) -> Option<&N> {
        if self.formless.is_empty() {
            return None;
        }
        self.formless.get(&residue(spelling, name)?)
    }
}
