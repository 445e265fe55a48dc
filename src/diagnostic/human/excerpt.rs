//! The part of a text that is shown beside a diagnostic.
//!
//! A generated surface may be one line of many megabytes, and a label may cover a whole schema. Shown
//! is what a person can read: the lines of a label and one on either side where they and the label's
//! words fit on the page, the surroundings of its beginning where they do not. Line and column are those
//! of the whole text.

use miette::{MietteError, MietteSpanContents, SourceCode, SourceSpan, SpanContents};

use super::shorten;
use crate::diagnostic::place::Atlas;
use crate::diagnostic::visible::{replaced, written_out};
use crate::diagnostic::{Label, Source};
use crate::span::Span;

/// A line with more bytes is long, however wide the page is.
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
/// The columns that the words of a label want behind its mark, where there are as many, with the arrow.
const WORDS: usize = 28;

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
    /// The labels in it.
    labels: Vec<Marked>,
}

/// A label in a window.
#[derive(Debug, Clone, Copy)]
struct Marked {
    mark: Span,
    /// The columns that its words want.
    words: usize,
    /// Its line and column in the whole text, from 0.
    line: usize,
    column: usize,
}

/// What is marked of a label.
pub(super) struct Mark {
    pub(super) span: Span,
    /// The column of the window that its words hang on.
    pub(super) column: usize,
}

impl Excerpt {
    /// What to show around `labels`, which must be in one source, and the labels as they are to be marked.
    /// Lines have `room` columns.
    pub(super) fn new(labels: &[&Label], atlas: &Atlas<'_>, room: usize) -> Option<(Self, Vec<Mark>)> {
        let mut found = None;
        let mut windows: Vec<Window> = Vec::new();
        let mut marks = Vec::new();
        for label in labels {
            let (source, place, _) = atlas.find(label)?;
            found = Some(source);
            let words = (console::measure_text_width(&label.text) + 4).min(WORDS);
            let (window, mark) = surroundings(&source.text, label.span, room, words);
            marks.push(mark);
            let marked = Marked { mark, words, line: place.line - 1, column: place.column - 1 };
            match windows.iter_mut().find(|known| known.takes(&source.text, window, marked, room)) {
                Some(known) => {
                    known.span = known.span.to(window);
                    known.labels.push(marked);
                }
                None => {
                    let labels = vec![marked];
                    windows.push(Window { span: window, text: String::new(), line: 0, labels });
                }
            }
        }
        let source: &Source = found?;
        keep_apart(&mut windows);
        let in_window = |mark: Span| {
            let window = windows.iter().find(|window| window.span.contains(mark));
            let column = window.map_or(0, |window| column(&source.text, window.span, mark));
            Mark { span: mark, column }
        };
        let marks = marks.into_iter().map(in_window).collect();
        for window in &mut windows {
            window.text = replaced(window.span.of(&source.text));
            window.line = atlas.find(&Label { span: window.span, ..(*labels.first()?).clone() })?.1.line - 1;
        }
        // What stands around a name: a corner, brackets, a line and a column.
        let name = shorten(&written_out(&source.name), room.saturating_sub(8));
        Some((Self { name, windows }, marks))
    }
}

/// Cuts windows that overlap and are not shown together: no mark of one may begin in another, where it would
/// be drawn as one of several lines.
fn keep_apart(windows: &mut [Window]) {
    windows.sort_by_key(|window| window.span.start);
    let mut rest = windows;
    while let [first, others @ ..] = rest {
        let end = first.labels.iter().map(|label| label.mark.end).max().unwrap_or(0);
        for other in others.iter_mut() {
            let start = other.labels.iter().map(|label| label.mark.start).min().unwrap_or(usize::MAX);
            if end <= start {
                first.span.end = first.span.end.min(start);
                other.span.start = other.span.start.max(end);
            }
        }
        rest = others;
    }
}

impl Window {
    /// Whether a label and its window can be shown in this one, its words and all others on the page.
    fn takes(&self, text: &str, window: Span, label: Marked, room: usize) -> bool {
        let both = self.span.to(window);
        let fits = |label: &Marked| column(text, both, label.mark) + label.words <= room;
        together(text, self.span, window)
            && self.labels.iter().chain([&label]).all(fits)
            && both.of(text).lines().all(|line| line.len() <= room)
    }
}

/// The column of `window` that the words of a mark in it hang on: its middle, or the left edge where it
/// has several lines.
fn column(text: &str, window: Span, mark: Span) -> usize {
    let columns = |span: Span| console::measure_text_width(span.of(text));
    if mark.of(text).trim_end().contains('\n') {
        return 4;
    }
    let before = Span::new(window.start, mark.start.max(window.start));
    let line = before.of(text).rfind('\n').map_or(before.start, |end| before.start + end + 1);
    columns(Span::new(line, before.end)) + columns(mark) / 2
}

/// Whether the line at `at` is so long that nobody counts to a column of it.
pub(super) fn is_long(text: &str, at: usize) -> bool {
    let at = floor(text, at);
    line_end(text, at) - line_start(text, at) > LONG
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

/// The window around `span`, and the part of `span` to mark in it, where lines have `room` columns and
/// the words behind the mark want `words` of them.
fn surroundings(text: &str, span: Span, room: usize, words: usize) -> (Span, Span) {
    let long = room.min(LONG);
    let mut span = Span::new(floor(text, span.start), floor(text, span.end.max(span.start)));
    if span.start == text.len() {
        // What is missing at the end is marked at the last thing there is.
        let end = text.trim_end().len();
        span = Span::new(floor(text, end.saturating_sub(1)), end);
    }
    let lines = Span::new(line_start(text, span.start), line_end(text, span.end.max(span.start + 1) - 1));
    let few = lines.len() <= LINES * (LONG + 1) && lines.of(text).lines().count() <= LINES;
    let fits = |mark: Span| column(text, lines, mark) + words <= room;
    if few && fits(span) && lines.of(text).lines().all(|line| line.len() <= long) {
        return (with_neighbours(text, lines, long), span);
    }
    let line = Span::new(lines.start, line_end(text, span.start));
    let mark = Span::new(span.start, line.of(text).trim_end().len() + line.start);
    if line.len() <= long && mark.end < span.end && fits(mark) {
        // The first line of a label with many.
        return (with_neighbours(text, line, long), mark);
    }
    let before = BEFORE.min(room / 4);
    let start = floor(text, span.start.saturating_sub(before).max(line.start));
    let end = floor(text, (span.start + FROM.min(room - before)).min(line.end));
    let marked = MARKED.min(room / 2);
    (Span::new(start, end), Span::new(span.start, floor(text, span.end.min(span.start + marked).min(end))))
}

/// The lines with the one before and the one after, where these are no longer than `long`.
fn with_neighbours(text: &str, lines: Span, long: usize) -> Span {
    let before = Span::new(line_start(text, lines.start.saturating_sub(1)), lines.start);
    let after = Span::new(lines.end, line_end(text, lines.end));
    let short = |line: Span, otherwise: usize, end: usize| if line.len() <= long { end } else { otherwise };
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
        let label = window.labels.iter().find(|label| before == 0 && label.mark.start == asked.start);
        let (line, column) = label.map_or((window.line, 0), |label| (label.line, label.column));
        let whole = (window.span.start, window.span.len()).into();
        let name = self.name.clone();
        Ok(Box::new(MietteSpanContents::new_named(name, window.text.as_bytes(), whole, line, column, lines)))
    }
}
