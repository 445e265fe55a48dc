//! Text that cannot act on a terminal: names come from servers and files that one may not trust.

use crate::json::canonical;

/// Whether a terminal may act on a character rather than show it: controls, and what turns the
/// direction of a line or shows nothing at all.
fn acts(character: char) -> bool {
    character.is_control()
        || matches!(character,
            '\u{ad}' | '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

/// The text with such characters written out, as `\u{1b}`.
pub fn written_out(text: &str) -> String {
    if !text.contains(acts) {
        return text.to_owned();
    }
    let shown = text.chars().map(|character| {
        if acts(character) { character.escape_unicode().to_string() } else { character.to_string() }
    });
    shown.collect()
}

/// A name as it stands in a list: as it is where it is one plain word, in quotes where it could be
/// mistaken for several, or for none.
pub fn name(name: &str) -> String {
    let plain = |character: char| character.is_alphanumeric() || "_-.$/:@#+<>~[]".contains(character);
    if !name.is_empty() && name.chars().all(plain) {
        return name.to_owned();
    }
    written_out(&canonical::string(name))
}

/// The text with such characters replaced by others that take as many bytes, so that places stay.
/// Line ends and tabs remain.
pub fn replaced(text: &str) -> String {
    let mut rest = text.chars().peekable();
    let mut out = String::with_capacity(text.len());
    while let Some(character) = rest.next() {
        let stays = matches!(character, '\n' | '\t') || (character == '\r' && rest.peek() == Some(&'\n'));
        out.push(match character.len_utf8() {
            _ if stays || !acts(character) => character,
            1 => '?',
            2 => '¿',
            _ => char::REPLACEMENT_CHARACTER,
        });
    }
    out
}
