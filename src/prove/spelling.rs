//! Forms, as the checker reads them: one rule of a spelling after the other, no index.

use std::collections::{BTreeMap, BTreeSet};

use crate::ir::{Alphabet, Spelling};

/// The form of a name, or nothing: first whether it is spelled so at all, then what is left of it.
pub(crate) fn form_of(name: &str, by: &Spelling) -> Option<String> {
    let letters: Vec<char> = name.chars().collect();
    let [first, rest @ ..] = letters.as_slice() else { return None };
    let followers = by.then.clone().unwrap_or_default();
    let ends_well = match (&by.last, letters.last()) {
        (Some(last), Some(letter)) => within(*letter, last),
        _ => true,
    };
    let is_spelled = within(*first, &by.first)
        && rest.iter().all(|letter| within(*letter, &followers))
        && ends_well
        && letters.len() >= by.at_least as usize;
    is_spelled.then(|| {
        let left = (0..letters.len()).filter(|at| !is_dropped(&letters, *at, by));
        left.filter_map(|at| letters.get(at)).map(|letter| folded(*letter, by)).collect()
    })
}

fn is_dropped(letters: &[char], at: usize, by: &Spelling) -> bool {
    let digit = |at: Option<usize>| matches!(at.and_then(|at| letters.get(at)), Some('0'..='9'));
    let held = by.except_between_digits && digit(at.checked_sub(1)) && digit(at.checked_add(1));
    !held && letters.get(at).is_some_and(|letter| by.drop.contains(letter))
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

/// The one name of the set that `text` is a spelling of, where no name without a form is a rival of
/// either.
pub(crate) fn only_name<'n>(text: &str, names: &[&'n str], by: &Spelling) -> Option<&'n str> {
    let form = form_of(text, by)?;
    let unique = unique_names(names, by);
    let found = unique.into_iter().find(|name| form_of(name, by).as_ref() == Some(&form))?;
    let skeleton = skeleton_of(text, by);
    let is_shadow =
        |name: &&str| form_of(name, by).is_none() && skeleton.is_some() && skeleton_of(name, by) == skeleton;
    (!names.iter().any(is_shadow)).then_some(found)
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
