//! A report for people, on a terminal of ordinary width.
//!
//! First what each action gets, then what gets nothing and why, alike reasons together, then what is
//! wrong, and [advice](super::advice), alike advice together; last the numbers and the coverage row, which are what a person scrolls back from. A long
//! surface shows the beginning of each list and says how many there are; `verbose` shows all.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::advice::is_advice;
use crate::cli::paint::{self, Look, wrap};
use crate::cli::table::coverage_lines;
use crate::coverage::count;
use crate::diagnostic::place::Places;
use crate::diagnostic::visible::{name, written_out as visible};
use crate::diagnostic::{Diagnostic, Severity, Source, human};
use crate::plan::Plan;
use crate::plan::Rule;
use crate::report::{Counts, Examined, Reason, SurfaceReport, nothing};
use crate::span::Span;

/// How many actions with a plan are shown where not all are.
const PLANNED: usize = 20;
/// How many actions with one same reason are shown where not all are.
const ALIKE: usize = 8;
/// How many findings are shown where not all are.
pub(super) const FINDINGS: usize = 10;

/// The report on the surface in `source`.
pub(super) fn render(report: &SurfaceReport, source: &Source, look: Look) -> String {
    let page = Page { source, places: Places::new(&source.text), look };
    let mut out = format!(
        "{}\n{}, {}, profile {}\n",
        look.bold(&visible(&source.name)),
        report.format.name(),
        count(report.counts.actions, "action"),
        report.profile
    );
    page.planned(report, &mut out);
    page.unplanned(&report.actions, &mut out);
    page.findings(&report.findings, &mut out);
    page.advice(&report.findings, &mut out);
    out.push('\n');
    out.push_str(&numbers(&report.counts, look));
    page.coverage(report, &mut out);
    if let Some(nothing) = nothing(report) {
        out.push_str(&wrap("", "  ", &visible(&nothing), look));
    }
    out
}

/// Why there is no plan, with a code that tells more and in words that alike reasons share.
fn why(reason: &Reason) -> (&str, &str) {
    match reason.is_unusable() {
        true => ("check::unusable-schema", "the schema cannot be used; see the errors"),
        false => (reason.code, &reason.message),
    }
}

/// The numbers of one report, or of many together.
pub(super) fn numbers(counts: &Counts, look: Look) -> String {
    let plans = format!(
        "{}: {} with a plan, {} without; {}",
        count(counts.actions, "action"),
        counts.planned,
        counts.unplanned,
        count(counts.rules, "rule")
    );
    let by_convention: Vec<String> = counts
        .by_convention
        .iter()
        .filter(|(_, number)| **number > 0)
        .map(|(name, number)| format!("{number} {name}"))
        .collect();
    let mut out = format!("{}\n", look.bold(&plans));
    if !by_convention.is_empty() {
        out.push_str(&wrap("  ", "  ", &by_convention.join(", "), look));
    }
    out.push_str(&reach(counts, look));
    if counts.actions > 0 && look.verbose {
        let _ = writeln!(out, "schema freedom {}", counts.schema_freedom);
    }
    let _ = writeln!(out, "{}", severities((counts.errors, counts.warnings), look));
    out
}

/// How many actions each profile of the program would reach.
fn reach(counts: &Counts, look: Look) -> String {
    let all = counts.actions;
    if all == 0 {
        return String::new();
    }
    let share = |planned: usize| (planned * 200 + all) / (all * 2);
    let each = counts.by_profile.iter();
    let each = each.map(|(name, planned)| format!("{name} {planned} of {all} ({} %)", share(*planned)));
    wrap("", "  ", &format!("reach by profile: {}", each.collect::<Vec<_>>().join(", ")), look)
}

/// How many errors and warnings there are.
pub(super) fn severities((errors, warnings): (usize, usize), look: Look) -> String {
    let errors = match errors {
        0 => "no errors".to_owned(),
        number => look.red(&count(number, "error")),
    };
    let warnings = match warnings {
        0 => "no warnings".to_owned(),
        number => look.yellow(&count(number, "warning")),
    };
    format!("{errors}, {warnings}")
}

pub(super) struct Page<'s> {
    source: &'s Source,
    pub(super) places: Places<'s>,
    pub(super) look: Look,
}

