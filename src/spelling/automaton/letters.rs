//! A few characters that stand for all others.
//!
//! Characters that stand in the same alphabets, fold alike and are named nowhere else are read alike, so
//! one of them shows what all do. Where two names are compared, two show it: equal ones, and different ones.

use std::collections::{BTreeMap, BTreeSet};

use crate::ir::{Alphabet, Spelling};

/// The order of characters in an answer: those that a person reads best go first.
pub fn rank(character: char) -> (u8, char) {
    let tier = match character {
        'a'..='z' => 0,
        '0'..='9' => 1,
        'A'..='Z' => 2,
        '!'..='~' => 3,
        ' ' => 4,
        _ if character.is_alphanumeric() => 5,
        _ => 6,
    };
    (tier, character)
}

/// What texts are ordered by in an answer: the short ones first, then as their characters [rank].
pub fn key(text: &str) -> (usize, Vec<(u8, char)>) {
    let ranks: Vec<(u8, char)> = text.chars().map(rank).collect();
    (ranks.len(), ranks)
}

/// Characters that stand for all there are, sorted by [`rank`]: `each` of every class that the spellings do
/// not tell apart, and every one of `named`.
pub(super) fn letters(
    spellings: &[&Spelling],
    named: impl IntoIterator<Item = char>,
    each: usize,
) -> Vec<char> {
    let lower = |character: char| character.to_ascii_lowercase();
    let parts: Vec<Parts> = spellings.iter().map(|by| Parts::of(by)).collect();
    let named: BTreeSet<char> = named.into_iter().map(lower).collect();
    let class = |character: char| {
        let capital = character.to_ascii_uppercase();
        let own: Vec<_> =
            parts.iter().map(|parts| [parts.places(character), parts.places(capital)]).collect();
        let is_letter = character.is_ascii_alphabetic();
        (named.get(&character).copied(), is_letter, character.is_ascii_digit(), own)
    };
    let mut known: BTreeSet<char> = named.iter().copied().chain(' '..='~').collect();
    known.extend(parts.iter().flat_map(Parts::characters));
    // Some that nobody names.
    let strange: Vec<char> = ('\u{a1}'..).filter(|character| !known.contains(character)).take(each).collect();
    known.extend(strange);
    let mut known: Vec<char> = known.into_iter().map(lower).collect();
    known.sort_by_key(|character| rank(*character));
    known.dedup();
    let mut taken: BTreeMap<_, usize> = BTreeMap::new();
    let mut letters = Vec::new();
    for character in known {
        let count = taken.entry(class(character)).or_default();
        *count += 1;
        if *count <= each {
            // The two cases of a letter go together: where one is replaced, the other is.
            letters.extend([character, character.to_ascii_uppercase()]);
        }
    }
    letters.sort_by_key(|character| rank(*character));
    letters.dedup();
    letters
}

/// The parts of a spelling that name characters, for looking up many of them.
struct Parts {
    /// Each with whether it has all letters, and all digits.
    alphabets: [(bool, bool, BTreeSet<char>); 4],
    drop: BTreeSet<char>,
}

impl Parts {
    fn of(by: &Spelling) -> Self {
        let alphabets = [Some(&by.first), by.then.as_ref(), by.last.as_ref(), by.apart_by.as_ref()];
        let sorted = |alphabet: Option<&Alphabet>| {
            alphabet.map_or((false, false, BTreeSet::new()), |set| {
                (set.letter, set.digit, set.characters.iter().copied().collect())
            })
        };
        Self { alphabets: alphabets.map(sorted), drop: by.drop.iter().copied().collect() }
    }

    /// In which parts the character stands.
    fn places(&self, character: char) -> [bool; 5] {
        let [first, then, last, apart] = self.alphabets.each_ref().map(|(letter, digit, characters)| {
            *letter && character.is_ascii_alphabetic()
                || *digit && character.is_ascii_digit()
                || characters.contains(&character)
        });
        [first, then, last, apart, self.drop.contains(&character)]
    }

    /// The characters that are named one by one.
    fn characters(&self) -> impl Iterator<Item = char> + '_ {
        self.alphabets.iter().flat_map(|(_, _, characters)| characters).chain(&self.drop).copied()
    }
}
