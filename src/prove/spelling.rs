//! Forms, as the checker reads them: one rule of a spelling after the other, no index.

use std::collections::{BTreeMap, BTreeSet};

use crate::ir::{Alphabet, Spelling};

/// The form of a name: read from left to right, or nothing.
pub(crate) fn form_of(name: &str, by: &Spelling) -> Option<String> {
    let mut form = String::new();
    let mut length = 0;
    let mut before = None;
    let mut rest = name.chars().peekable();
    while let Some(character) = rest.next() {
        let allowed = if length == 0 { Some(&by.first) } else { by.then.as_ref() };
        if !allowed.is_some_and(|alphabet| within(character, alphabet)) {
            return None;
        }
        let after = rest.peek().copied();
        if after.is_none() && by.last.as_ref().is_some_and(|alphabet| !within(character, alphabet)) {
            return None;
        }
        let is_digit = |neighbour: Option<char>| matches!(neighbour, Some('0'..='9'));
        let stays = by.except_between_digits && is_digit(before) && is_digit(after);
        if stays || !by.drop.contains(&character) {
            form.push(folded(character, by));
        }
        before = Some(character);
        length += 1;
    }
    (length > 0 && length >= by.at_least).then_some(form)
}

/// The characters that a name without a form is told apart by.
pub(crate) fn skeleton_of(name: &str, by: &Spelling) -> Option<String> {
    let apart = by.apart_by.as_ref()?;
    let mut skeleton = String::new();
    for character in name.chars() {
        if within(character, apart) {
            skeleton.push(folded(character, by));
        }
    }
    Some(skeleton)
}

/// The names that have a form which no other name of the set takes from them.
pub(crate) fn unique_names<'n>(names: &[&'n str], by: &Spelling) -> BTreeSet<&'n str> {
    let distinct: BTreeSet<&str> = names.iter().copied().collect();
    let mut holders: BTreeMap<String, u32> = BTreeMap::new();
    let mut shadows = BTreeSet::new();
    for name in &distinct {
        match form_of(name, by) {
            Some(form) => *holders.entry(form).or_insert(0) += 1,
            None => shadows.extend(skeleton_of(name, by)),
        }
    }
    let is_unique = |name: &&str| {
        let alone = form_of(name, by).is_some_and(|form| holders.get(&form) == Some(&1));
        alone && !skeleton_of(name, by).is_some_and(|skeleton| shadows.contains(&skeleton))
    };
    distinct.into_iter().filter(is_unique).collect()
}

fn within(character: char, alphabet: &Alphabet) -> bool {
    match character {
        'a'..='z' | 'A'..='Z' if alphabet.letter => true,
        '0'..='9' if alphabet.digit => true,
        other => alphabet.characters.contains(&other),
    }
}

fn folded(character: char, by: &Spelling) -> char {
    match character {
        'A'..='Z' if by.fold_case => character.to_ascii_lowercase(),
        _ => character,
    }
}
