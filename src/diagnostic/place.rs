//! Offsets to lines and columns.
//!
//! Lines end at `\n`. Lines and columns count from 1, columns in UTF-16 code units: the unit of SARIF
//! (its default `columnKind`), of editors' protocols, and of every other length in this crate.

use super::private::is_private;
use crate::diagnostic::{Label, Source};

/// A line and a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, serde::Serialize)]
pub struct Place {
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1, in UTF-16 code units.
    pub column: usize,
}

/// An index of one text, built once, in which places are found at a cost that does not depend on
/// how long the text or its lines are: a generated surface may be one line of many megabytes.
#[derive(Debug, Clone)]
pub struct Places<'t> {
    text: &'t [u8],
    /// The place of every `STEP`th byte.
    marks: Vec<Place>,
}

const STEP: usize = 1024;

impl<'t> Places<'t> {
    /// Indexes `text`.
    pub fn new(text: &'t str) -> Self {
        let text = text.as_bytes();
        let mut at = Place { line: 1, column: 1 };
        let mut marks = Vec::with_capacity(text.len() / STEP + 1);
        for block in text.chunks(STEP) {
            marks.push(at);
            at = advance(at, block);
        }
        Self { text, marks }
    }

    /// The place of the byte at `offset`, or the end of the text where it is shorter.
    pub fn at(&self, offset: usize) -> Place {
        let offset = offset.min(self.text.len());
        // The end of a text of full blocks has no mark of its own.
        let block = (offset / STEP).min(self.marks.len().saturating_sub(1));
        let mark = self.marks.get(block).copied().unwrap_or(Place { line: 1, column: 1 });
        advance(mark, self.text.get(block * STEP..offset).unwrap_or_default())
    }

    /// The places of the first byte of `label` and of the one behind it.
    pub fn range(&self, label: &Label) -> (Place, Place) {
        (self.at(label.span.start), self.at(label.span.end))
    }
}

fn advance(mut at: Place, bytes: &[u8]) -> Place {
    for byte in bytes {
        match byte {
            b'\n' => at = Place { line: at.line + 1, column: 1 },
            // Of a character's bytes the first counts, twice where UTF-16 needs a pair.
            0x80..=0xbf => {}
            0xf0.. => at.column += 2,
            _ => at.column += 1,
        }
    }
    at
}

/// The indexes of a list of sources, each built when the first place in it is asked for.
#[derive(Debug)]
pub struct Atlas<'t> {
    sources: &'t [Source],
    places: Vec<std::cell::OnceCell<Places<'t>>>,
    private: Vec<std::cell::OnceCell<bool>>,
}

impl<'t> Atlas<'t> {
    /// Indexes nothing yet.
    pub fn new(sources: &'t [Source]) -> Self {
        Self {
            sources,
            places: sources.iter().map(|_| std::cell::OnceCell::new()).collect(),
            private: sources.iter().map(|_| std::cell::OnceCell::new()).collect(),
        }
    }

    /// Whether the text that `label` is in must not be quoted: it is not known to be one of ours.
    pub fn is_private(&self, label: &Label) -> bool {
        match (self.private.get(label.source), self.sources.get(label.source)) {
            (Some(known), Some(source)) => *known.get_or_init(|| is_private(&source.name, &source.text)),
            _ => false,
        }
    }

    /// The source that `label` is in, and the places of its first byte and of the one behind it;
    /// `None` where there is no such source.
    pub fn find(&self, label: &Label) -> Option<(&'t Source, Place, Place)> {
        let source = self.sources.get(label.source)?;
        let places = self.places.get(label.source)?.get_or_init(|| Places::new(&source.text));
        let (start, end) = places.range(label);
        Some((source, start, end))
    }
}
