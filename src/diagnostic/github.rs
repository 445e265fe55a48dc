//! Diagnostics as GitHub workflow commands, which show up as annotations on a change.
//!
//! `::error file=F,line=L,endLine=L,col=C,endColumn=C,title=CODE::MESSAGE`, a line each. In a message
//! `%`, carriage return and line feed are written `%25`, `%0D` and `%0A`; in a property `:` and `,` too.
//! Whatever else acts on what shows it is written out first, line by line.

use super::place::Atlas;
use super::visible::written_out;
use super::{Diagnostic, Severity, Source};

/// The commands, a line each.
pub fn render(diagnostics: &[Diagnostic], sources: &[Source]) -> String {
    let atlas = Atlas::new(sources);
    diagnostics.iter().map(|diagnostic| command(diagnostic, &atlas)).collect()
}

fn command(diagnostic: &Diagnostic, atlas: &Atlas<'_>) -> String {
    let mut properties = Vec::new();
    if let Some((source, start, end)) = diagnostic.labels.first().and_then(|label| atlas.find(label)) {
        properties.push(format!("file={}", property(&source.name)));
        properties.push(format!("line={},endLine={}", start.line, end.line));
        // Columns are taken only together with a single line.
        if start.line == end.line {
            properties.push(format!("col={},endColumn={}", start.column, end.column));
        }
    }
    properties.push(format!("title={}", property(diagnostic.code)));
    let name = match diagnostic.severity {
        Severity::Note => "notice",
        Severity::Warning => "warning",
        Severity::Error => "error",
    };
    let mut text = diagnostic.message.clone();
    for label in diagnostic.labels.iter().skip(1) {
        if let Some((source, start, _)) = atlas.find(label) {
            text.push_str(&format!("\n{} at {}:{}:{}", label.text, source.name, start.line, start.column));
        }
    }
    if let Some(help) = &diagnostic.help {
        text.push_str(&format!("\nhelp: {help}"));
    }
    format!("::{name} {}::{}\n", properties.join(","), message(&text))
}

fn message(text: &str) -> String {
    let lines: Vec<String> = text.split('\n').map(written_out).collect();
    lines.join("\n").replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

fn property(text: &str) -> String {
    message(text).replace(':', "%3A").replace(',', "%2C")
}
