//! What a JSON text would be as a tree, without making it.
//!
//! The bound on an envelope is on its compact JSON, so white space and spelled-out escapes must not
//! count. Sizes are those of ECMAScript's `JSON.stringify`, in UTF-8 bytes.

use crate::json::{Limits, number};

mod once;

/// The largest text that is looked at a second time, for members given twice.
const MOST: usize = Limits::ARGUMENTS.bytes;

/// What is known of one well-formed JSON value from its text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Extent {
    /// Its size as compact JSON, in bytes. A member given twice counts twice.
    pub bytes: usize,
    /// How many arrays and objects stand inside each other.
    pub depth: usize,
    /// Whether a number in it is beyond a double.
    pub overflows: bool,
}

impl Extent {
    /// The extent of `text`; `None` where it has more than `bytes` bytes as compact JSON.
    ///
    /// Stops there and allocates nothing, so it also guards the parser against texts that would make
    /// a tree many times their size.
    pub fn of(text: &str, bytes: usize) -> Option<Self> {
        let mut extent = Self::default();
        let mut depth = 0_usize;
        let mut rest = text.as_bytes();
        while let Some((&first, after)) = rest.split_first() {
            rest = match first {
                b' ' | b'\t' | b'\n' | b'\r' => after,
                b'"' => extent.string(after),
                b'-' | b'0'..=b'9' => {
                    let end = rest.iter().position(|byte| !is_numeric(*byte)).unwrap_or(rest.len());
                    let (lexeme, after) = rest.split_at(end);
                    extent.number(lexeme);
                    after
                }
                _ => {
                    match first {
                        b'[' | b'{' => depth += 1,
                        b']' | b'}' => depth = depth.saturating_sub(1),
                        _ => {}
                    }
                    extent.bytes += 1;
                    extent.depth = extent.depth.max(depth);
                    after
                }
            };
            if extent.bytes > bytes {
                return None;
            }
        }
        Some(extent)
    }

    /// The extent of `text`, where of a member given twice the last one counts; `None` where it has more
    /// than `bytes` bytes as compact JSON, more than `depth` arrays and objects inside each other, or a
    /// number beyond a double.
    pub fn bounded(text: &str, bytes: usize, depth: usize) -> Option<Self> {
        let fits = |extent: &Self| extent.bytes <= bytes && extent.depth <= depth && !extent.overflows;
        // With all members counted it is no smaller, so most texts are looked at only once.
        Self::of(text, bytes)
            .filter(fits)
            .or_else(|| (text.len() <= MOST).then(|| once::extent(text, bytes)).flatten().filter(fits))
    }

    /// Adds a string behind its opening quote, and returns what follows its closing one.
    fn string<'t>(&mut self, mut rest: &'t [u8]) -> &'t [u8] {
        self.bytes += 2;
        loop {
            let Some(at) = memchr::memchr2(b'"', b'\\', rest) else { return &[] };
            self.bytes += at;
            match rest.get(at..).unwrap_or_default() {
                [b'"', after @ ..] => return after,
                [b'\\', b'u', tail @ ..] => {
                    let (unit, after) = unit(tail);
                    let low = match after {
                        [b'\\', b'u', more @ ..] if (0xd800..0xdc00).contains(&unit) => {
                            Some(self::unit(more)).filter(|(low, _)| (0xdc00..0xe000).contains(low))
                        }
                        _ => None,
                    };
                    self.bytes += if low.is_some() { 4 } else { unit_size(unit) };
                    rest = low.map_or(after, |(_, after)| after);
                }
                [b'\\', escaped, after @ ..] => {
                    self.bytes += if *escaped == b'/' { 1 } else { 2 };
                    rest = after;
                }
                _ => return &[],
            }
        }
    }

    fn number(&mut self, lexeme: &[u8]) {
        if lexeme.len() <= 15 && lexeme.iter().all(u8::is_ascii_digit) {
            self.bytes += lexeme.len();
            return;
        }
        let n = std::str::from_utf8(lexeme).map_or(0.0, number::double);
        self.overflows |= !n.is_finite();
        // `JSON.stringify` prints a number that overflows as null.
        self.bytes += if n.is_finite() { number::print(n).len() } else { 4 };
    }
}

/// Reads four hexadecimal digits.
fn unit(text: &[u8]) -> (u32, &[u8]) {
    let (digits, after) = text.split_at(text.len().min(4));
    let unit = digits.iter().fold(0, |unit, digit| unit * 16 + char::from(*digit).to_digit(16).unwrap_or(0));
    (unit, after)
}

/// The size of one code unit that is no half of a pair: a lone surrogate stays an escape.
fn unit_size(unit: u32) -> usize {
    match unit {
        0x8 | 0x9 | 0xa | 0xc | 0xd | 0x22 | 0x5c => 2,
        0..0x20 => 6,
        0x20..0x80 => 1,
        0x80..0x800 => 2,
        0xd800..0xe000 => 6,
        _ => 3,
    }
}

fn is_numeric(byte: u8) -> bool {
    matches!(byte, b'0'..=b'9' | b'-' | b'+' | b'.' | b'e' | b'E')
}
