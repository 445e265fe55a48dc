//! Diagnostics for people: the text with its places marked, drawn by miette.

mod excerpt;
mod pointers;
mod shorten;

use std::fmt;

use miette::{GraphicalReportHandler, GraphicalTheme, LabeledSpan};
use textwrap::{WordSeparator, WordSplitter};

use super::place::Atlas;
use super::visible::written_out;
use super::{Diagnostic, Label, Severity, Source};
use excerpt::Excerpt;
use pointers::Pointers;
pub(crate) use shorten::shorten;

/// Beside the text of a source: the numbers of its lines and the bar behind them.
const GUTTER: usize = 12;
/// The least room that a text gets, however narrow the page is.
const LEAST: usize = 16;

/// Draws `diagnostics`, whose labels point into `sources`, in lines of at most `width` columns.
pub fn render(diagnostics: &[Diagnostic], sources: &[Source], width: usize, colour: bool) -> String {
    let theme = if colour { GraphicalTheme::unicode() } else { GraphicalTheme::unicode_nocolor() };
    let handler = GraphicalReportHandler::new_themed(theme)
        .with_width(width)
        .without_syntax_highlighting()
        // Names are kebab-case and are copied from here: they stay whole.
        .with_word_separator(WordSeparator::AsciiSpace)
        .with_word_splitter(WordSplitter::NoHyphenation);
    let page = Page {
        atlas: Atlas::new(sources),
        pointers: Pointers::new(diagnostics, sources),
        room: width.saturating_sub(GUTTER).max(LEAST),
    };
    let mut text = String::new();
    for diagnostic in diagnostics {
        let mut drawn = String::new();
        // A String takes whatever is written to it.
        let _ = handler.render_report(&mut drawn, &page.report(diagnostic));
        // What is said of another file has a sign of its own.
        for line in drawn.lines().filter(|line| line.trim_end() != "Advice:") {
            // What cannot be broken is cut: tabs, and what stands behind a mark at the right edge.
            text.push_str(&console::truncate_str(line, width, "…"));
            text.push('\n');
        }
        text.push('\n');
    }
    text
}

/// Why there is no excerpt.
const NOT_SHOWN: &str = "this is not plainly tools, plans or rules, so nothing of it is shown";

/// What diagnostics are drawn from.
struct Page<'s> {
    atlas: Atlas<'s>,
    pointers: Pointers,
    /// Columns for a line of a source.
    room: usize,
}

/// A diagnostic as miette asks for it. What is said about other files comes as related reports.
#[derive(Debug, thiserror::Error)]
#[error("{message}")]
struct Shown {
    message: String,
    code: Option<&'static str>,
    severity: Severity,
    help: Option<String>,
    excerpt: Option<Excerpt>,
    labels: Vec<LabeledSpan>,
    related: Vec<Shown>,
}

