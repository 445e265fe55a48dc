//! The member that a model's answer names.

use super::Ring;
use crate::json::Node;

/// The member that `answer` names: whole, or else by the first of its words that stands for one.
///
/// A word is a run of `a-z`, `0-9`, `_` and `-`, once it is in lower case. A run that goes on in other letters,
/// digits or marks is part of a word, and names nothing. What comes back is a member, and never the answer.
pub fn pick<'r>(ring: &'r Ring, answer: &str) -> Option<&'r Node> {
    let whole = ring.look_up(answer);
    let lower = answer.to_lowercase();
    let mut words =
        lower.split(|character| !is_part(character)).filter(|word| !word.is_empty() && word.is_ascii());
    whole.or_else(|| words.find_map(|word| ring.look_up(word))).map(|(member, _)| member)
}

/// Whether a word goes on in this character. An accent may stand by itself behind its letter.
fn is_part(character: char) -> bool {
    let is_word = || regex_syntax::try_is_word_character(character).unwrap_or(false);
    character == '-' || character.is_alphanumeric() || is_word()
}
