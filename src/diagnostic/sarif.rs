//! Diagnostics as a SARIF 2.1.0 log, for code scanning.
//!
//! One run, whose rules are the codes that occur, each with what the manual says of it. Columns are UTF-16 code units, and the log says so.
//! Paths are URI references, relative ones to the folder that the command ran in (`%SRCROOT%`).

use serde::Serialize;

use super::pages::{self, Page};
use super::place::Atlas;
use super::{Diagnostic, Label, Source};

/// The log, indented, with a final newline.
pub fn render(diagnostics: &[Diagnostic], sources: &[Source]) -> String {
    let atlas = Atlas::new(sources);
    let mut codes: Vec<&'static str> = Vec::new();
    let results = diagnostics.iter().map(|item| result(item, &mut codes, &atlas)).collect();
    let driver = Driver {
        name: env!("CARGO_PKG_NAME"),
        version: env!("CARGO_PKG_VERSION"),
        rules: codes.into_iter().map(Rule::new).collect(),
    };
    let run = Run { tool: Tool { driver }, column_kind: "utf16CodeUnits", results };
    let log = Log { schema: "https://json.schemastore.org/sarif-2.1.0.json", version: "2.1.0", runs: [run] };
    // Nothing here can fail to serialise: no maps, no foreign types.
    let mut text = serde_json::to_string_pretty(&log).unwrap_or_default();
    text.push('\n');
    text
}

fn result<'d>(
    diagnostic: &'d Diagnostic,
    codes: &mut Vec<&'static str>,
    atlas: &Atlas<'d>,
) -> SarifResult<'d> {
    let known = codes.iter().position(|code| *code == diagnostic.code);
    let rule_index = known.unwrap_or_else(|| {
        codes.push(diagnostic.code);
        codes.len() - 1
    });
    let mut locations = diagnostic.labels.iter().filter_map(|label| location(label, atlas));
    let text = match &diagnostic.help {
        Some(help) => format!("{}\nhelp: {help}", diagnostic.message),
        None => diagnostic.message.clone(),
    };
    SarifResult {
        rule_id: diagnostic.code,
        rule_index,
        // SARIF uses our words.
        level: diagnostic.severity.name(),
        message: Message { text: text.into() },
        locations: locations.by_ref().take(1).collect(),
        related_locations: locations.collect(),
    }
}

fn location<'d>(label: &'d Label, atlas: &Atlas<'d>) -> Option<Location<'d>> {
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
        message: Message { text: label.text.as_str().into() },
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
struct Log<'d> {
    #[serde(rename = "$schema")]
    schema: &'static str,
    version: &'static str,
    runs: [Run<'d>; 1],
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Run<'d> {
    tool: Tool,
    column_kind: &'static str,
    results: Vec<SarifResult<'d>>,
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
struct SarifResult<'d> {
    rule_id: &'static str,
    rule_index: usize,
    level: &'static str,
    message: Message<'d>,
    locations: Vec<Location<'d>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    related_locations: Vec<Location<'d>>,
}

#[derive(Serialize)]
struct Message<'d> {
    text: std::borrow::Cow<'d, str>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Location<'d> {
    physical_location: PhysicalLocation,
    message: Message<'d>,
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
