//! Diagnostics for machines: JSON, SARIF, GitHub annotations, and the places in them.

mod human;
mod place;
mod sarif;

use fabric_rules::diagnostic::{Diagnostic, Severity, Source, github, json, sarif as sarif_log};
use fabric_rules::span::Span;

use crate::support::snapshots;

/// Two sources with what is hard about places, and diagnostics of every kind over them.
fn sample() -> (Vec<Diagnostic>, Vec<Source>) {
    let sources = vec![
        Source::new("surfaces/a b,c:d%.json", "{\n  \"é🚀\": 1,\r\n  \"last\": 2\n}\n"),
        Source::new("<stdin>", ""),
    ];
    let find = |needle: &str| {
        let start = sources[0].text.find(needle).unwrap();
        Span::new(start, start + needle.len())
    };
    let diagnostics = vec![
        Diagnostic::new(
            Severity::Warning,
            "check::colliding-keys",
            "`é🚀` and `last` are alike:\n100% so, \"really\"",
        )
        .label(0, find("1"), "the one")
        .label(0, find("\"last\""), "the other")
        .help("rename one of them"),
        Diagnostic::error("surface::not-json", "spans three lines").label(
            0,
            Span::new(0, sources[0].text.len()),
            "all of it",
        ),
        Diagnostic::error("surface::empty", "no text at all").label(1, Span::default(), "here"),
        Diagnostic::new(Severity::Note, "check::colliding-keys", "no place"),
        Diagnostic::new(Severity::Note, "check::nowhere", "a place in no source").label(7, Span::at(3), "?"),
    ];
    (diagnostics, sources)
}

#[test]
fn json_has_every_member() {
    let (diagnostics, sources) = sample();
    snapshots("emit").bind(|| insta::assert_snapshot!("json", json::render(&diagnostics, &sources)));
    assert_eq!(json::render(&[], &sources), "[]\n");
}

#[test]
fn github_commands_are_escaped() {
    let (diagnostics, sources) = sample();
    snapshots("emit").bind(|| insta::assert_snapshot!("github", github::render(&diagnostics, &sources)));
    assert_eq!(github::render(&[], &sources), "");
}

#[test]
fn a_sarif_log_has_rules_results_and_regions() {
    let (diagnostics, sources) = sample();
    snapshots("emit").bind(|| insta::assert_snapshot!("sarif", sarif_log::render(&diagnostics, &sources)));
}
