//! The report in words: titles, lines of rule text, and sentences in which foreign text stands apart.

mod actions;
mod calls;
mod items;

use super::DiffResult;
use crate::coverage::count;

/// One line of the report, as deep as it stands below its title.
pub(super) enum Line {
    /// What the lines below are about.
    Title(Vec<Part>),
    /// What was there.
    Old(usize, String),
    /// What is there now.
    New(usize, String),
    /// A sentence.
    Say(usize, Vec<Part>),
}

/// A part of a sentence.
pub(super) enum Part {
    /// Our own words.
    Text(String),
    /// Foreign text, or rule text.
    Code(String),
}

/// The report, line by line.
pub(super) fn of(report: &DiffResult, verbose: bool) -> Vec<Line> {
    let mut lines = Vec::new();
    lines.push(Line::Title(head(report)));
    if let Some(profiles) = &report.profiles {
        let mut parts = vec![text("plans under "), code(&profiles.old)];
        if profiles.old != profiles.new {
            parts.extend([text(" before, "), code(&profiles.new), text(" after")]);
        }
        lines.push(Line::Say(1, parts));
    }
    if report.items.are_same() {
        lines.push(Line::Say(1, vec![text("both programs say the same: they have one digest")]));
    }
    items::lines(&report.items, &mut lines);
    for surface in &report.surfaces {
        actions::lines(&surface.file, &surface.actions, verbose, &mut lines);
    }
    if let Some(calls) = &report.calls {
        calls::lines(calls, verbose, &mut lines);
    }
    lines
}

/// Whether anything differs, and how much.
fn head(report: &DiffResult) -> Vec<Part> {
    let mut parts = vec![code(&report.programs.old), text(" and "), code(&report.programs.new), text(": ")];
    let mut counts = Vec::new();
    if !report.items.are_same() {
        counts.push(count(report.items.items.len(), "item"));
    }
    let of = |differing: usize, all: usize, what: &str| format!("{differing} of {}", count(all, what));
    if !report.surfaces.is_empty() {
        let differing = report.surfaces.iter().map(|surface| surface.actions.differing.len()).sum();
        let all = report.surfaces.iter().map(|surface| surface.actions.actions).sum();
        counts.push(of(differing, all, "action"));
    }
    if let Some(calls) = &report.calls {
        counts.push(of(calls.differing.len(), calls.calls, "call"));
    }
    parts.push(text(match (report.same, counts.as_slice()) {
        (true, _) => "no difference".to_owned(),
        (false, [one]) if one.starts_with("1 ") => format!("{one} differs"),
        (false, _) => format!("{} differ", counts.join(", ")),
    }));
    parts
}

fn text(text: impl Into<String>) -> Part {
    Part::Text(text.into())
}

fn code(code: impl Into<String>) -> Part {
    Part::Code(code.into())
}

/// How many of `all` are shown where `most` are, unless all are. One more is no reason to cut.
fn shown(verbose: bool, all: usize, most: usize) -> usize {
    if verbose || all <= most + 1 { all } else { most }
}

/// That some are left off, where they are.
fn left_off(left: usize, lines: &mut Vec<Line>) {
    if left > 0 {
        lines.push(Line::Say(1, vec![text(format!("{left} more; `--verbose` shows all"))]));
    }
}
