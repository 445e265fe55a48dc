//! Diagnostics as JSON, for machines.
//!
//! An array with, for each diagnostic, `code`, `severity` (`error`, `warning` or `note`), `message`,
//! `labels` and, where there is any, `help`. A label has `file`, `start`, `end` and `text`; a place has
//! `line` and `column` ([`Place`]) and the byte's `offset`.

use serde::Serialize;

use super::place::{Atlas, Place};
use super::{Diagnostic, Label, Source};

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
    Some(JsonLabel {
        file: &source.name,
        start: JsonPlace { place: start, offset: label.span.start },
        end: JsonPlace { place: end, offset: label.span.end },
        text: &label.text,
    })
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
    start: JsonPlace,
    end: JsonPlace,
    text: &'d str,
}

#[derive(Serialize)]
struct JsonPlace {
    #[serde(flatten)]
    place: Place,
    offset: usize,
}
