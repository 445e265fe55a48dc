//! The size that a JSON text has when it is written compactly, without writing it.
//!
//! The bound on an envelope is on its compact JSON, so white space and spelled-out escapes must not
//! count. Sizes are those of ECMAScript's `JSON.stringify`, in UTF-8 bytes.

use crate::json::number;

/// Whether the compact form of `text`, one well-formed JSON value, has at most `limit` bytes.
///
/// A member given twice counts twice. Stops at the limit and allocates nothing, so it also guards
/// the parser against texts that would make a tree many times their size.
pub fn fits(text: &str, limit: usize) -> bool {
    let mut rest = text.as_bytes();
    let mut size = 0;
    while let Some((&first, after)) = rest.split_first() {
        if size > limit {
            return false;
        }
        rest = match first {
            b' ' | b'\t' | b'\n' | b'\r' => after,
            b'"' => {
                size += 2;
                string(after, &mut size)
            }
            b'-' | b'0'..=b'9' => {
                let end = rest.iter().position(|byte| !is_numeric(*byte)).unwrap_or(rest.len());
                let (lexeme, after) = rest.split_at(end);
                size += number_size(lexeme);
                after
            }
            _ => {
                size += 1;
                after
            }
        };
    }
    size <= limit
}

/// Adds the size of a string's content and returns what follows its closing quote.
fn string<'t>(mut rest: &'t [u8], size: &mut usize) -> &'t [u8] {
    loop {
        let Some(at) = memchr::memchr2(b'"', b'\\', rest) else { return &[] };
        *size += at;
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
                *size += if low.is_some() { 4 } else { unit_size(unit) };
                rest = low.map_or(after, |(_, after)| after);
            }
            [b'\\', escaped, after @ ..] => {
                *size += if *escaped == b'/' { 1 } else { 2 };
                rest = after;
            }
            _ => return &[],
        }
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

fn number_size(lexeme: &[u8]) -> usize {
    let plain = lexeme.len() <= 15 && lexeme.iter().all(u8::is_ascii_digit);
    if plain {
        return lexeme.len();
    }
    let n = std::str::from_utf8(lexeme).map_or(0.0, number::double);
    // `JSON.stringify` prints a number that overflows as null.
    if n.is_finite() { number::print(n).len() } else { 4 }
}
