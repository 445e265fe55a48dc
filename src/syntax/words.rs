//! The words that the text of a program is made of, in one place.

use crate::ir::Decoder;

/// A kind of item: the word that it starts with, and the words that its clauses start with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ItemWords {
    /// `convention`, say.
    pub item: &'static str,
    /// `status`, say. A shape's clauses may start with any schema keyword as well.
    pub clauses: &'static [&'static str],
    /// How wide the column of the clause words is in canonical layout; 0 for no column.
    pub column: usize,
}

/// The items that this version compiles.
pub const ITEMS: &[ItemWords] = &[
    ItemWords { item: "shape", clauses: &["without", "no"], column: 0 },
    ItemWords {
        item: "spelling",
        clauses: &["first", "then", "last", "fold", "drop", "apart", "at"],
        column: 5,
    },
    ItemWords { item: "convention", clauses: &["status", "derive", "after", "match", "rewrite"], column: 7 },
    ItemWords {
        item: "profile",
        clauses: &["status", "plan", "over", "reach", "conventions", "except", "bounds"],
        column: 11,
    },
];

/// Items that are part of the language but that this version does not compile yet.
pub const LATER_ITEMS: &[&str] = &["vocabulary", "facts", "search"];

/// The word that puts another program in scope.
pub const EXTENDS: &str = "extends";

/// The only program that can be extended.
pub const BUILT_IN: &str = "built-in";

/// What a convention may work on.
pub const LEVELS: &[&str] = &["key", "value"];

/// The kinds of JSON values, as `type` names them.
pub const KINDS: &[&str] = &["null", "boolean", "integer", "number", "string", "array", "object"];

/// Decoders that come later than those of [`Decoder::words`].
pub const LATER_DECODERS: &[&str] = &["json", "text", "item", "member", "boolean"];

/// The bounds of a profile.
pub const BOUNDS: &[&str] = &["ref", "key", "properties", "rules", "plans"];

/// Bounds that come later.
pub const LATER_BOUNDS: &[&str] = &["depth", "decodings", "steps"];

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
];

/// The words for this kind of item, where this version compiles it.
pub fn item(word: &str) -> Option<&'static ItemWords> {
    ITEMS.iter().find(|item| item.item == word)
}

/// Whether an item may start with `word`.
pub fn starts_item(word: &str) -> bool {
    item(word).is_some() || LATER_ITEMS.contains(&word)
}

/// Whether `word` has a place of its own in the clauses of some item, so that it cannot name one.
pub fn is_structural(word: &str) -> bool {
    const JOINING: &[&str] = &["and", "or", "not", "is", "of", "on", "by", "as"];
    JOINING.contains(&word) || ITEMS.iter().any(|item| item.clauses.contains(&word))
}

/// Whether `word` means something in a convention, so that it cannot name what a match binds.
pub fn is_reserved(word: &str) -> bool {
    const OTHERS: &[&str] = &["omitted", "empty", "absent", "key", "keys", "name"];
    ITEMS.iter().any(|item| item.clauses.contains(&word))
        || Decoder::words().any(|known| known == word)
        || [KINDS, LATER_DECODERS, OTHERS].iter().any(|words| words.contains(&word))
}
