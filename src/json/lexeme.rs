//! The text of a number, without a place of its own on the heap: most numbers are short.

use std::fmt;
use std::ops::Deref;

/// How many bytes are held in place.
const SHORT: usize = 22;

/// A number as it was written.
#[derive(Clone)]
pub struct Lexeme(Held);

#[derive(Clone)]
enum Held {
    Short { length: u8, bytes: [u8; SHORT] },
    Long(Box<str>),
}

impl From<&str> for Lexeme {
    fn from(text: &str) -> Self {
        let mut bytes = [0; SHORT];
        let held = match (u8::try_from(text.len()), bytes.get_mut(..text.len())) {
            (Ok(length), Some(place)) => {
                place.copy_from_slice(text.as_bytes());
                Held::Short { length, bytes }
            }
            _ => Held::Long(text.into()),
        };
        Self(held)
    }
}

impl Deref for Lexeme {
    type Target = str;

    fn deref(&self) -> &str {
        match &self.0 {
            Held::Short { length, bytes } => {
                let text = bytes.get(..usize::from(*length)).unwrap_or_default();
                // Only a text was ever put in.
                std::str::from_utf8(text).unwrap_or_default()
            }
            Held::Long(text) => text,
        }
    }
}

impl PartialEq for Lexeme {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl Eq for Lexeme {}

impl fmt::Debug for Lexeme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&**self, f)
    }
}

impl fmt::Display for Lexeme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self)
    }
}
