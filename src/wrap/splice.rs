//! The edits of one entry, as pieces of its text.

use std::ops::Range;

use super::Proxy;
use super::entry::{Form, MODE, Start};
use super::tree::{MARK, Syntax};

/// A piece of a text, and what stands there instead.
pub(super) type Edit = (Range<usize>, String);

/// How a text is written.
pub(super) struct Style<'s> {
    pub(super) text: &'s str,
    pub(super) syntax: Syntax,
}

const SERVER: &str = "--server";

impl Style<'_> {
    /// The edits that put a server behind the proxy.
    ///
    /// Its own command follows the proxy's words as it was written. Where there was no list of arguments, the name
    /// is one word with its flag: that tells it from a list that was empty.
    pub(super) fn wrapped(&self, start: &Start, proxy: &Proxy<'_>, name: &str) -> Vec<Edit> {
        let binary = quoted(proxy.binary);
        let Some((_, command)) = start.words.first() else { return Vec::new() };
        let flags = |server: &[String]| {
            let own = [MODE.to_owned()];
            let words = own.iter().chain(server).chain(proxy.flags).map(|word| quoted(word));
            words.chain([quoted("--")]).collect::<Vec<String>>().join(", ")
        };
        let apart = [SERVER.to_owned(), name.to_owned()];
        let own = self.piece(command);
        match &start.form {
            Form::List => vec![(command.start..command.start, format!("{binary}, {}, ", flags(&apart)))],
            Form::Apart { list, .. } => {
                let (at, end) = match start.words.get(1) {
                    Some((_, next)) => (next.start, ", "),
                    None => (list.start + 1, ""),
                };
                vec![(command.clone(), binary), (at..at, format!("{}, {own}{end}", flags(&apart)))]
            }
            Form::Bare { name: key, entry } => {
                let is_inline = self.text.get(*entry..).is_some_and(|rest| rest.starts_with('{'));
                let flags = flags(&[format!("{SERVER}={name}")]);
                let list = format!("[{flags}, {own}]");
                let key = match (self.syntax, is_inline) {
                    (Syntax::Json, _) => ", \"args\": ".to_owned(),
                    (Syntax::Toml, true) => format!(", {}args = ", self.before(key.start, &['{', ','])),
                    (Syntax::Toml, false) => {
                        let line = if self.text.contains("\r\n") { "\r\n" } else { "\n" };
                        format!("{line}{}args = ", self.before(key.start, &['\n']))
                    }
                };
                vec![(command.clone(), binary), (command.end..command.end, format!("{key}{list}"))]
            }
        }
    }

    /// The edits that take it out again; none where the words stand in another way than they were put.
    pub(super) fn unwrapped(&self, start: &Start) -> Option<Vec<Edit>> {
        let place = |index: usize| start.words.get(index).map(|(_, at)| at.clone());
        let server = start.server()?;
        let (command, own) = (place(0)?, place(server)?);
        match &start.form {
            Form::List => Some(vec![(command.start..own.start, String::new())]),
            Form::Apart { list, name } => {
                let own_text = self.piece(&own).to_owned();
                let back = (command.clone(), own_text);
                let was_bare = start.words.get(2)?.0.starts_with(&format!("{SERVER}="));
                if was_bare && server + 1 == start.words.len() {
                    // The list follows the command at once, as it was put.
                    let between = command.end..name.start;
                    let follows =
                        self.piece(&between).chars().all(|of| of.is_whitespace() || of == ',' || is_key(of));
                    return follows.then(|| vec![back, (command.end..list.end, String::new())]);
                }
                let end = place(server + 1).map_or(own.end, |next| next.start);
                Some(vec![back, (place(1)?.start..end, String::new())])
            }
            Form::Bare { .. } => None,
        }
    }

    fn piece(&self, at: &Range<usize>) -> &str {
        self.text.get(at.clone()).unwrap_or_default()
    }

    /// What stands before a place, back to one of these: an indent, or the way that a dotted key goes.
    fn before(&self, at: usize, ends: &[char]) -> &str {
        let before = self.text.get(..at).unwrap_or_default();
        let before = before.rsplit(ends).next().unwrap_or_default();
        let before = before.trim_start_matches(MARK);
        if ends.contains(&'\n') { before } else { before.trim_start() }
    }
}

/// What a dotted key may be made of.
fn is_key(of: char) -> bool {
    of.is_ascii_alphanumeric() || matches!(of, '.' | '_' | '-' | '"' | '\'')
}

/// A text in double quotes, as JSON and TOML both read it.
fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string().replace('\u{7f}', "\\u007f")
}

/// The text with these edits, which do not overlap.
pub(super) fn spliced(text: &str, mut edits: Vec<Edit>) -> String {
    edits.sort_by_key(|(at, _)| (at.start, at.end));
    let (mut out, mut at) = (String::new(), 0);
    for (range, instead) in &edits {
        out.push_str(text.get(at..range.start).unwrap_or_default());
        out.push_str(instead);
        at = range.end;
    }
    out.push_str(text.get(at..).unwrap_or_default());
    out
}
