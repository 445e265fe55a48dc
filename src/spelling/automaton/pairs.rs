//! Pairs of names that are related by one spelling and not by another.
//!
//! Both names are read side by side, and what each spelling compares them by is written on a tape of its
//! own. The tape of the spelling that relates them must come out even, so the name that is behind on it is
//! read on. The other tape may come out uneven, and its [`Gap`] is remembered.
//!
//! That ends. Take two gaps at one place from which the first tape can still come out even: with the same
//! rest of both names at most one of them closes. So where no pair is a witness, a place has one gap and
//! there are finitely many; where one is, it is found among the short ones. Places from which the first
//! tape cannot come out even are left out before: see [`Places`].

mod gap;
mod place;
mod places;

use std::collections::{HashMap, HashSet};

use super::letters::letters;
use super::{STATES, TooLarge};
use crate::ir::Spelling;
use place::{Place, Rule, Step};
use places::Places;

/// What two names may be to each other, under a spelling.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Relation {
    /// They differ, and have one form.
    Spellings,
    /// The first has no form, and keeps the second, which has one, from being unique.
    Rivals,
    /// They have one form, as [spellings](Self::Spellings) of each other. What does not relate them is a
    /// spelling under which both have a form, and not the same: it can tell them apart.
    Collisions,
}

/// The two names of a witness, as indices of letters.
type Words = (Vec<usize>, Vec<usize>);

/// The least pair that is related by `inside` and not by `outside`, `None` where there is none: the fewest
/// characters in both, then the shortest first name, then in the order of [`rank`](super::rank).
///
/// # Errors
///
/// [`TooLarge`] where that is not decided.
pub fn shortest_pair(
    relation: Relation,
    inside: &Spelling,
    outside: &Spelling,
) -> Result<Option<(String, String)>, TooLarge> {
    let rule = Rule { relation, inside, outside };
    if relation == Relation::Rivals && inside.apart_by.is_none() {
        return Ok(None);
    }
    let letters = letters(&[inside, outside], [], 2);
    let places = Places::of(&rule, &letters)?;
    let mut known: HashSet<Place> = HashSet::new();
    // The places that are reached by as many characters, each by its least pair of names.
    let mut layers: Vec<HashMap<Place, Words>> =
        vec![HashMap::from([(rule.start(), (Vec::new(), Vec::new()))])];
    let mut total = 0;
    while let Some(layer) = layers.get_mut(total).map(std::mem::take) {
        let mut witnesses = Vec::new();
        for (place, words) in layer {
            if !known.insert(place.clone()) {
                continue;
            }
            if known.len() > STATES {
                return Err(TooLarge);
            }
            if rule.is_witness(&place) {
                witnesses.push(words.clone());
            }
            for (step, next) in rule.steps(&place, &letters) {
                if places.lead_on(&rule, &next) && !known.contains(&next) {
                    let words = extended(&words, step);
                    let at = words.0.len() + words.1.len();
                    if layers.len() <= at {
                        layers.resize_with(at + 1, HashMap::new);
                    }
                    if let Some(layer) = layers.get_mut(at) {
                        let known = layer.entry(next).or_insert_with(|| words.clone());
                        if key(&words) < key(known) {
                            *known = words;
                        }
                    }
                }
            }
        }
        if let Some(words) = witnesses.into_iter().min_by(|a, b| key(a).cmp(&key(b))) {
            let text = |word: &[usize]| word.iter().filter_map(|letter| letters.get(*letter)).collect();
            return Ok(Some((text(&words.0), text(&words.1))));
        }
        total += 1;
    }
    Ok(None)
}

/// What pairs of one length together are ordered by. With the same letters behind both, the order stays.
fn key((one, other): &Words) -> (usize, &[usize], &[usize]) {
    (one.len(), one, other)
}

fn extended((one, other): &Words, step: Step) -> Words {
    let with = |word: &Vec<usize>, letter: Option<usize>| word.iter().copied().chain(letter).collect();
    (with(one, step.0), with(other, step.1))
}
