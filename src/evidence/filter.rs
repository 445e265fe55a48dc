//! Which lines may hold an envelope: those with its name, or with an escape that could hide it.
//!
//! Nearly all bytes of a session are looked at here and nowhere else, so a line is searched twice. A
//! first look goes over chunks of it and asks for both things at once, by a few bytes of each; the
//! compiler makes vector instructions of it. A second look, at the few chunks where these bytes
//! stand, is exact.

use memchr::memmem::Finder;

use super::envelope::ENVELOPE_KIND;

/// How many bytes are looked at together: enough to make the first look fast, few enough that the
/// second is rare.
const CHUNK: usize = 1 << 10;

/// Searches lines.
#[derive(Debug, Clone)]
pub(super) struct EnvelopeFilter {
    name: Finder<'static>,
    escape: Finder<'static>,
}

impl EnvelopeFilter {
    pub fn new() -> Self {
        Self { name: Finder::new(ENVELOPE_KIND), escape: Finder::new(b"\\u00") }
    }

    /// Whether the line holds the name of an envelope, or an escape that could hide it.
    pub fn may_hold_envelope(&self, line: &[u8]) -> bool {
        // What begins in one chunk may end in the next.
        const OVERLAP: usize = ENVELOPE_KIND.len();
        (0..line.len()).step_by(CHUNK).any(|start| {
            let end = line.len().min(start + CHUNK + OVERLAP);
            let chunk = line.get(start..end).unwrap_or_default();
            is_suspect(chunk) && self.holds(chunk)
        })
    }

    fn holds(&self, chunk: &[u8]) -> bool {
        let mut escapes = self.escape.find_iter(chunk);
        self.name.find(chunk).is_some()
            || escapes.any(|at| hides_a_letter(chunk.get(at + 4..).unwrap_or_default()))
    }
}

/// Whether `-f` stands in the chunk, as in the name, or the `\u` of an escape.
///
/// No branch within the loop, so that many bytes are compared at a time.
fn is_suspect(chunk: &[u8]) -> bool {
    let pairs = chunk.iter().zip(chunk.get(1..).unwrap_or_default());
    let found = pairs.fold(0, |found, (first, second)| {
        let in_name = (*first == b'-') & (*second == b'f');
        let in_escape = (*first == b'\\') & (*second == b'u');
        found | u8::from(in_name | in_escape)
    });
    found != 0
}

/// Whether the last two digits of a `\u00XX` spell a character that the names we look for are made
/// of.
fn hides_a_letter(digits: &[u8]) -> bool {
    let digit = |index: usize| digits.get(index).and_then(|digit| char::from(*digit).to_digit(16));
    let code = digit(0).zip(digit(1)).and_then(|(high, low)| u8::try_from(high * 16 + low).ok());
    code.is_some_and(|code| code.is_ascii_alphabetic() || matches!(code, b'-' | b'.' | b'_'))
}
