//! Diagnostics for people: the text with its places marked, drawn by miette.

use std::fmt;

use miette::{GraphicalReportHandler, GraphicalTheme, LabeledSpan, NamedSource};
use textwrap::{WordSeparator, WordSplitter};

use super::{Diagnostic, Label, Severity, Source};

/// Draws `diagnostics`, whose labels point into `sources`, in lines of `width` columns.
pub fn render(diagnostics: &[Diagnostic], sources: &[Source], width: usize, colour: bool) -> String {
    let theme = if colour { GraphicalTheme::unicode() } else { GraphicalTheme::unicode_nocolor() };
    let handler = GraphicalReportHandler::new_themed(theme)
        .with_width(width)
        .without_syntax_highlighting()
        // Names are kebab-case and are copied from here: they stay whole.
        .with_word_separator(WordSeparator::AsciiSpace)
        .with_word_splitter(WordSplitter::NoHyphenation);
    let mut text = String::new();
    for diagnostic in diagnostics {
        let report = Report::of(diagnostic, sources);
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
    source_code: Option<NamedSource<String>>,
    labels: Vec<LabeledSpan>,
    related: Vec<Report>,
}

impl Report {
    fn of(diagnostic: &Diagnostic, sources: &[Source]) -> Self {
        let mut files: Vec<Vec<&Label>> = Vec::new();
        for label in &diagnostic.labels {
            let file =
                files.iter_mut().find(|file| file.first().is_some_and(|first| first.source == label.source));
            match file {
                Some(file) => file.push(label),
                None => files.push(vec![label]),
            }
        }
        let mut files = files.into_iter();
        let (source_code, labels) = marked(&files.next().unwrap_or_default(), sources);
        Self {
            message: diagnostic.message.clone(),
            code: Some(diagnostic.code),
            severity: diagnostic.severity,
            help: diagnostic.help.clone(),
            source_code,
            labels,
            related: files.map(|labels| Self::elsewhere(&labels, sources)).collect(),
        }
    }

    /// What there is to see in another file.
    fn elsewhere(labels: &[&Label], sources: &[Source]) -> Self {
        let (source_code, labels) = marked(labels, sources);
        let name = source_code.as_ref().map_or("another file", |source| source.name());
        Self {
            message: format!("and in {name}"),
            code: None,
            severity: Severity::Note,
            help: None,
            source_code,
            labels,
            related: Vec::new(),
        }
    }
}

/// A source and the labels in it; the first one is the main one.
fn marked(labels: &[&Label], sources: &[Source]) -> (Option<NamedSource<String>>, Vec<LabeledSpan>) {
    let source = labels.first().and_then(|label| sources.get(label.source));
    let marks = labels.iter().enumerate().map(|(index, label)| {
        let text = Some(label.text.clone());
        let make = if index == 0 { LabeledSpan::new_primary_with_span } else { LabeledSpan::new_with_span };
        make(text, label.span)
    });
    (source.map(|source| NamedSource::new(source.name.as_str(), source.text.clone())), marks.collect())
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
        self.source_code.as_ref().map(|source| source as &dyn miette::SourceCode)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        Some(Box::new(self.labels.iter().cloned()))
    }

    fn related<'a>(&'a self) -> Option<Box<dyn Iterator<Item = &'a dyn miette::Diagnostic> + 'a>> {
        Some(Box::new(self.related.iter().map(|report| report as &dyn miette::Diagnostic)))
    }
}
