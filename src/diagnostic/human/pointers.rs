//! JSON Pointers to places in long lines: "line 1, column 48211" says nothing to a person.
//!
//! The text may be broken, for that may be what is to be told. Brackets, strings and commas are all that
//! is looked at, once from the beginning to the last place asked for, however many places there are.

use std::collections::{BTreeMap, BTreeSet};

use super::excerpt::is_long;
use super::shorten;
use crate::diagnostic::{Diagnostic, Label, Source};
use crate::json::pointer;
use crate::span::Span;

/// The longest pointer that is shown whole.
const LONG: usize = 120;

/// The pointers to the places of labels that stand in a long line of JSON, by source and offset.
pub(super) struct Pointers {
    places: BTreeMap<(usize, usize), String>,
}

impl Pointers {
    pub(super) fn new(diagnostics: &[Diagnostic], sources: &[Source]) -> Self {
        let mut asked: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
        for label in diagnostics.iter().flat_map(|diagnostic| &diagnostic.labels) {
            let source = sources.get(label.source);
            if source.is_some_and(|source| is_json(&source.text) && is_long(&source.text, label.span.start)) {
                asked.entry(label.source).or_default().insert(label.span.start);
            }
        }
        let mut places = BTreeMap::new();
        for (index, offsets) in asked {
            let Some(source) = sources.get(index) else { continue };
            let mut walk = Walk { text: &source.text, frames: Vec::new(), found: Vec::new() };
            walk.to(offsets.into_iter().collect());
            places.extend(walk.found.into_iter().map(|(offset, at)| ((index, offset), at)));
        }
        Self { places }
    }

    /// The pointer to the place of a label, where it is needed and not to the whole document.
    pub(super) fn of(&self, label: &Label) -> Option<&str> {
        let found = self.places.get(&(label.source, label.span.start))?;
        (!found.is_empty()).then_some(found)
    }
}

fn is_json(text: &str) -> bool {
    text.trim_ascii_start().starts_with(['{', '['])
}

/// What is open at a place.
enum Frame {
    Array(usize),
    /// With the name that was read last, in its quotes.
    Object(Option<Span>),
}

struct Walk<'t> {
    text: &'t str,
    frames: Vec<Frame>,
    found: Vec<(usize, String)>,
}

impl Walk<'_> {
    /// Walks to the last of `offsets`, which are in order.
    fn to(&mut self, offsets: Vec<usize>) {
        let mut asked = offsets.into_iter().peekable();
        let mut at = 0;
        while let (Some(byte), true) = (self.text.as_bytes().get(at), asked.peek().is_some()) {
            let mut end = at + 1;
            match byte {
                b'"' => {
                    end = self.end_of_string(at);
                    if let Some(Frame::Object(name @ None)) = self.frames.last_mut() {
                        *name = Some(Span::new(at, end));
                    }
                }
                b']' | b'}' => {
                    self.frames.pop();
                }
                _ => {}
            }
            while let Some(offset) = asked.next_if(|offset| *offset < end) {
                self.found.push((offset, self.pointer()));
            }
            match (byte, self.frames.last_mut()) {
                (b'{', _) => self.frames.push(Frame::Object(None)),
                (b'[', _) => self.frames.push(Frame::Array(0)),
                (b',', Some(Frame::Array(index))) => *index += 1,
                (b',', Some(Frame::Object(name))) => *name = None,
                _ => {}
            }
            at = end;
        }
        let last = self.pointer();
        self.found.extend(asked.map(|offset| (offset, last.clone())));
    }

    /// Behind the closing quote of the string at `start`.
    fn end_of_string(&self, start: usize) -> usize {
        let mut rest = self.text.as_bytes().iter().enumerate().skip(start + 1);
        while let Some((at, byte)) = rest.next() {
            match byte {
                b'\\' => {
                    rest.next();
                }
                b'"' => return at + 1,
                _ => {}
            }
        }
        self.text.len()
    }

    fn pointer(&self) -> String {
        let whole = self.frames.iter().fold(String::new(), |pointer, frame| match frame {
            Frame::Array(index) => format!("{pointer}/{index}"),
            Frame::Object(None) => pointer,
            Frame::Object(Some(name)) => {
                let quoted = name.of(self.text);
                let name = serde_json::from_str(quoted).unwrap_or_else(|_| quoted.to_owned());
                pointer::push(&pointer, &name)
            }
        });
        shorten(&whole, LONG)
    }
}
