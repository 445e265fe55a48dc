//! The RFC 8785 (JCS) form of a tree: the text that digests are taken of.
//!
//! Written here rather than taken from `serde_json_canonicalizer`, because it reads the tree as it
//! is: no second copy as a `serde_json::Value`, and big integers reach the double formatter as
//! written. The tests compare it with that crate.

use super::{Data, Member, Node, compare, number};

/// The canonical text of `node`.
///
/// The node must be free of flaws ([`Document::flaw_in`](super::Document::flaw_in)): a duplicate
/// name, a lone surrogate or an overflowing number has no canonical form.
pub fn text(node: &Node) -> String {
    let mut out = String::new();
    write(node, &mut out);
    out
}

/// The canonical form of the string `text`, quotes included.
pub fn string(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    write_string(text, &mut out);
    out
}

fn write(node: &Node, out: &mut String) {
    match &node.data {
        Data::Null => out.push_str("null"),
        Data::Bool(true) => out.push_str("true"),
        Data::Bool(false) => out.push_str("false"),
        Data::Number(lexeme) => out.push_str(&number::print(number::double(lexeme))),
        Data::String(text) => write_string(text, out),
        Data::Array(items) => {
            out.push('[');
            for (index, item) in items.iter().enumerate() {
                if index > 0 {
                    out.push(',');
                }
                write(item, out);
            }
            out.push(']');
        }
        Data::Object(members) => {
            let mut sorted: Vec<&Member> = members.iter().collect();
            sorted.sort_by(|a, b| compare(&a.name, &b.name));
            out.push('{');
            for (index, member) in sorted.into_iter().enumerate() {
                if index > 0 {
                    out.push(',');
                }
                write_string(&member.name, out);
                out.push(':');
                write(&member.value, out);
            }
            out.push('}');
        }
    }
}

fn write_string(text: &str, out: &mut String) {
    out.push('"');
    if !text.bytes().any(|byte| byte < b' ' || byte == b'"' || byte == b'\\') {
        out.push_str(text);
        out.push('"');
        return;
    }
    for character in text.chars() {
        match character {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\u{8}' => out.push_str("\\b"),
            '\u{c}' => out.push_str("\\f"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            control if control < ' ' => out.push_str(&format!("\\u{:04x}", u32::from(control))),
            other => out.push(other),
        }
    }
    out.push('"');
}