impl Page<'_> {
    fn planned(&self, report: &SurfaceReport, out: &mut String) {
        let planned: Vec<(&Examined, &Plan)> = report
            .actions
            .iter()
            .filter_map(|action| Some((action, action.plan.as_ref().ok()?.plan())))
            .collect();
        let shown = self.look.shown(planned.len(), PLANNED);
        for (action, plan) in planned.iter().take(shown) {
            out.push('\n');
            self.heading(action, action.place, out);
            let by_convention: Vec<(&String, Vec<String>)> = report
                .conventions
                .iter()
                .map(|convention| {
                    let rules = plan.rules().iter().filter(|rule| rule.kind == *convention);
                    let is_whole = report.of_arguments.contains(convention);
                    let place = |rule: &Rule| match rule.place() {
                        "" if is_whole => "the arguments".to_owned(),
                        place => name(place).to_string(),
                    };
                    (convention, rules.map(place).collect::<Vec<_>>())
                })
                .filter(|(_, keys)| !keys.is_empty())
                .collect();
            let widest = by_convention.iter().map(|(convention, _)| convention.len()).max().unwrap_or(0);
            for (convention, keys) in by_convention {
                let first = format!("    {}  ", self.look.green(&format!("{convention:widest$}")));
                out.push_str(&wrap(&first, &" ".repeat(widest + 6), &keys.join(", "), self.look));
            }
        }
        self.more(planned.len() - shown, "with a plan", out);
    }

    fn unplanned(&self, actions: &[Examined], out: &mut String) {
        let mut by_reason: BTreeMap<(&str, &str), Vec<(&Examined, Span)>> = BTreeMap::new();
        for action in actions {
            if let Err(reason) = &action.plan {
                by_reason.entry(why(reason)).or_default().push((action, reason.span));
            }
        }
        let mut groups: Vec<_> = by_reason.into_iter().collect();
        groups.sort_by_key(|(_, group)| std::cmp::Reverse(group.len()));
        for ((code, message), group) in groups {
            let title =
                format!("no plan for {} ({code}): {}", count(group.len(), "action"), visible(message));
            out.push('\n');
            out.push_str(&wrap("  ", "    ", &title, self.look));
            let shown = self.look.shown(group.len(), ALIKE);
            for (action, span) in group.iter().take(shown) {
                out.push_str("  ");
                self.heading(action, *span, out);
            }
            self.more(group.len() - shown, "for the same reason", out);
        }
    }

    /// The ref and, where there is room for it, the place in the file.
    fn heading(&self, action: &Examined, span: Span, out: &mut String) {
        let place = self.places.at(span.start);
        let line = format!("{}:{}", place.line, place.column);
        let full = format!("{}:{line}", visible(&self.source.name));
        let room = self.look.width.saturating_sub(6);
        let place = if paint::width(&full) + 24 <= room { full } else { line };
        let shown = paint::shorten(&name(&action.reference), room.saturating_sub(paint::width(&place)));
        let gap = room.saturating_sub(paint::width(&shown) + paint::width(&place));
        let _ = writeln!(out, "  {}  {}{}", self.look.bold(&shown), " ".repeat(gap), self.look.dim(&place));
    }

    pub(super) fn more(&self, number: usize, what: &str, out: &mut String) {
        if number > 0 {
            let _ = writeln!(out, "    … and {number} more {what}; `--verbose` shows them");
        }
    }

    fn findings(&self, findings: &[Diagnostic], out: &mut String) {
        for severity in [Severity::Note, Severity::Warning, Severity::Error] {
            let of_this = |finding: &&Diagnostic| finding.severity == severity && !is_advice(finding);
            let some: Vec<Diagnostic> = findings.iter().filter(of_this).cloned().collect();
            let shown = self.look.shown(some.len(), FINDINGS);
            if shown > 0 {
                out.push('\n');
            }
            let first = some.get(..shown).unwrap_or(&some);
            let sources = std::slice::from_ref(self.source);
            out.push_str(&human::render(first, sources, self.look.width, self.look.colour));
            self.more(some.len() - shown, &format!("{}s", severity.name()), out);
        }
    }

    fn coverage(&self, report: &SurfaceReport, out: &mut String) {
        out.push_str(&coverage_lines(&report.coverage, self.look));
    }
}
