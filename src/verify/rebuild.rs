//! The exact bytes that the rules allow, put together from the given ones.
//!
//! An array keeps all that stands between its items. An object is read as `{` and its members, each with the white space before and behind it, separated
//! by commas. A member that is left out takes one comma with it, the one behind it, or where no member is
//! left behind it the one before it; the white space around it stays.

use crate::json::{Member, Node};
use crate::span::Span;

/// A member that stays.
pub(super) struct Piece {
    /// Its new name as it is written, where it has one.
    pub(super) renamed: Option<Vec<u8>>,
    /// Its value as it is written.
    pub(super) value: Vec<u8>,
}

/// What stands at `span` of `source`, an object with these `members`, with a piece for each member that
/// stays.
pub(super) fn object(source: &[u8], span: Span, members: &[Member], pieces: &[Option<Piece>]) -> Vec<u8> {
    let part = |start: usize, end: usize| source.get(start..end).unwrap_or_default();
    let (Some(first), Some(last)) = (members.first(), members.last()) else {
        return part(span.start, span.end).to_vec();
    };
    let left = pieces.iter().rposition(Option::is_some).map_or(0, |index| index + 1);
    let mut out = part(span.start, first.name_span.start).to_vec();
    for (index, (member, piece)) in members.iter().zip(pieces).enumerate() {
        if let Some(Piece { renamed, value }) = piece {
            let Span { start, end } = member.name_span;
            out.extend(renamed.as_deref().unwrap_or_else(|| part(start, end)));
            out.extend(part(end, member.value.span.start));
            out.extend(value);
        }
        let Some(next) = members.get(index + 1) else { break };
        let between = part(member.value.span.end, next.name_span.start);
        let mut halves = between.splitn(2, |byte| *byte == b',');
        let (behind, ahead) = (halves.next().unwrap_or_default(), halves.next().unwrap_or_default());
        match (piece, index + 1 < left) {
            // Both sides are there.
            (Some(_), true) => out.extend(between),
            // The white space before the member that is left out, which its comma followed.
            (None, true) => out.extend(ahead),
            // The last one that stays.
            (Some(_), false) => out.extend(behind),
            (None, false) => {}
        }
    }
    out.extend(part(last.value.span.end, span.end));
    out
}

/// What stands at `span` of `source`, an array of these `items`, with the new texts of those that have one.
pub(super) fn array(source: &[u8], span: Span, items: &[Node], texts: &[Option<String>]) -> Vec<u8> {
    let mut out = Vec::new();
    let mut at = span.start;
    for (item, text) in items.iter().zip(texts) {
        if let Some(text) = text {
            out.extend(source.get(at..item.span.start).unwrap_or_default());
            out.extend(text.as_bytes());
            at = item.span.end;
        }
    }
    out.extend(source.get(at..span.end).unwrap_or_default());
    out
}
