//! The member that a model's answer names.

use super::Ring;
use crate::json::Node;

/// The member that `answer` names: whole, or else by the first of its words that stands for one.
///
/// A word is a run of `a-z`, `0-9`, `_` and `-`, once it is in lower case. A run that goes on in other
/// letters is part of a word, and names nothing. What comes back is a member, and never the answer.
pub fn pick<'r>(ring: &'r Ring, answer: &str) -> Option<&'r Node> {
    let whole = ring.look_up(answer);
    let lower = answer.to_lowercase();
    let is_part = |character: char| character.is_alphanumeric() || matches!(character, '_' | '-');
    let mut words =
        lower.split(|character| !is_part(character)).filter(|word| !word.is_empty() && word.is_ascii());
    whole.or_else(|| words.find_map(|word| ring.look_up(word))).map(|(member, _)| member)
}
