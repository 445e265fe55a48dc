//! Half of a surrogate pair, which JSON can write and a Rust text cannot hold.
//!
//! A text with one is no text to whoever needs a canonical form: it is a
//! [flaw](super::FlawKind::LoneSurrogate). Evidence is taken as it comes, and there such a half stays one
//! character that no escape spelled out equals: each of the 2,048 has a stand-in among the last private
//! characters of Unicode. Such a character itself is decoded as the stand-ins of its two halves, so that
//! two decoded texts are equal only where their code units are.

/// The stand-in of U+D800.
const FIRST: u32 = 0x10_F800;

/// What stands between the quotes of a JSON string, its lone surrogates replaced by their stand-ins.
/// As it is written, where it is no JSON string.
pub(crate) fn decode(inside: &str) -> String {
    let mut whole = String::with_capacity(inside.len() + 2);
    whole.push('"');
    let mut rest = inside;
    while let Some(at) = rest.find('\\') {
        let (before, escape) = rest.split_at(at);
        apart(before, &mut whole);
        let taken = match (escaped(escape), escape.get(6..).and_then(escaped)) {
            (Some(high @ 0xD800..=0xDBFF), Some(low @ 0xDC00..=0xDFFF)) => {
                char::decode_utf16([high, low]).flatten().for_each(|pair| push_apart(pair, &mut whole));
                rest = escape.get(12..).unwrap_or_default();
                continue;
            }
            (Some(half @ 0xD800..=0xDFFF), _) => {
                whole.extend(stand_in(half));
                rest = escape.get(6..).unwrap_or_default();
                continue;
            }
            // A backslash and one more character, at least.
            _ => 1 + escape.chars().nth(1).map_or(0, char::len_utf8),
        };
        whole.push_str(escape.get(..taken).unwrap_or(escape));
        rest = escape.get(taken..).unwrap_or_default();
    }
    apart(rest, &mut whole);
    whole.push('"');
    serde_json::from_str(&whole).unwrap_or_else(|_| inside.to_owned())
}

fn stand_in(half: u16) -> Option<char> {
    char::from_u32(FIRST + u32::from(half).checked_sub(0xD800)?)
}

/// Appends `text`, the characters that are stand-ins put apart.
fn apart(text: &str, out: &mut String) {
    text.chars().for_each(|character| push_apart(character, out));
}

fn push_apart(character: char, out: &mut String) {
    if u32::from(character) < FIRST {
        return out.push(character);
    }
    let mut units = [0; 2];
    out.extend(character.encode_utf16(&mut units).iter().filter_map(|half| stand_in(*half)));
}

/// A decoded text for a reader: half of a pair as the escape `\ud800`.
pub(crate) fn shown(text: &str) -> String {
    let characters = char::decode_utf16(code_units(text));
    let shown = characters.map(|found| match found {
        Ok(character) => character.to_string(),
        Err(half) => format!("\\u{:04x}", half.unpaired_surrogate()),
    });
    shown.collect()
}

/// The code unit of `\uXXXX`, where `text` begins with one.
fn escaped(text: &str) -> Option<u16> {
    let digits = text.strip_prefix("\\u")?.get(..4)?;
    digits.bytes().all(|byte| byte.is_ascii_hexdigit()).then(|| u16::from_str_radix(digits, 16).ok())?
}

/// The UTF-16 code units of a text of evidence: a stand-in is the half that it stands for.
pub fn code_units(text: &str) -> impl Iterator<Item = u16> + '_ {
    text.chars().flat_map(|character| {
        let half = u32::from(character).checked_sub(FIRST).and_then(|index| u16::try_from(index).ok());
        let mut units = [0; 2];
        match half {
            Some(half) => vec![0xD800 + half],
            None => character.encode_utf16(&mut units).to_vec(),
        }
    })
}
