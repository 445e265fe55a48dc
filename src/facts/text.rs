//! A value where text is expected.

use std::borrow::Cow;

use crate::decode::normal_form;
use crate::json::{Data, Node, number, surrogate};

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

/// The text of a scalar for a person, its first `most` characters in normal form. What is no text that could be
/// looked up, a number beyond all doubles and half of a surrogate pair, is as it was written.
pub fn shown(node: &Node, most: usize) -> Option<String> {
    let text = match &node.data {
        Data::Number(lexeme) if !number::double(lexeme).is_finite() => Cow::Borrowed(&**lexeme),
        _ => of(node)?,
    };
    let cut: String = text.chars().take(most).collect();
    Some(normal_form(&surrogate::shown(&cut)))
}

/// `text` without white space around it, and with single spaces inside.
pub fn collapsed(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
