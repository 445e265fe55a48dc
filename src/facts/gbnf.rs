//! The grammar of the answers that a model may give, for hosts that can hold it to one.

use super::text;
use crate::json::Node;

/// What a model says where no member fits.
pub const NONE: &str = "none";

/// The GBNF grammar of one of `members`, as they are written, or `none`.
pub fn gbnf<'n>(members: impl IntoIterator<Item = &'n Node>) -> String {
    let mut out = "root ::= ".to_owned();
    for member in members {
        quote(&text::of(member).unwrap_or_default(), &mut out);
        out.push_str(" | ");
    }
    quote(NONE, &mut out);
    out
}

fn quote(text: &str, out: &mut String) {
    out.push('"');
    for character in text.chars() {
        match character {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            control if control.is_control() => out.push_str(&format!("\\x{:02X}", u32::from(control))),
            other => out.push(other),
        }
    }
    out.push('"');
}
