//! A measurement for people: the rate first, then the worst actions and the models, then what is
//! never part of the score, and last what was looked at.

use std::cmp::Reverse;
use std::fmt::Write as _;

use crate::cli::corpus::no_call;
use crate::cli::paint::{Look, wrap};
use crate::cli::table::{BAR, Column, bar, coverage_lines, figures, percent, table};
use crate::coverage::many;
use crate::coverage::row::Row;
use crate::diagnostic::visible::written_out as visible;
use crate::metric::{MetricReport, State};

/// How many actions are shown where not all are.
const REFS: usize = 15;
/// How many models are shown where not all are.
const MODELS: usize = 15;

pub(super) fn render(report: &MetricReport, state: &State, coverage: &Row, look: Look) -> String {
    let totals = &report.totals;
    let witnesses = state.partial().witnesses();
    let mut out = String::new();
    if let Some(no_call) = no_call(totals.action_operations, state.reading()) {
        let _ = write!(out, "{}\n{}", wrap("", "", &no_call, look), coverage_lines(coverage, look));
        return out;
    }
    let rate = percent(report.score);
    let _ = writeln!(
        out,
        "{} of calls to actions were rejected before they ran ({} of {})\n{}\n",
        look.bold(&rate),
        totals.invocation_rejections,
        totals.action_operations,
        look.red(&bar(report.score, 40))
    );
    let _ = writeln!(
        out,
        "{}, {}: {} on actions, {} discovery, {} workflow",
        many(totals.traces, "trace"),
        many(totals.operations, "operation"),
        totals.action_operations,
        totals.discovery_operations,
        totals.workflow_operations
    );
    let _ = writeln!(
        out,
        "{} succeeded, {} failed, {} aborted, {} timed out",
        totals.succeeded, totals.failed, totals.aborted, totals.timed_out
    );
    if witnesses.normalized_calls > 0 {
        let _ = writeln!(
            out,
            "{} {} normalized by {}: {} succeeded, {} failed all the same",
            many(witnesses.normalized_calls, "call"),
            if witnesses.normalized_calls == 1 { "was" } else { "were" },
            many(witnesses.rules_applied, "rule"),
            witnesses.succeeded,
            witnesses.subsequent_failures
        );
    }
    refs(report, look, &mut out);
    models(report, look, &mut out);
    diagnostics(report, look, &mut out);
    out.push('\n');
    out.push_str(&coverage_lines(coverage, look));
    out
}

fn refs(report: &MetricReport, look: Look, out: &mut String) {
    if report.refs.is_empty() {
        return;
    }
    let shown = look.shown(report.refs.len(), REFS);
    let rows: Vec<Vec<String>> = report
        .refs
        .iter()
        .take(shown)
        .map(|row| {
            vec![
                visible(&row.action),
                row.calls.to_string(),
                row.failed.to_string(),
                percent(row.score),
                bar(row.score, BAR),
            ]
        })
        .collect();
    let columns = [
        Column::Name("action"),
        Column::Number("calls"),
        Column::Number("failed"),
        Column::Number("rejected"),
        Column::Bar,
    ];
    out.push('\n');
    out.push_str(&table(&columns, &rows, look));
    if report.refs.len() > shown {
        let _ = writeln!(
            out,
            "… and {}; `--verbose` shows them",
            many((report.refs.len() - shown) as u64, "more action")
        );
    }
}

fn models(report: &MetricReport, look: Look, out: &mut String) {
    if report.by_model.is_empty() {
        return;
    }
    let shown = look.shown(report.by_model.len(), MODELS);
    let mut models: Vec<_> = report.by_model.iter().collect();
    // Those that called most; a sort that keeps the order of names where they called equally often.
    models.sort_by_key(|row| Reverse(row.action_operations));
    let rows: Vec<Vec<String>> = models
        .iter()
        .take(shown)
        .map(|row| {
            vec![
                visible(&row.model),
                row.action_operations.to_string(),
                row.succeeded.to_string(),
                percent(row.behavioral_score),
                bar(row.behavioral_score, BAR),
            ]
        })
        .collect();
    let columns = [
        Column::Name("model"),
        Column::Number("calls"),
        Column::Number("succeeded"),
        Column::Number("rejected"),
        Column::Bar,
    ];
    out.push('\n');
    out.push_str(&table(&columns, &rows, look));
    if report.by_model.len() > shown {
        let _ = writeln!(out, "… and {} more models; `--verbose` shows them", report.by_model.len() - shown);
    }
}

fn diagnostics(report: &MetricReport, look: Look, out: &mut String) {
    let _ = writeln!(out, "\n{}", look.bold("never part of the score"));
    out.push_str(&figures(&[
        ("shape entropy, bits", report.shape_entropy_bits.to_string()),
        ("failure-stage entropy, bits", report.failure_stage_entropy_bits.to_string()),
        ("churn", report.churn_rate.to_string()),
        ("navigation", report.navigation_ratio.to_string()),
        ("flow entropy, bits", report.flow_entropy_bits.to_string()),
        ("repair rows", report.lexicon_rows.to_string()),
        ("schema freedom of the actions called", report.static_freedom.to_string()),
        ("a quarter of a call's mean freedom", report.static_score.to_string()),
    ]));
    if report.approximate_distances > 0 {
        let distances = many(report.approximate_distances, "distance");
        let text = format!("churn is at least this: {distances} not worked out to the end");
        out.push_str(&wrap("  ", "    ", &text, look));
    }
}
