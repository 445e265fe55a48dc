//! Diagnostics as JSON, for machines.
//!
//! An array with, for each diagnostic, `code`, `severity` (`error`, `warning` or `note`), `message`,
//! `labels` and, where there is any, `help`. A label has `file`, `start`, `end` and `text`; a place has
//! `line` and `column` ([`Place`]) and the byte's `offset`.

use serde::Serialize;

use super::place::{Atlas, Place, Places};
use super::{Diagnostic, Label, Source};
use crate::span::Span;

/// The diagnostics as values that serialise, in their order.
pub fn values<'d>(diagnostics: &'d [Diagnostic], sources: &'d [Source]) -> Vec<impl Serialize + use<'d>> {
    let atlas = Atlas::new(sources);
    diagnostics.iter().map(|diagnostic| value(diagnostic, &atlas)).collect()
}

/// The diagnostics as the text of one indented array.
pub fn render(diagnostics: &[Diagnostic], sources: &[Source]) -> String {
    // Nothing here can fail to serialise: no maps, no foreign types.
    let mut text = serde_json::to_string_pretty(&values(diagnostics, sources)).unwrap_or_default();
    text.push('\n');
    text
}

fn value<'d>(diagnostic: &'d Diagnostic, atlas: &Atlas<'d>) -> JsonDiagnostic<'d> {
    JsonDiagnostic {
        code: diagnostic.code,
        severity: diagnostic.severity.name(),
        message: &diagnostic.message,
        help: diagnostic.help.as_deref(),
        labels: diagnostic.labels.iter().filter_map(|item| label(item, atlas)).collect(),
    }
}

fn label<'d>(label: &'d Label, atlas: &Atlas<'d>) -> Option<JsonLabel<'d>> {
    let (source, start, end) = atlas.find(label)?;
    let range = Range::new(label.span, start, end);
    Some(JsonLabel { file: &source.name, range, text: &label.text })
}

#[derive(Serialize)]
struct JsonDiagnostic<'d> {
    code: &'static str,
    severity: &'static str,
    message: &'d str,
    #[serde(skip_serializing_if = "Option::is_none")]
    help: Option<&'d str>,
    labels: Vec<JsonLabel<'d>>,
}

#[derive(Serialize)]
struct JsonLabel<'d> {
    file: &'d str,
    #[serde(flatten)]
    range: Range,
    text: &'d str,
}

/// A piece of a text, from its `start` up to its `end`.
#[derive(Debug, Clone, Serialize)]
pub struct Range {
    start: JsonPlace,
    end: JsonPlace,
}

impl Range {
    fn new(span: Span, start: Place, end: Place) -> Self {
        let at = |place, offset| JsonPlace { place, offset };
        Self { start: at(start, span.start), end: at(end, span.end) }
    }

    /// The range of `span`.
    pub fn of(span: Span, places: &Places<'_>) -> Self {
        Self::new(span, places.at(span.start), places.at(span.end))
    }
}

#[derive(Debug, Clone, Serialize)]
struct JsonPlace {
    #[serde(flatten)]
    place: Place,
    offset: usize,
}
