//! Reading surfaces: every format, and every way to be none.

mod bounds;
mod output;
mod write;

use std::fmt::Write as _;
use std::fs;

use fabric_rules::internal::diagnostic::place::Places;
use fabric_rules::internal::json::{Document, Limits};
use fabric_rules::internal::surface::{Surface, SurfaceError};

use crate::support::snapshots;

/// What a text is read as: a line an action with its place, or the fault.
fn reading(text: &str, server: Option<&str>) -> Result<String, String> {
    let places = Places::new(text);
    let place = |offset| {
        let at = places.at(offset);
        format!("{}:{}", at.line, at.column)
    };
    let fault = |error: SurfaceError| {
        let diagnostic = error.diagnostic(0);
        let mut out = format!("{}\n{}\n", diagnostic.code, diagnostic.message);
        for label in diagnostic.labels {
            let span = label.span;
            writeln!(out, "{} to {} {}: {}", place(span.start), place(span.end), label.text, span.of(text))
                .unwrap();
        }
        out + &diagnostic.help.map(|help| format!("help: {help}\n")).unwrap_or_default()
    };
    let document = Document::parse(text.as_bytes(), Limits::SURFACE).map_err(|error| fault(error.into()))?;
    let surface = Surface::read(&document, server).map_err(fault)?;
    let mut out = format!("{}\n", surface.format.name());
    for action in &surface.actions {
        let schema = action.schema.map_or("no schema", |schema| schema.span.of(text));
        writeln!(
            out,
            "{} {:?} named at {}: {schema}",
            place(action.place.start),
            action.reference,
            place(action.ref_place.start)
        )
        .unwrap();
    }
    if let Some(more) = surface.more {
        writeln!(out, "more pages: {}", more.of(text)).unwrap();
    }
    Ok(out)
}

#[test]
fn every_format_is_told_by_its_content() {
    snapshots("surface/read").bind(|| {
        insta::glob!("../fixtures/surface/read", "*.json", |path| {
            insta::assert_snapshot!(reading(&fs::read_to_string(path).unwrap(), None).unwrap());
        });
    });
}

#[test]
fn a_fault_names_its_place() {
    snapshots("surface/refuse").bind(|| {
        insta::glob!("../fixtures/surface/refuse", "*.json", |path| {
            insta::assert_snapshot!(reading(&fs::read_to_string(path).unwrap(), None).unwrap_err());
        });
    });
}

#[test]
fn a_server_gives_its_name_to_mcp_tools_only() {
    let refs = |text: &str| {
        let document = Document::parse(text.as_bytes(), Limits::SURFACE).unwrap();
        let surface = Surface::read(&document, Some("report")).unwrap();
        surface.actions.into_iter().map(|action| action.reference).collect::<Vec<_>>()
    };
    assert_eq!(refs(r#"{"tools": [{"name": "render"}]}"#), ["mcp.report.render"]);
    assert_eq!(
        refs(r#"{"result": {"tools": [{"name": "a"}, {"name": "b"}]}}"#),
        ["mcp.report.a", "mcp.report.b"]
    );
    assert_eq!(refs(r#"{"version": 1, "actions": [{"ref": "render", "inputSchema": {}}]}"#), ["render"]);
    assert_eq!(refs(r#"[{"name": "render", "input_schema": {}}]"#), ["render"]);
    assert_eq!(refs(r#"[{"type": "function", "name": "render", "parameters": {}}]"#), ["render"]);
}

#[test]
fn actions_are_found_by_ref() {
    let document = Document::parse(br#"{"tools": [{"name": "a"}, {"name": "b"}]}"#, Limits::SURFACE).unwrap();
    let surface = Surface::read(&document, None).unwrap();
    assert_eq!(surface.action("b").unwrap().place, surface.actions[1].place);
    assert!(surface.action("c").is_none());
}
