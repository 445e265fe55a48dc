//! Diagnostics for people: the text with its places marked, drawn by miette.

mod excerpt;

use std::fmt;

use miette::{GraphicalReportHandler, GraphicalTheme, LabeledSpan};
use textwrap::{WordSeparator, WordSplitter};

use super::place::Atlas;
use super::visible::written_out;
use super::{Diagnostic, Label, Severity, Source};
use crate::span::Span;
use excerpt::Excerpt;

/// Draws `diagnostics`, whose labels point into `sources`, in lines of `width` columns.
pub fn render(diagnostics: &[Diagnostic], sources: &[Source], width: usize, colour: bool) -> String {
    let theme = if colour { GraphicalTheme::unicode() } else { GraphicalTheme::unicode_nocolor() };
    let handler = GraphicalReportHandler::new_themed(theme)
        .with_width(width)
        .without_syntax_highlighting()
        // Names are kebab-case and are copied from here: they stay whole.
        .with_word_separator(WordSeparator::AsciiSpace)
        .with_word_splitter(WordSplitter::NoHyphenation);
    let atlas = Atlas::new(sources);
    let mut text = String::new();
    for diagnostic in diagnostics {
        let report = Report::of(diagnostic, &atlas);
        // A String takes whatever is written to it.
        let _ = handler.render_report(&mut text, &report);
        text.push('\n');
    }
    text
}

/// A diagnostic as miette asks for it. What is said about other files comes as related reports.
#[derive(Debug, thiserror::Error)]
#[error("{message}")]
struct Report {
    message: String,
    code: Option<&'static str>,
    severity: Severity,
    help: Option<String>,
    excerpt: Option<Excerpt>,
    labels: Vec<LabeledSpan>,
    related: Vec<Report>,
}

impl Report {
    fn of(diagnostic: &Diagnostic, atlas: &Atlas<'_>) -> Self {
        let (main, others): (Vec<&Label>, Vec<&Label>) = match diagnostic.labels.first() {
            Some(first) => diagnostic.labels.iter().partition(|label| label.source == first.source),
            None => (Vec::new(), Vec::new()),
        };
        let (excerpt, labels) = marked(&main, atlas);
        let (mut message, mut help) = (diagnostic.message.clone(), diagnostic.help.clone());
        if let Some(place) = unshown(&main, atlas) {
            message.push_str(&format!(", at {place}"));
            let before = help.map(|help| format!("; {help}")).unwrap_or_default();
            help = Some(format!("{NOT_SHOWN}{before}"));
        }
        Self {
            message: written_out(&message),
            code: Some(diagnostic.code),
            severity: diagnostic.severity,
            help: help.as_deref().map(written_out),
            excerpt,
            labels,
            related: others.into_iter().map(|label| Self::elsewhere(label, atlas)).collect(),
        }
    }

    /// A label in another file.
    fn elsewhere(label: &Label, atlas: &Atlas<'_>) -> Self {
        let (excerpt, labels) = marked(&[&Label { text: "here".to_owned(), ..label.clone() }], atlas);
        let place = unshown(&[label], atlas).map(|place| format!(", at {place}")).unwrap_or_default();
        Self {
            message: written_out(&format!("{}{place}", label.text)),
            code: None,
            severity: Severity::Note,
            help: None,
            excerpt,
            labels,
            related: Vec::new(),
        }
    }
}

/// Why there is no excerpt.
const NOT_SHOWN: &str = "the file looks like a recorded session, so nothing of it is shown";

/// The place of the first of `labels`, where the text that it is in is not shown.
fn unshown(labels: &[&Label], atlas: &Atlas<'_>) -> Option<String> {
    let label = labels.first().filter(|label| atlas.is_private(label))?;
    let (source, start, _) = atlas.find(label)?;
    Some(format!("{}:{}:{}", source.name, start.line, start.column))
}

/// What is shown of the source that `labels` are in, and where they are marked in it.
fn marked(labels: &[&Label], atlas: &Atlas<'_>) -> (Option<Excerpt>, Vec<LabeledSpan>) {
    if labels.first().is_some_and(|label| atlas.is_private(label)) {
        return (None, Vec::new());
    }
    let Some((excerpt, spans)) = Excerpt::new(labels, atlas) else { return (None, Vec::new()) };
    let marks = labels.iter().zip(spans).enumerate();
    (Some(excerpt), marks.map(|(index, (label, span))| labeled(index == 0, label, span)).collect())
}

fn labeled(primary: bool, label: &Label, span: Span) -> LabeledSpan {
    let text = Some(written_out(&label.text));
    if primary {
        LabeledSpan::new_primary_with_span(text, span)
    } else {
        LabeledSpan::new_with_span(text, span)
    }
}

impl miette::Diagnostic for Report {
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
