//! One direction's bytes, cut into lines.
//!
//! A message is a line with its line feed. A line that is longer than [`MOST`] is handed on as it comes, and
//! never kept whole.

use memchr::memchr;

/// How many bytes a message may have to be read.
pub(super) const MOST: usize = 16 << 20;
/// What a buffer may keep of its room while it is empty.
const ROOM: usize = 256 << 10;

/// Bytes that came and are not handed on.
#[derive(Debug, Default)]
pub(super) struct Frame {
    bytes: Vec<u8>,
    /// Where the first line starts.
    start: usize,
    /// How far there is no line feed.
    searched: usize,
    /// Whether the first bytes belong to a line that is too long to be read.
    is_overlong: bool,
    /// How many bytes of the first line were handed on before its end came.
    ahead: usize,
}

/// What stands first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Piece<'f> {
    /// A whole line with its end.
    Line(&'f [u8]),
    /// A part of a line that is too long to be read.
    Part(&'f [u8]),
}

impl Piece<'_> {
    /// How many bytes it has.
    pub(super) fn len(self) -> usize {
        match self {
            Self::Line(bytes) | Self::Part(bytes) => bytes.len(),
        }
    }
}

impl Frame {
    /// Adds what came.
    pub(super) fn push(&mut self, bytes: &[u8]) {
        if self.start > 0 {
            self.bytes.drain(..self.start.min(self.bytes.len()));
            self.searched -= self.start.min(self.searched);
            self.start = 0;
        }
        self.bytes.extend_from_slice(bytes);
    }

    /// The first line, or what can be handed on of one that is too long; `None` where more must come.
    pub(super) fn piece(&mut self) -> Option<Piece<'_>> {
        let from = self.searched.max(self.start);
        let found = memchr(b'\n', self.bytes.get(from..).unwrap_or_default());
        let end = found.map_or(self.bytes.len(), |at| from + at + 1);
        self.searched = if found.is_some() { from } else { end };
        let line = self.bytes.get(self.start..end).unwrap_or_default();
        let is_long = self.is_overlong || line.len() > MOST;
        match found {
            _ if line.is_empty() => None,
            Some(_) if is_long => Some(Piece::Part(line)),
            Some(_) => Some(Piece::Line(line)),
            None if is_long => Some(Piece::Part(line)),
            None => None,
        }
    }

    /// How many bytes of the first line were handed on already.
    pub(super) fn handed_on(&self) -> usize {
        self.ahead
    }

    /// Takes away the piece that stands first, which has `length` bytes.
    pub(super) fn advance(&mut self, length: usize) {
        let end = (self.start + length).min(self.bytes.len());
        let is_whole = end > self.start && self.bytes.get(end - 1) == Some(&b'\n');
        self.is_overlong = !is_whole;
        self.start = end;
        self.searched = self.searched.max(end);
        self.ahead = 0;
        if end == self.bytes.len() {
            self.bytes.clear();
            (self.start, self.searched) = (0, 0);
            // A long message is rare, and its room is given back.
            if self.bytes.capacity() > ROOM {
                self.bytes = Vec::new();
            }
        }
    }

    /// What can be handed on of a line whose end has not come; it stays, to be read when its end comes.
    pub(super) fn ahead(&mut self) -> &[u8] {
        let from = (self.start + self.ahead).min(self.bytes.len());
        self.ahead = self.bytes.len() - self.start.min(self.bytes.len());
        self.bytes.get(from..).unwrap_or_default()
    }

    /// How many bytes of the first line have come.
    pub(super) fn waiting(&self) -> usize {
        self.bytes.len().saturating_sub(self.start)
    }

    /// Takes everything that was not handed on.
    pub(super) fn rest(&mut self) -> Vec<u8> {
        let from = (self.start + self.ahead).min(self.bytes.len());
        let rest = self.bytes.get(from..).unwrap_or_default().to_vec();
        *self = Self::default();
        rest
    }
}
