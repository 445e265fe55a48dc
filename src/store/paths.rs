//! Paths: what they are called, and where stores stand.
//!
//! Different paths have different names, also where they are no text. A store is a folder that holds
//! `fabric/entropy`.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use super::StoreError;

/// The path as text. A byte that is no UTF-8 is written as `\xff`.
///
/// A backslash that could be taken for the beginning of such a byte is written `\x5c`, so that no two
/// paths have one name.
pub fn path_name(path: &Path) -> String {
    let mut name = String::new();
    for chunk in path.as_os_str().as_encoded_bytes().utf8_chunks() {
        let mut rest = chunk.valid();
        while let Some((before, after)) = rest.split_once('\\') {
            name.push_str(before);
            name.push_str(if looks_escaped(after) { "\\x5c" } else { "\\" });
            rest = after;
        }
        name.push_str(rest);
        for byte in chunk.invalid() {
            // Writing to a string cannot fail.
            let _ = write!(name, "\\x{byte:02x}");
        }
    }
    name
}

/// Whether text behind a backslash reads like the rest of an escaped byte.
fn looks_escaped(after: &str) -> bool {
    let is_digit = |digit: &u8| digit.is_ascii_digit() || (b'a'..=b'f').contains(digit);
    matches!(after.as_bytes(), [b'x', high, low, ..] if is_digit(high) && is_digit(low))
}

/// The folder that a store keeps its files in.
pub(super) fn folder(store: &Path) -> PathBuf {
    store.join("fabric").join("entropy")
}

/// Whether there is a store at `folder`.
///
/// # Errors
///
/// The file system does not say.
pub fn is_store(store: &Path) -> Result<bool, StoreError> {
    let folder = folder(store);
    match folder.metadata() {
        Ok(metadata) => Ok(metadata.is_dir()),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(StoreError::io("look for", &folder)(error)),
    }
}

/// Refuses a folder that is no store.
///
/// # Errors
///
/// It is none, or the file system does not say.
pub fn must_exist(store: &Path) -> Result<(), StoreError> {
    if is_store(store)? { Ok(()) } else { Err(StoreError::NoStore { path: store.to_owned() }) }
}
