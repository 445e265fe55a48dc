//! An identifier that may be an integer past 2^53.
//!
//! Hardly any integer has a bound, and most never come near that one: pages, limits, counts. Told are
//! those that do in real life, which are identifiers by their name, and integers of 64 bits by their format.

use serde_json::json;

use super::parts::Part;
use super::{Found, Subject, note};
use crate::facets::keyword;
use crate::ir::Kinds;
use crate::json::Node;

pub(super) const CODE: &str = "check::unsafe-integer";

pub(super) fn find<'s>(subject: &'s Subject<'s>) -> Found<'s> {
    let parts = subject.parts.iter().filter(|part| part.has_values() && is_large(subject, part));
    Box::new(parts.filter(|part| takes_unsafe(subject, part)).map(|part| {
        let span = part.name().unwrap_or(part.node.span);
        note(CODE, format!("{} takes integers that a double cannot hold", subject.property(part)))
            .label(0, span, subject.at(span))
            .help(
                "many clients read numbers as doubles and change such a one, and its text is never made a \
                 number; declare identifiers as strings, or add `\"maximum\": 9007199254740991`",
            )
    }))
}

fn is_large(subject: &Subject<'_>, part: &Part<'_>) -> bool {
    let format = keyword(subject.schema, part.node, "format").and_then(Node::as_str);
    format.is_some_and(|format| ["int64", "uint64"].contains(&format)) || part.key.is_some_and(is_identifier)
}

fn takes_unsafe(subject: &Subject<'_>, part: &Part<'_>) -> bool {
    let kinds = subject.kinds(part);
    Kinds::INTEGER.within(kinds)
        && kinds != Kinds::ALL
        && subject.judge.accepts(subject.schema, part, &json!(9_007_199_254_740_993_u64)) == Some(true)
}

/// Whether the last word of `key` is `id` or `ids`, as in `order_id`, `userId`, `IDs`.
fn is_identifier(key: &str) -> bool {
    let ends_word = |suffix: &str| {
        let Some(before) = key.strip_suffix(suffix) else { return false };
        let is_lower = suffix.starts_with('i');
        before
            .chars()
            .next_back()
            .is_none_or(|last| !last.is_alphanumeric() || (!is_lower && !last.is_uppercase()))
    };
    ["id", "ids", "Id", "Ids", "ID", "IDs", "IDS"].into_iter().any(ends_word)
}
