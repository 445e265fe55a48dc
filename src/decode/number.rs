//! `string read as number`: quotes off.
//!
//! The inverse puts the quotes back: the text of the number is the content of the string.

use serde_json::Value;

use super::Decoded;
use crate::json::{Node, number};

/// The number that a text is the ECMAScript spelling of.
pub(super) fn read(given: &Node) -> Option<Decoded> {
    let text = given.as_str()?;
    number::exact(text)?;
    Some(Decoded { value: Value::Number(text.parse().ok()?), text: text.to_owned() })
}
