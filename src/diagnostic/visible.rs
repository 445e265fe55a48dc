//! Text that cannot act on a terminal, nor on the runner of a workflow: names come from servers and
//! files that one may not trust.
//!
//! 1. [`written_out`] writes a foreign text within a line, [`name`] one among others in a list;
//! 2. [`replaced`] shows an excerpt of a file, in which places must stay;
//! 3. [`Page`] is what all of it becomes before a person sees it.
//!
//! // INVARIANT (nothing acts): the console writes for people only a [`Page`], and a page can be made
//! // in one way, which writes out whatever acts. A text that went past 1 and 2 is ugly, not harmful.

use crate::json::canonical;

/// Whether a terminal may act on a character rather than show it: controls of both sets, and what
/// turns the direction of a line, changes the character before it, or shows nothing at all.
pub(crate) fn acts(character: char) -> bool {
    character.is_control()
        || matches!(character,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
            | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}'
            | '\u{fff0}'..='\u{fffb}' | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}'
            | '\u{e0000}'..='\u{e0fff}')
}

/// The text with such characters written out, as `\u{1b}`, and with the first character of what a runner
/// would take for a command: of every word that begins with `::`, since a line may be broken before it.
pub fn written_out(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut is_start = true;
    for (at, character) in text.char_indices() {
        match begins_command(text.get(at..).unwrap_or_default(), is_start) {
            true => out.extend(character.escape_unicode()),
            false => push(&mut out, character),
        }
        is_start = character.is_whitespace();
    }
    out
}

fn push(out: &mut String, character: char) {
    if acts(character) { out.extend(character.escape_unicode()) } else { out.push(character) }
}

/// A name as it stands in a list: as it is where it is one plain word, in quotes where it could be
/// mistaken for several, or for none.
pub fn name(name: &str) -> String {
    let plain = |character: char| character.is_alphanumeric() || "_-.$/:@#+<>~[]".contains(character);
    if !name.is_empty() && name.chars().all(|character| plain(character) && !acts(character)) {
        return name.to_owned();
    }
    written_out(&canonical::string(name))
}

/// The text with such characters, and the first one of a runner's commands, replaced by others that take
/// as many bytes, so that places stay.
/// Line ends and tabs remain.
pub fn replaced(text: &str) -> String {
    let text = ANYWHERE
        .iter()
        .fold(text.to_owned(), |text, command| text.replace(command, &command.replacen('#', "?", 1)));
    let mut rest = text.chars().peekable();
    let mut out = String::with_capacity(text.len());
    while let Some(character) = rest.next() {
        let stays = matches!(character, '\n' | '\t') || (character == '\r' && rest.peek() == Some(&'\n'));
        if stays || !acts(character) {
            out.push(character);
            continue;
        }
        out.push_str(match character.len_utf8() {
            1 => "?",
            2 => "¿",
            3 => "\u{fffd}",
            _ => "\u{fffd}?",
        });
    }
    out
}

/// Lines for a person, in which nothing acts on what shows them: neither on a terminal nor on a runner
/// that looks for commands in the output of a step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page(String);

impl Page {
    /// The page with this text. Line feeds and tabs remain and, where the page is `styled`, colours.
    pub fn new(text: &str, styled: bool) -> Self {
        let mut out = String::with_capacity(text.len());
        for line in text.split_inclusive('\n') {
            push_line(&mut out, line, styled);
        }
        Self(out)
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// What begins a command of a runner wherever it stands in a line.
const ANYWHERE: [&str; 2] = ["##[", "##vso["];

/// Whether `rest`, at the start of a line or not, begins with such a command.
fn begins_command(rest: &str, is_start: bool) -> bool {
    (is_start && rest.starts_with("::")) || ANYWHERE.iter().any(|command| rest.starts_with(command))
}

fn push_line(out: &mut String, line: &str, styled: bool) {
    let mut rest = line;
    let mut is_start = true;
    while let Some(character) = rest.chars().next() {
        let style = if styled { style(rest) } else { "" };
        let taken = if style.is_empty() { character.len_utf8() } else { style.len() };
        match character {
            _ if !style.is_empty() => out.push_str(style),
            '\n' | '\t' => out.push(character),
            _ if begins_command(rest, is_start) => out.push('?'),
            _ => push(out, character),
        }
        is_start &= character.is_whitespace() || !style.is_empty();
        rest = rest.get(taken..).unwrap_or_default();
    }
}

/// The colour that `text` begins with, as a terminal is told of it, or nothing.
fn style(text: &str) -> &str {
    let Some(rest) = text.strip_prefix("\u{1b}[") else { return "" };
    let digits = rest.bytes().take_while(|byte| byte.is_ascii_digit() || *byte == b';').count();
    if rest.as_bytes().get(digits) == Some(&b'm') { text.get(..digits + 3).unwrap_or_default() } else { "" }
}
