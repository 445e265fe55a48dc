//! Diagnostics as a SARIF 2.1.0 log, for code scanning.
//!
//! One run, whose rules are the codes that occur, each with what the manual says of it. Columns are
//! UTF-16 code units, and the log says so. Paths are URI references, relative ones to the folder that
//! the command ran in (`%SRCROOT%`). What could not be read is a notification of the invocation. A
//! message is plain text: braces are doubled and brackets that would make a link escaped (SARIF 2.1.0,
//! 3.11.5 and 3.11.6).

use serde::Serialize;

use super::pages::{self, Page};
use super::place::Atlas;
use super::{Diagnostic, Label, Source};

/// The log, indented, with a final newline.
pub fn render(diagnostics: &[Diagnostic], sources: &[Source]) -> String {
    log(diagnostics, &[], sources)
}

/// The log of a run that could not read everything: `unread` says what and why.
pub fn log(diagnostics: &[Diagnostic], unread: &[Diagnostic], sources: &[Source]) -> String {
    let atlas = Atlas::new(sources);
    let mut codes: Vec<&'static str> = Vec::new();
    let results = diagnostics.iter().map(|item| result(item, &mut codes, &atlas)).collect();
    let driver = Driver {
        name: env!("CARGO_PKG_NAME"),
        version: env!("CARGO_PKG_VERSION"),
        rules: codes.into_iter().map(Rule::new).collect(),
    };
    let invocation = Invocation {
        execution_successful: false,
        exit_code: 2,
        tool_execution_notifications: unread.iter().map(|item| notification(item, &atlas)).collect(),
    };
    let invocations = if unread.is_empty() { Vec::new() } else { vec![invocation] };
    let run = Run { tool: Tool { driver }, invocations, column_kind: "utf16CodeUnits", results };
    let log = Log { schema: "https://json.schemastore.org/sarif-2.1.0.json", version: "2.1.0", runs: [run] };
    // Nothing here can fail to serialise: no maps, no foreign types.
    let mut text = serde_json::to_string_pretty(&log).unwrap_or_default();
    text.push('\n');
    text
}

fn result(diagnostic: &Diagnostic, codes: &mut Vec<&'static str>, atlas: &Atlas<'_>) -> SarifResult {
    let known = codes.iter().position(|code| *code == diagnostic.code);
    let rule_index = known.unwrap_or_else(|| {
        codes.push(diagnostic.code);
        codes.len() - 1
    });
    let mut locations = diagnostic.labels.iter().filter_map(|label| location(label, atlas));
    SarifResult {
        rule_id: diagnostic.code,
        rule_index,
        // SARIF uses our words.
        level: diagnostic.severity.name(),
        message: message(diagnostic),
        locations: locations.by_ref().take(1).collect(),
        related_locations: locations.collect(),
    }
}

fn notification(diagnostic: &Diagnostic, atlas: &Atlas<'_>) -> Notification {
    Notification {
        descriptor: Descriptor { id: diagnostic.code },
        level: diagnostic.severity.name(),
        message: message(diagnostic),
        locations: diagnostic.labels.iter().filter_map(|label| location(label, atlas)).collect(),
    }
}

fn message(diagnostic: &Diagnostic) -> Message {
    match &diagnostic.help {
        Some(help) => Message::new(&format!("{}\nhelp: {help}", diagnostic.message)),
        None => Message::new(&diagnostic.message),
    }
}

impl Message {
    /// The message that says `text`, literally.
    fn new(text: &str) -> Self {
        let mut text = text.replace('{', "{{").replace('}', "}}");
        // Elsewhere brackets are brackets.
        if text.contains("](") {
            text = text.replace('[', "\\[").replace(']', "\\]");
        }
        Self { text }
    }
}

fn location(label: &Label, atlas: &Atlas<'_>) -> Option<Location> {
    let (source, start, end) = atlas.find(label)?;
    let (uri, relative) = uri(&source.name);
    Some(Location {
        physical_location: PhysicalLocation {
            artifact_location: ArtifactLocation { uri, uri_base_id: relative.then_some("%SRCROOT%") },
            region: Region {
                start_line: start.line,
                start_column: start.column,
                end_line: end.line,
                end_column: end.column,
            },
        },
        message: Message::new(&label.text),
    })
}

/// A path as a URI reference, and whether that is relative.
fn uri(path: &str) -> (String, bool) {
    let relative = !path.starts_with('/');
    let mut out = String::from(if relative { "" } else { "file://" });
    for byte in path.strip_prefix("./").unwrap_or(path).bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
                out.push(byte.into())
            }
            _ => out.push_str(&format!("%{byte:02X}")),
        }
    }
    (out, relative)
}

#[derive(Serialize)]
struct Log {
    #[serde(rename = "$schema")]
    schema: &'static str,
    version: &'static str,
    runs: [Run; 1],
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Run {
    tool: Tool,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    invocations: Vec<Invocation>,
    column_kind: &'static str,
    results: Vec<SarifResult>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Invocation {
    execution_successful: bool,
    exit_code: u8,
    tool_execution_notifications: Vec<Notification>,
}

#[derive(Serialize)]
struct Notification {
    descriptor: Descriptor,
    level: &'static str,
    message: Message,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    locations: Vec<Location>,
}

/// Which rule a notification is of.
#[derive(Serialize)]
struct Descriptor {
    id: &'static str,
}

#[derive(Serialize)]
struct Tool {
    driver: Driver,
}

#[derive(Serialize)]
struct Driver {
    name: &'static str,
    version: &'static str,
    rules: Vec<Rule>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Rule {
    id: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    short_description: Option<Text>,
    #[serde(skip_serializing_if = "Option::is_none")]
    full_description: Option<Text>,
    #[serde(skip_serializing_if = "Option::is_none")]
    help: Option<Help>,
    help_uri: String,
}

/// A text of our own, in which nothing must be escaped.
#[derive(Serialize)]
struct Text {
    text: String,
}

#[derive(Serialize)]
struct Help {
    text: String,
    markdown: String,
}

impl Rule {
    fn new(id: &'static str) -> Self {
        let page = pages::of_code(id);
        let help = |page: Page| Help {
            text: format!("{}\n\n`fabric-rules explain --code {id}` shows this too.", page.text()),
            markdown: page.without_links(),
        };
        Self {
            id,
            short_description: page.map(|page| Text { text: page.summary().to_owned() }),
            full_description: page.map(|page| Text { text: page.text() }),
            help: page.map(help),
            help_uri: help_uri(id),
        }
    }
}

/// The address of a code's section: in the repository, if the package names one, else only its name as
/// a URN, which leads nowhere and is what the format asks for, an absolute URI that stays the same.
fn help_uri(code: &str) -> String {
    match env!("CARGO_PKG_REPOSITORY") {
        "" => format!("urn:fabric-rules:{code}"),
        repository => format!("{repository}/blob/main/docs/diagnostics.md#{}", code.replace(':', "")),
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct SarifResult {
    rule_id: &'static str,
    rule_index: usize,
    level: &'static str,
    message: Message,
    locations: Vec<Location>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    related_locations: Vec<Location>,
}

#[derive(Serialize)]
struct Message {
    text: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Location {
    physical_location: PhysicalLocation,
    message: Message,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct PhysicalLocation {
    artifact_location: ArtifactLocation,
    region: Region,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ArtifactLocation {
    uri: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    uri_base_id: Option<&'static str>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Region {
    start_line: usize,
    start_column: usize,
    end_line: usize,
    end_column: usize,
}
