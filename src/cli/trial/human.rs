//! A trial for people: the verdict, what came of the calls, where, and what was not tried.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::artifact::Dropped;
use crate::cli::paint::{Look, wrap};
use crate::cli::table::{Column, coverage_lines, percent, table};
use crate::diagnostic::visible::written_out as visible;
use crate::report::Coverage;
use crate::trial::{NoSamples, Report, Verdict};

/// How many actions, and how many plans, are shown.
const MOST: usize = 20;

pub(super) fn render(
    report: &Report,
    no_call: Option<String>,
    no_samples: NoSamples,
    dropped: &[Dropped],
    coverage: &Coverage,
    look: Look,
) -> String {
    let mut out = String::new();
    if let Some(no_call) = no_call {
        out.push_str(&wrap("", "", &no_call, look));
    }
    out.push_str(&summary(report, look));
    out.push('\n');
    counts(
        &mut out,
        &[
            ("calls replayed", report.totals.operations),
            ("valid before and after", report.totals.both_accept),
            ("valid neither way", report.totals.both_reject),
            ("wins: they became valid", report.totals.normalization_win),
        ],
    );
    out.push_str("costs\n");
    counts(
        &mut out,
        &[
            ("valid calls that became invalid", report.totals.tightening_cost),
            ("valid calls that were changed", report.totals.canonical_identity_cost),
            ("results that changed again", report.totals.idempotence_cost),
            ("changes that no rule licenses", report.breaches),
        ],
    );
    out.push_str("no samples\n");
    counts(
        &mut out,
        &[
            ("the surface does not declare the ref", no_samples.unknown_ref),
            ("discovery and workflow", no_samples.discovery_or_workflow),
            ("traced, and kept verbatim too", no_samples.replaced_by_audits),
            ("beyond the bound on work", no_samples.too_costly),
        ],
    );
    divergences(&mut out, report, look);
    refused(&mut out, dropped, look);
    out.push('\n');
    out.push_str(&coverage_lines(coverage, look));
    out
}

/// The verdict and what it means.
pub(in crate::cli) fn summary(report: &Report, look: Look) -> String {
    let (word, meaning) = match report.verdict {
        Verdict::Costly => (look.red("costly"), "plans were exercised, and at a cost"),
        Verdict::NoEvidence => (look.yellow("no evidence"), "no proven plan was exercised"),
        Verdict::Clean => (look.green("clean"), "plans were exercised, at no cost"),
    };
    let mut out = format!("{word}: {meaning}\n");
    let rate = report.declared_score;
    if !rate.is_absent() {
        let _ =
            writeln!(out, "{} of the calls were rejected, and a replay does not change that", percent(rate));
    }
    out
}

fn counts(out: &mut String, rows: &[(&str, u64)]) {
    for (what, count) in rows {
        let _ = writeln!(out, "  {what:<38}{count:>12}");
    }
}

fn divergences(out: &mut String, report: &Report, look: Look) {
    let mut by_ref: BTreeMap<&str, (u64, u64)> = BTreeMap::new();
    for divergence in &report.divergences {
        let (wins, costs) = by_ref.entry(&divergence.action).or_default();
        *(if divergence.trial_class == "normalization-win" { wins } else { costs }) += divergence.count;
    }
    if by_ref.is_empty() {
        return;
    }
    let mut rows: Vec<(&str, (u64, u64))> = by_ref.into_iter().collect();
    // Costs first: they are what somebody must look at.
    rows.sort_by_key(|(_, (wins, costs))| std::cmp::Reverse((*costs, *wins)));
    let shown = look.shown(rows.len(), MOST);
    let cells: Vec<Vec<String>> = rows
        .iter()
        .take(shown)
        .map(|(action, (wins, costs))| vec![visible(action), wins.to_string(), costs.to_string()])
        .collect();
    let columns = [Column::Name("action"), Column::Number("wins"), Column::Number("made invalid")];
    out.push('\n');
    out.push_str(&table(&columns, &cells, look));
    more(out, rows.len(), shown, "actions");
}

fn refused(out: &mut String, dropped: &[Dropped], look: Look) {
    if dropped.is_empty() {
        return;
    }
    let shown = look.shown(dropped.len(), MOST);
    let _ = writeln!(out, "\n{}", look.bold("plans that were refused"));
    for dropped in dropped.iter().take(shown) {
        let name = dropped.reference.as_deref().map_or_else(|| "(no ref)".to_owned(), visible);
        let why = format!("{name}: {}, {}", dropped.fallen.because, visible(&dropped.fallen.message));
        out.push_str(&wrap("  ", "    ", &why, look));
    }
    more(out, dropped.len(), shown, "plans");
}

fn more(out: &mut String, all: usize, shown: usize, what: &str) {
    if all > shown {
        let _ = writeln!(out, "… and {} more {what}; `--verbose` shows them", all - shown);
    }
}
