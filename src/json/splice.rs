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
