//! References as a strict URI library wants them.
//!
//! Real schemas point at a sibling by its name as it is, `#/properties/StartTime<`; a URI has no
//! `<`. The validator gets a copy whose references are percent-encoded. The digest is taken of the
//! schema as given.

use serde_json::Value;

use super::keywords::{Holds, holds};

/// The keywords whose text is a reference.
pub(super) const REFERENCES: [&str; 3] = ["$ref", "$dynamicRef", "$recursiveRef"];

/// Encodes every reference of the schema `value`, wherever a schema may stand in it.
pub(super) fn encode_references(value: &mut Value) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(encode_references),
        Value::Object(members) => {
            for (name, member) in members.iter_mut() {
                match (holds(name), member) {
                    (Holds::Data, _) => {}
                    (Holds::SchemasByName, Value::Object(named)) => {
                        named.values_mut().for_each(encode_references)
                    }
                    (_, Value::String(text)) if REFERENCES.contains(&name.as_str()) => {
                        if let Some(encoded) = needs_encoding(text) {
                            *text = encoded;
                        }
                    }
                    (_, other) => encode_references(other),
                }
            }
        }
        _ => {}
    }
}

fn needs_encoding(reference: &str) -> Option<String> {
    let encoded = encode(reference);
    (encoded != reference).then_some(encoded)
}

/// `reference` with every byte of its fragment that no URI has percent-encoded.
///
/// What is percent-encoded already stays as it is.
pub(super) fn encode(reference: &str) -> String {
    let Some((before, fragment)) = reference.split_once('#') else { return reference.to_owned() };
    let mut out = format!("{before}#");
    let bytes = fragment.as_bytes();
    for (index, byte) in bytes.iter().copied().enumerate() {
        let escaped = byte == b'%' && bytes.get(index + 1..index + 3).is_some_and(is_hex_pair);
        if escaped || is_fragment_byte(byte) {
            out.push(char::from(byte));
        } else {
            out.push_str(&format!("%{byte:02X}"));
        }
    }
    out
}

fn is_hex_pair(pair: &[u8]) -> bool {
    pair.iter().all(u8::is_ascii_hexdigit)
}

/// RFC 3986, section 3.5: `pchar`, `/` and `?`.
fn is_fragment_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"-._~!$&'()*+,;=:@/?".contains(&byte)
}
