//! Diagnostics for machines: JSON, SARIF, GitHub annotations, and the places in them.

mod human;
mod place;
mod sarif;

use fabric_rules::internal::diagnostic::{Diagnostic, Severity, Source, github, json, sarif as sarif_log};
use fabric_rules::internal::span::Span;

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

#[test]
fn a_sarif_message_says_what_it_says() {
    let (_, sources) = sample();
    let told = [
        ("`[see](https://example.com)`", "`\\[see\\](https://example.com)`"),
        ("`[2](1)` and `[a]`", "`\\[2\\](1)` and `\\[a\\]`"),
        ("`{0}` is a place", "`{{0}}` is a place"),
        ("a list `[1, 2]`", "a list `[1, 2]`"),
    ];
    for (text, written) in told {
        let diagnostic = Diagnostic::error("a::b", text).label(0, Span::new(0, 1), text).help(text);
        let diagnostics = [diagnostic];
        for log in [sarif_log::render(&diagnostics, &sources), sarif_log::log(&[], &diagnostics, &sources)] {
            let log: serde_json::Value = serde_json::from_str(&log).unwrap();
            let run = &log["runs"][0];
            let told =
                run["results"].get(0).unwrap_or(&run["invocations"][0]["toolExecutionNotifications"][0]);
            assert_eq!(told["message"]["text"], format!("{written}\nhelp: {written}"));
            assert_eq!(told["locations"][0]["message"]["text"], written);
        }
    }
}
