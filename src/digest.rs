//! SHA-256 digests, the names by which schemas, plans and rule programs are known.

use std::fmt;

use sha2::{Digest as _, Sha256};

use crate::json::{Node, canonical};

/// A SHA-256 digest as 64 lower-case hexadecimal digits.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Digest(Box<str>);

impl Digest {
    /// The digest of several texts: each with its length, so that no two lists of them read alike.
    pub(crate) fn of_texts(texts: impl Iterator<Item = String>) -> Self {
        Self::of_text(&texts.map(|text| format!("{}:{text}", text.len())).collect::<String>())
    }

    /// The digest of the bytes of `text`.
    pub fn of_text(text: &str) -> Self {
        Self::of_bytes(text.as_bytes())
    }

    /// The digest of bytes.
    pub fn of_bytes(bytes: &[u8]) -> Self {
        const DIGITS: &[u8; 16] = b"0123456789abcdef";
        let digit = |nibble: u8| DIGITS.get(usize::from(nibble)).copied().map_or('0', char::from);
        let mut hex = String::with_capacity(64);
        for byte in Sha256::digest(bytes) {
            hex.push(digit(byte >> 4));
            hex.push(digit(byte & 15));
        }
        Self(hex.into())
    }

    /// The digest of the RFC 8785 form of `node`, which must be free of flaws
    /// ([`Document::flaw_in`](crate::json::Document::flaw_in)).
    pub fn of_node(node: &Node) -> Self {
        Self::of_text(&canonical::text(node))
    }

    /// The digest of `text` as a JSON string, in its RFC 8785 form.
    pub fn of_json_string(text: &str) -> Self {
        Self::of_text(&canonical::string(text))
    }

    /// Reads a digest: exactly 64 lower-case hexadecimal digits.
    pub fn parse(text: &str) -> Option<Self> {
        let is_hex = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
        (text.len() == 64 && text.bytes().all(is_hex)).then(|| Self(text.into()))
    }

    /// The 64 digits.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl serde::Serialize for Digest {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.0)
    }
}
