//! The part of a text that is shown beside a diagnostic.
//!
//! A generated surface may be one line of many megabytes, and a label may cover a whole schema. Shown
//! is what a person can read: the lines of a label and one on either side where they are short, the
//! surroundings of its beginning where they are long. Line and column are those of the whole text.

use miette::{MietteError, MietteSpanContents, SourceCode, SourceSpan, SpanContents};

use crate::diagnostic::place::Atlas;
use crate::diagnostic::visible::{replaced, written_out};
use crate::diagnostic::{Label, Source};
use crate::span::Span;

/// A line with more bytes is shown in part.
const LONG: usize = 120;
/// How many lines a label may have.
const LINES: usize = 4;
/// How many lines may stand between two labels that are shown together.
const BETWEEN: usize = 10;
/// How much of a long line is shown before a label, and from its beginning on.
const BEFORE: usize = 12;
const FROM: usize = 44;
/// How much of a label is marked in a long line.
const MARKED: usize = 36;

/// What is shown of one source.
#[derive(Debug)]
pub(super) struct Excerpt {
    name: String,
    windows: Vec<Window>,
}

/// A piece of the text, its harmful characters replaced.
#[derive(Debug)]
struct Window {
    span: Span,
    text: String,
    /// The line of its first byte, from 0.
    line: usize,
    /// The labels in it: where each starts, and its line and column, from 0.
    starts: Vec<(usize, usize, usize)>,
}

impl Excerpt {
    /// What to show around `labels`, which must be in one source, and the labels as they are to be marked.
    pub(super) fn new(labels: &[&Label], atlas: &Atlas<'_>) -> Option<(Self, Vec<Span>)> {
        let mut found = None;
        let mut windows: Vec<Window> = Vec::new();
        let mut marks = Vec::new();
        for label in labels {
            let (source, place, _) = atlas.find(label)?;
            found = Some(source);
            let (window, mark) = surroundings(&source.text, label.span);
            marks.push(mark);
            let start = (mark.start, place.line - 1, place.column - 1);
            match windows.iter_mut().find(|known| together(&source.text, known.span, window)) {
                Some(known) => {
                    known.span = known.span.to(window);
                    known.starts.push(start);
                }
                None => {
                    windows.push(Window { span: window, text: String::new(), line: 0, starts: vec![start] })
                }
            }
        }
        let source: &Source = found?;
        for window in &mut windows {
            window.text = replaced(window.span.of(&source.text));
            window.line = atlas.find(&Label { span: window.span, ..(*labels.first()?).clone() })?.1.line - 1;
        }
        Some((Self { name: written_out(&source.name), windows }, marks))
    }
}

/// Whether two windows overlap, or are so near that the lines between them are shown as well.
fn together(text: &str, a: Span, b: Span) -> bool {
    let (first, second) = if a.start <= b.start { (a, b) } else { (b, a) };
    let between = Span::new(first.end, second.start.max(first.end));
    let starts_a_line = text.as_bytes().get(..between.end).is_some_and(|before| before.ends_with(b"\n"));
    let lines = || between.of(text).lines();
    let few = between.len() <= BETWEEN * (LONG + 1) && lines().count() <= BETWEEN;
    between.is_empty() || (starts_a_line && few && lines().all(|line| line.len() <= LONG))
}

/// The window around `span`, and the part of `span` to mark in it.
fn surroundings(text: &str, span: Span) -> (Span, Span) {
    let mut span = Span::new(floor(text, span.start), floor(text, span.end.max(span.start)));
    if span.start == text.len() {
        // What is missing at the end is marked at the last thing there is.
        let end = text.trim_end().len();
        span = Span::new(floor(text, end.saturating_sub(1)), end);
    }
    let lines = Span::new(line_start(text, span.start), line_end(text, span.end.max(span.start + 1) - 1));
    let few = lines.len() <= LINES * (LONG + 1) && lines.of(text).lines().count() <= LINES;
    if few && lines.of(text).lines().all(|line| line.len() <= LONG) {
        return (with_neighbours(text, lines), span);
    }
    let line = Span::new(lines.start, line_end(text, span.start));
    if line.len() <= LONG {
        // The first line of a label with many.
        return (
            with_neighbours(text, line),
            Span::new(span.start, line.of(text).trim_end().len() + line.start),
        );
    }
    let start = floor(text, span.start.saturating_sub(BEFORE).max(line.start));
    let end = floor(text, (span.start + FROM).min(line.end));
    (Span::new(start, end), Span::new(span.start, floor(text, span.end.min(span.start + MARKED).min(end))))
}

/// The lines with the one before and the one after, where these are short.
fn with_neighbours(text: &str, lines: Span) -> Span {
    let before = Span::new(line_start(text, lines.start.saturating_sub(1)), lines.start);
    let after = Span::new(lines.end, line_end(text, lines.end));
    let short = |line: Span, otherwise: usize, end: usize| if line.len() <= LONG { end } else { otherwise };
    Span::new(short(before, lines.start, before.start), short(after, lines.end, after.end))
}

/// The start of the line that `at` is in; of a long line only a place that shows that it is long.
fn line_start(text: &str, at: usize) -> usize {
    let from = floor(text, at.saturating_sub(LONG + 1));
    let before = text.as_bytes().get(from..at).unwrap_or_default();
    before.iter().rposition(|byte| *byte == b'\n').map_or(from, |end| from + end + 1)
}

/// Behind the line feed of the line that `at` is in; of a long line only a place that shows that it is long.
fn line_end(text: &str, at: usize) -> usize {
    let to = floor(text, at + LONG + 5);
    let rest = text.as_bytes().get(at..to).unwrap_or_default();
    rest.iter().position(|byte| *byte == b'\n').map_or(to, |end| at + end + 1)
}

/// The boundary between characters at or before `at`.
fn floor(text: &str, at: usize) -> usize {
    let at = at.min(text.len());
    (0..=at).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0)
}

impl SourceCode for Excerpt {
    fn read_span<'a>(
        &'a self,
        span: &SourceSpan,
        before: usize,
        _after: usize,
    ) -> Result<Box<dyn SpanContents<'a> + 'a>, MietteError> {
        let asked = Span::new(span.offset(), span.offset() + span.len());
        let window = self.windows.iter().find(|window| window.span.contains(asked));
        let window = window.ok_or(MietteError::OutOfBounds)?;
        let lines = window.text.matches('\n').count();
        // Without context, only the place is asked for.
        let start = window.starts.iter().find(|(start, _, _)| before == 0 && *start == asked.start);
        let (line, column) = start.map_or((window.line, 0), |(_, line, column)| (*line, *column));
        let whole = (window.span.start, window.span.len()).into();
        let name = self.name.clone();
        Ok(Box::new(MietteSpanContents::new_named(name, window.text.as_bytes(), whole, line, column, lines)))
    }
}
