//! Usual slips: what other languages write where this one has another mark or word.

use crate::diagnostic::nearest::nearest;

const COMMENT: &str = "a comment starts with `//`";
const QUOTES: &str = "a string stands in double quotes: `\"…\"`";

/// Marks of other languages, the longer of two that start alike first, and what to do about them.
const MARKS: &[(&str, &str)] = &[
    ("#", COMMENT),
    ("--", COMMENT),
    ("/*", COMMENT),
    (";", "nothing ends a clause but the next one, and a comment starts with `//`"),
    ("'", QUOTES),
    ("‘", QUOTES),
    ("’", QUOTES),
    ("“", QUOTES),
    ("”", QUOTES),
    ("`", QUOTES),
    ("&", "write `and`"),
    ("||", "write `or`"),
    ("!=", "write `is not` in a shape, and `not KEYWORD is LITERAL` in a guard"),
    ("!", "write `not`"),
    ("=", "write `is`"),
    (":", "write `is` behind a schema keyword, and nothing behind another word"),
];

/// Words of other languages, and those that stand here for the same.
const WORDS: &[(&str, &str)] = &[
    ("nil", "null"),
    ("none", "null"),
    ("undefined", "null"),
    ("write", "rewrite"),
    ("replace", "rewrite"),
    ("when", "derive when"),
];

/// How a comment starts elsewhere.
pub(super) fn starts_comment(text: &str) -> bool {
    mark(text) == Some(COMMENT)
}

/// What to do about the mark that `text` starts with.
pub(super) fn mark(text: &str) -> Option<&'static str> {
    MARKS.iter().find(|(mark, _)| text.starts_with(mark)).map(|(_, help)| *help)
}

/// The candidate that was meant by `word`: in small letters, by its usual slip, or nearly.
pub(crate) fn word<'c>(word: &str, candidates: impl IntoIterator<Item = &'c str> + Clone) -> Option<&'c str> {
    let small = word.to_ascii_lowercase();
    let slip = WORDS.iter().find(|(slip, _)| *slip == small).map(|(_, meant)| *meant);
    let is_candidate = |meant: &&str| {
        candidates.clone().into_iter().any(|candidate| meant.split(' ').next() == Some(candidate))
    };
    slip.filter(is_candidate).or_else(|| nearest(&small, candidates))
}
