//! What an answer is kept under.

use super::Inputs;
use crate::digest::Digest;

/// What is asked of a derivation.
#[derive(Debug)]
pub struct Question<'q> {
    /// What the derivation is called.
    pub name: &'q str,
    /// The version of its rules: a program digest, and where answers outlive the process, the engine too.
    pub version: &'q str,
    /// What it may read. Two lookups of equal inputs are one question.
    pub inputs: Inputs,
}

/// The key of a [`Question`].
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Key(Digest);

/// A part of a key: what it is called, and the text of it.
pub type Part = (&'static str, fn(&Question<'_>) -> String);

/// The parts of a key. Without any one of them some question has the answer to another one.
pub const PARTS: [Part; 3] = [
    ("name", |question| question.name.to_owned()),
    ("version", |question| question.version.to_owned()),
    ("inputs", |question| question.inputs.text()),
];

impl Key {
    /// The key of `question`.
    pub fn of(question: &Question<'_>) -> Self {
        Self::of_parts(question, &PARTS)
    }

    /// A key of some parts only, which covers less than it should: for tests that show what that comes to.
    #[doc(hidden)]
    pub fn of_parts(question: &Question<'_>, parts: &[Part]) -> Self {
        Self(Digest::of_texts(parts.iter().map(|(_, text)| text(question))))
    }

    /// The key as 64 hexadecimal digits.
    pub fn as_str(&self) -> &str {
        self.0.as_str()
    }
}
