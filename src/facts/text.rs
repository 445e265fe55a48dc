//! A value where text is expected.

use std::borrow::Cow;

use crate::json::{Data, Node, number};

/// The text that a scalar is read as: a number or a boolean as its JSON text. Nothing for `null`, an array
/// and an object.
///
/// A whole number keeps every digit that it was given with, since it may be a name; others read as
/// ECMAScript prints them, so that `1.0` and `1` are one.
pub fn of(node: &Node) -> Option<Cow<'_, str>> {
    match &node.data {
        Data::String(text) => Some(Cow::Borrowed(text)),
        Data::Bool(value) => Some(Cow::Borrowed(if *value { "true" } else { "false" })),
        Data::Number(lexeme) => {
            let digits = lexeme.strip_prefix('-').unwrap_or(lexeme);
            let is_whole = digits.bytes().all(|byte| byte.is_ascii_digit()) && digits != "0";
            Some(if is_whole {
                Cow::Borrowed(&**lexeme)
            } else {
                Cow::Owned(number::print(number::double(lexeme)))
            })
        }
        Data::Null | Data::Array(_) | Data::Object(_) => None,
    }
}

/// `text` without white space around it, and with single spaces inside.
pub fn collapsed(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
