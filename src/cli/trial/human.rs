//! A trial for people: the verdict, what came of the calls, where, and what was not tried.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::artifact::Dropped;
use crate::cli::paint::{Look, wrap};
use crate::cli::table::{Column, coverage_lines, figures, percent, table};
use crate::coverage::many;
use crate::coverage::row::Row;
use crate::diagnostic::visible::written_out as visible;
use crate::trial::{NoSamples, TrialReport, Verdict};

/// How many actions, and how many plans, are shown.
const MOST: usize = 20;

pub(super) fn render(
    report: &TrialReport,
    no_call: Option<String>,
    no_samples: NoSamples,
    dropped: &[Dropped],
    coverage: &Row,
    look: Look,
) -> String {
    let mut out = String::new();
    if let Some(no_call) = no_call {
        out.push_str(&wrap("", "", &no_call, look));
    }
    out.push_str(&summary(report, look));
    out.push('\n');
    out.push_str("calls replayed\n");
    out.push_str(&figures(&[
        ("all", report.totals.operations),
        ("accepted before and after", report.totals.both_accept),
        ("rejected, and mended by a plan", report.totals.normalization_win),
        ("rejected either way", report.totals.both_reject),
    ]));
    out.push_str("what the plans would have spoiled\n");
    out.push_str(&figures(&[
        ("valid calls that became invalid", report.totals.tightening_cost),
        ("valid calls that were changed", report.totals.canonical_identity_cost),
        ("results that changed again", report.totals.idempotence_cost),
        ("changes that no rule allows", report.breaches),
    ]));
    out.push_str("calls that were not replayed\n");
    out.push_str(&figures(&[
        ("their action is not in the surface", no_samples.unknown_ref),
        ("discovery and workflow", no_samples.discovery_or_workflow),
        ("recorded twice, once with arguments", no_samples.replaced_by_audits),
        ("beyond the bound on work", no_samples.too_costly),
    ]));
    divergences(&mut out, report, look);
    refused(&mut out, dropped, look);
    out.push('\n');
    out.push_str(&coverage_lines(coverage, look));
    out
}

/// What the plans would have mended, the verdict, and what it means.
pub(in crate::cli) fn summary(report: &TrialReport, look: Look) -> String {
    let mended = report.totals.normalization_win;
    let rejected = mended + report.totals.both_reject;
    let first = match (rejected, report.totals.operations) {
        (_, 0) => "no call was replayed".to_owned(),
        (0, _) => "no replayed call was rejected, so there was nothing to mend".to_owned(),
        _ => format!("{mended} of {} would have been mended", many(rejected, "rejected call")),
    };
    let (word, meaning) = match report.verdict {
        Verdict::Costly => (look.red("costly"), "the plans would have spoiled calls"),
        Verdict::NoEvidence => {
            (look.yellow("no evidence"), "no replayed call was one that a proven plan is for")
        }
        Verdict::Clean => (look.green("clean"), "the plans would have spoiled nothing"),
    };
    let mut out = wrap("", "  ", &look.bold(&first), look);
    out.push_str(&wrap("", "  ", &format!("{word}: {meaning}"), look));
    let rate = report.declared_score;
    if !rate.is_absent() {
        let recorded = format!(
            "as recorded, {} of all calls were rejected; a replay does not change that",
            percent(rate)
        );
        out.push_str(&wrap("", "  ", &recorded, look));
    }
    out
}

fn divergences(out: &mut String, report: &TrialReport, look: Look) {
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
    let columns = [Column::Name("action"), Column::Number("mended"), Column::Number("spoiled")];
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
        let why = format!("{name}: {}, {}", dropped.retracted.premise, visible(&dropped.retracted.message));
        out.push_str(&wrap("  ", "    ", &why, look));
    }
    more(out, dropped.len(), shown, "plans");
}

fn more(out: &mut String, all: usize, shown: usize, what: &str) {
    if all > shown {
        let _ = writeln!(out, "… and {} more {what}; `--verbose` shows them", all - shown);
    }
}
