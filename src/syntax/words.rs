//! The words that the text of a program is made of, in one place.

use super::kind::Kind;
use crate::ir::Decoder;

/// The word that puts another program in scope.
pub const EXTENDS: &str = "extends";

/// The only program that can be extended.
pub const BUILT_IN: &str = "built-in";

/// What a convention may work on.
pub const LEVELS: &[&str] = &["key", "value", "call"];

/// The kinds of JSON values, as `type` names them.
pub const KINDS: &[&str] = &["null", "boolean", "integer", "number", "string", "array", "object"];

/// The decoder that a match of its own reads by: `the only member "a" as x`.
pub const MEMBER: &str = "member";

/// The bounds of a profile.
pub const BOUNDS: &[&str] = &["ref", "key", "properties", "rules", "plans", "depth", "decodings", "steps"];

/// What the rules of a profile may reach into.
pub const REACHES: &[&str] = &["properties", "items"];

/// Every guard, as a pattern to show and to compare with.
pub const GUARDS: &[&str] = &[
    "KEYWORD is LITERAL",
    "KEYWORD is absent",
    "required",
    "accepts null",
    "accepts \"\"",
    "every enum is a string",
    "some enum has a unique SPELLING",
    "SPELLING of key is unique among keys",
    "names are closed",
    "may be KIND",
    "never KIND",
    "enum is the members of VOCABULARY",
    "no key is NAME",
];

/// The items that clauses of other items name.
const NAMED: &[Kind] = &[Kind::Shape, Kind::Spelling, Kind::Vocabulary, Kind::Convention, Kind::Profile];

/// Whether `word` has a place of its own in the clauses of some item, so that it cannot name one.
pub fn is_structural(word: &str) -> bool {
    const JOINING: &[&str] = &["and", "or", "not", "is", "of", "on", "by", "as"];
    JOINING.contains(&word) || NAMED.iter().any(|kind| kind.clauses().contains(&word))
}

/// The words beside the types that mean something where the type of a fact stands.
pub const OF_FACTS: &[&str] = &["at", "default", "from", "grain", "list", "set"];

/// Whether `word` means something in a convention, so that it cannot name what a match binds.
pub fn is_reserved(word: &str) -> bool {
    const OTHERS: &[&str] = &["omitted", "empty", "absent", "key", "keys", "name", MEMBER];
    NAMED.iter().any(|kind| kind.clauses().contains(&word))
        || Decoder::words().any(|known| known == word)
        || [KINDS, OTHERS].iter().any(|words| words.contains(&word))
}

/// Whether `name` is kebab-case: small letters and digits, a letter first, single hyphens between words.
pub fn is_kebab(name: &str) -> bool {
    let part = |part: &str| {
        !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
    };
    name.starts_with(|first: char| first.is_ascii_lowercase()) && name.split('-').all(part)
}
