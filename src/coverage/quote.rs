//! How words stand within a sentence: in one line, cut where they are long, and with nothing in them that acts on
//! a terminal or on what shows Markdown.

use crate::coverage::value::json;
use crate::diagnostic::visible::acts;
use crate::json::Node;

/// How many characters of one value are told.
const MOST: usize = 120;
/// How many a plain name has at most.
const NAME: usize = 40;

/// A foreign value: as JSON, so that nothing in it ends the quotes, and within marks of code, so that a link or an
/// image in it is none.
pub(super) fn value(node: &Node) -> String {
    match node.as_str() {
        Some(text) => words(text),
        None => code(&json(node)),
    }
}

/// Foreign words.
pub(super) fn words(text: &str) -> String {
    let (kept, is_cut) = cut(text);
    // What was read can be written.
    let quoted = serde_json::to_string(&kept).unwrap_or_default();
    format!("`{}`{}", escaped(&quoted), if is_cut { " (cut)" } else { "" })
}

fn code(text: &str) -> String {
    let (kept, is_cut) = cut(text);
    format!("`{}`{}", escaped(&kept), if is_cut { " (cut)" } else { "" })
}

/// Words of a declaration of ours, or of our own: as they are, if they are plain.
pub(super) fn plain(text: &str) -> String {
    let (kept, _) = cut(text);
    let one_line = kept.split_whitespace().collect::<Vec<_>>().join(" ");
    escaped(&one_line.replace('`', "'"))
}

/// A name: as it is where it is one plain word, else as foreign words.
pub(super) fn name(text: &str) -> String {
    let is_plain = |of: char| of.is_ascii_alphanumeric() || matches!(of, '-' | '_' | '.');
    let is_word = !text.is_empty() && text.len() <= NAME && text.chars().all(is_plain);
    if is_word { text.to_owned() } else { words(text) }
}

/// The name as it is said: a foreign one quoted.
pub(super) fn named(text: &str, quote: bool) -> String {
    if quote { words(text) } else { name(text) }
}

/// The words as they are said: foreign ones quoted.
pub(super) fn said(text: &str, quote: bool) -> String {
    if quote { words(text) } else { plain(text) }
}

fn cut(text: &str) -> (String, bool) {
    let mut kept: String = text.chars().take(MOST).collect();
    let is_cut = kept.len() < text.len();
    if is_cut {
        kept.push('…');
    }
    (kept, is_cut)
}

/// The text with each character that acts, and the mark of code, as JSON escapes it.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        if character == '`' || acts(character) {
            let mut units = [0; 2];
            for unit in character.encode_utf16(&mut units) {
                out.push_str(&format!("\\u{unit:04x}"));
            }
        } else {
            out.push(character);
        }
    }
    out
}
