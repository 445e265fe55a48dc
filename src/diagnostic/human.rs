//! Diagnostics for people: the text with its places marked, drawn by miette.

use std::fmt;

use miette::{GraphicalReportHandler, GraphicalTheme, LabeledSpan, NamedSource};

use super::{Diagnostic, Label, Severity, Source};

/// Draws `diagnostics`, whose labels point into `sources`, in lines of `width` columns.
pub fn render(diagnostics: &[Diagnostic], sources: &[Source], width: usize, colour: bool) -> String {
    let theme = if colour { GraphicalTheme::unicode() } else { GraphicalTheme::unicode_nocolor() };
    let handler = GraphicalReportHandler::new_themed(theme).with_width(width).without_syntax_highlighting();
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
        let (main, others) = match diagnostic.labels.first() {
            Some(first) => diagnostic.labels.iter().partition(|label| label.source == first.source),
            None => (Vec::new(), Vec::new()),
        };
        Self {
            message: diagnostic.message.clone(),
            code: Some(diagnostic.code),
            severity: diagnostic.severity,
            help: diagnostic.help.clone(),
            source_code: main.first().and_then(|label| named(label, sources)),
            labels: main.iter().enumerate().map(|(index, label)| labeled(index == 0, label)).collect(),
            related: others.into_iter().map(|label| Self::elsewhere(label, sources)).collect(),
        }
    }

    /// A label in another file.
    fn elsewhere(label: &Label, sources: &[Source]) -> Self {
        Self {
            message: label.text.clone(),
            code: None,
            severity: Severity::Note,
            help: None,
            source_code: named(label, sources),
            labels: vec![labeled(true, &Label { text: "here".to_owned(), ..label.clone() })],
            related: Vec::new(),
        }
    }
}

fn named(label: &Label, sources: &[Source]) -> Option<NamedSource<String>> {
    sources.get(label.source).map(|source| NamedSource::new(source.name.as_str(), source.text.clone()))
}

fn labeled(primary: bool, label: &Label) -> LabeledSpan {
    let text = Some(label.text.clone());
    if primary {
        LabeledSpan::new_primary_with_span(text, label.span)
    } else {
        LabeledSpan::new_with_span(text, label.span)
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
        self.source_code.as_ref().map(|source| source as &dyn miette::SourceCode)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        Some(Box::new(self.labels.iter().cloned()))
    }

    fn related<'a>(&'a self) -> Option<Box<dyn Iterator<Item = &'a dyn miette::Diagnostic> + 'a>> {
        Some(Box::new(self.related.iter().map(|report| report as &dyn miette::Diagnostic)))
    }
}
