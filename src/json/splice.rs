//! Edits that leave every other byte alone.

use crate::span::Span;

/// Puts `with` in place of the bytes of `span`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edit {
    /// What goes.
    pub span: Span,
    /// What comes.
    pub with: String,
}

/// How many values stand in the JSON text `text`, at most: commas and brackets outside strings begin one.
pub fn values(text: &[u8]) -> usize {
    let (mut count, mut rest) = (1, text.iter());
    while let Some(byte) = rest.next() {
        match byte {
            b',' | b'[' | b'{' => count += 1,
            b'"' => {
                while let Some(byte) = rest.next().filter(|byte| **byte != b'"') {
                    if *byte == b'\\' {
                        rest.next();
                    }
                }
            }
            _ => {}
        }
    }
    count
}

/// `text` with all `edits` made. They may come in any order, but must not overlap.
pub fn splice(text: &[u8], mut edits: Vec<Edit>) -> Vec<u8> {
    edits.sort_by_key(|edit| edit.span);
    let mut out = Vec::with_capacity(text.len());
    let mut at = 0;
    for edit in &edits {
        out.extend_from_slice(text.get(at..edit.span.start).unwrap_or_default());
        out.extend_from_slice(edit.with.as_bytes());
        at = edit.span.end;
    }
    out.extend_from_slice(text.get(at..).unwrap_or_default());
    out
}