impl Page<'_> {
    fn report(&self, diagnostic: &Diagnostic) -> Shown {
        let (main, others): (Vec<&Label>, Vec<&Label>) = match diagnostic.labels.first() {
            Some(first) => diagnostic.labels.iter().partition(|label| label.source == first.source),
            None => (Vec::new(), Vec::new()),
        };
        let (excerpt, labels, unsaid) = self.marked(&main);
        let mut message = diagnostic.message.clone();
        let unshown = self.unshown(&main).map(|place| {
            message.push_str(&format!(", at {place}"));
            NOT_SHOWN.to_owned()
        });
        // What to do comes first.
        let help = diagnostic.help.as_deref().map(written_out);
        let help = [help, unshown, unsaid].into_iter().flatten().reduce(|all, next| format!("{all}\n{next}"));
        Shown {
            message: written_out(&message),
            code: Some(diagnostic.code),
            severity: diagnostic.severity,
            help,
            excerpt,
            labels,
            related: others.into_iter().map(|label| self.elsewhere(label)).collect(),
        }
    }

    /// A label in another file.
    fn elsewhere(&self, label: &Label) -> Shown {
        let here = Label { text: "here".to_owned(), ..label.clone() };
        let (excerpt, labels, unsaid) = self.marked(&[&here]);
        let place = self.unshown(&[&here]).map(|place| format!(", at {place}")).unwrap_or_default();
        Shown {
            message: written_out(&format!("{}{place}", label.text)),
            code: None,
            severity: Severity::Note,
            help: unsaid,
            excerpt,
            labels,
            related: Vec::new(),
        }
    }

    /// The place of the first of `labels`, where the text that it is in is not shown, with what is wrong
    /// there as far as the words quote no value.
    fn unshown(&self, labels: &[&Label]) -> Option<String> {
        let label = labels.first().filter(|label| self.atlas.is_private(label))?;
        let (source, start, _) = self.atlas.find(label)?;
        let is_plain = label.text != "here" && !label.text.contains(['"', '\'']);
        let what = if is_plain { format!(" ({})", label.text) } else { String::new() };
        Some(format!("{}:{}:{}{what}", source.name, start.line, start.column))
    }

    /// What is shown of the source that `labels` are in, where they are marked in it, and the pointers
    /// that have no room behind their marks.
    fn marked(&self, labels: &[&Label]) -> (Option<Excerpt>, Vec<LabeledSpan>, Option<String>) {
        if labels.first().is_some_and(|label| self.atlas.is_private(label)) {
            return (None, Vec::new(), None);
        }
        let Some((excerpt, marks)) = Excerpt::new(labels, &self.atlas, self.room) else {
            return (None, Vec::new(), None);
        };
        let mut unsaid: Vec<String> = Vec::new();
        let labels = labels.iter().zip(marks).enumerate().map(|(index, (label, mark))| {
            if let Some(at) = self.pointers.of(label).filter(|at| !self.fits(at, mark.column)) {
                unsaid.push(format!("at {}", written_out(at)));
            }
            let text = self.words(label, mark.column);
            match index {
                0 => LabeledSpan::new_primary_with_span(text, mark.span),
                _ => LabeledSpan::new_with_span(text, mark.span),
            }
        });
        let labels = labels.collect();
        (Some(excerpt), labels, (!unsaid.is_empty()).then(|| unsaid.join("\n")))
    }

    /// The columns behind a mark in this column.
    fn behind(&self, column: usize) -> usize {
        /// What is drawn between a mark and its text.
        const ARROW: usize = 4;
        self.room.saturating_sub(column + ARROW).max(LEAST)
    }

    /// Whether a pointer stays whole there, in its brackets.
    fn fits(&self, pointer: &str, column: usize) -> bool {
        console::measure_text_width(&written_out(pointer)) + 2 <= self.behind(column)
    }

    /// The text of a label, in lines that fit behind a mark in this column; in a long line with the place
    /// as a JSON Pointer, since nobody counts to a column of five digits.
    fn words(&self, label: &Label, column: usize) -> Option<String> {
        let room = self.behind(column);
        let text = match self.pointers.of(label) {
            Some(at) if self.fits(at, column) => format!("{} ({at})", label.text),
            _ => label.text.clone(),
        };
        let options = textwrap::Options::new(room)
            .word_separator(WordSeparator::AsciiSpace)
            .word_splitter(WordSplitter::NoHyphenation);
        Some(textwrap::fill(&written_out(&text), options))
    }
}

impl miette::Diagnostic for Shown {
    fn code<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        self.code.map(|code| Box::new(code) as Box<dyn fmt::Display>)
    }

    fn severity(&self) -> Option<miette::Severity> {
        Some(match self.severity {
            Severity::Note => miette::Severity::Advice,
            Severity::Warning => miette::Severity::Warning,
            Severity::Error => miette::Severity::Error,
        })
    }

    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        self.help.as_ref().map(|help| Box::new(help) as Box<dyn fmt::Display>)
    }

    fn source_code(&self) -> Option<&dyn miette::SourceCode> {
        self.excerpt.as_ref().map(|excerpt| excerpt as &dyn miette::SourceCode)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        Some(Box::new(self.labels.iter().cloned()))
    }

    fn related<'a>(&'a self) -> Option<Box<dyn Iterator<Item = &'a dyn miette::Diagnostic> + 'a>> {
        Some(Box::new(self.related.iter().map(|report| report as &dyn miette::Diagnostic)))
    }
}
