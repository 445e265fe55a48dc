//! References as a strict URI library wants them.
//!
//! Real schemas point at a sibling by its name as it is, `#/properties/StartTime<`; a URI has no
//! `<`. A reference that was given may be percent-encoded or not; a pointer that is built from a key
//! is not, and its `%` is a character like any other.

/// The keywords whose text is a reference.
pub(super) const REFERENCES: [&str; 3] = ["$ref", "$dynamicRef", "$recursiveRef"];

/// `reference` with every byte of its fragment that no URI has percent-encoded.
///
/// What is percent-encoded already stays as it is. An empty reference is the root, like `#`.
pub(super) fn encode(reference: &str) -> String {
    if reference.is_empty() {
        return "#".to_owned();
    }
    let Some((before, fragment)) = reference.split_once('#') else { return reference.to_owned() };
    let bytes = fragment.as_bytes();
    let is_escape = |at: usize| bytes.get(at + 1..at + 3).is_some_and(is_hex_pair);
    format!("{before}#{}", encode_bytes(bytes, is_escape))
}

/// The fragment of a pointer that was built from names as they are.
pub(super) fn of_pointer(pointer: &str) -> String {
    encode_bytes(pointer.as_bytes(), |_| false)
}

/// The text that a fragment stands for: what is percent-encoded decoded, every other `%` as it is.
///
/// `None` where that is no text.
pub(super) fn decode(fragment: &str) -> Option<String> {
    let mut bytes = fragment.as_bytes().iter();
    let mut out = Vec::with_capacity(fragment.len());
    while let Some(&byte) = bytes.next() {
        let pair = bytes.as_slice().get(..2).filter(|pair| byte == b'%' && is_hex_pair(pair));
        match pair.and_then(|pair| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok()) {
            Some(decoded) => {
                out.push(decoded);
                bytes.nth(1);
            }
            None => out.push(byte),
        }
    }
    String::from_utf8(out).ok()
}

/// `is_escape` says whether the `%` at an index begins what is encoded already.
fn encode_bytes(bytes: &[u8], is_escape: impl Fn(usize) -> bool) -> String {
    let mut out = String::new();
    for (index, byte) in bytes.iter().copied().enumerate() {
        if is_fragment_byte(byte) || (byte == b'%' && is_escape(index)) {
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
