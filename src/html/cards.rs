//! The cards with charts of all sessions together.

use maud::{Markup, html};

use super::charts::{self, Chart, Point, Unit};
use super::parts::{ROWS, name, number, one_or, percent, short, table};
use crate::diagnostic::visible::written_out as visible;
use crate::evidence::FailureStage;
use crate::metric::{Figure, MetricReport, ModelRow, Sessions, State};

/// How many bars a chart has.
const BARS: usize = 10;

/// A card with a chart, or with nothing but words where there is nothing to draw.
pub(super) fn card(title: &str, note: &str, chart: Option<Markup>) -> Markup {
    html! {
        section.card {
            h2 { (title) }
            p.quiet { (note) }
            @if let Some(chart) = chart { (chart) }
        }
    }
}

/// A rate in hundredths of a percent.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 0 to 10,000")]
pub(super) fn two_decimals(rate: Figure) -> u64 {
    (rate.get() * 10_000.0).round() as u64
}

/// The actions whose calls are rejected most often.
pub(super) fn worst(report: &MetricReport) -> Markup {
    let title = "Worst actions";
    let bad = report.refs.iter().filter(|row| row.score.get() > 0.0).take(BARS);
    let points: Vec<Point> = bad
        .map(|row| Point {
            name: visible(&row.action),
            time: None,
            value: two_decimals(row.score),
            is_bad: true,
        })
        .collect();
    if points.is_empty() {
        return card(title, "No call was rejected.", None);
    }
    let chart = Chart { title, of: "action", what: "rejected", unit: Unit::Share, points };
    card(title, "The share of calls that were rejected before they ran.", Some(charts::bars(&chart)))
}

/// Models beside each other.
pub(super) fn models(report: &MetricReport, sessions: Option<&Sessions>) -> Markup {
    let title = "Models side by side";
    let mut rows: Vec<&ModelRow> = report.by_model.iter().collect();
    rows.sort_by(|a, b| b.behavioral_score.get().total_cmp(&a.behavioral_score.get()));
    if rows.is_empty() {
        return card(title, "No session says which model called.", None);
    }
    let point = |row: &&ModelRow| Point {
        name: visible(&row.model),
        time: None,
        value: two_decimals(row.behavioral_score),
        is_bad: false,
    };
    let points = rows.iter().take(BARS).map(point).collect();
    let chart = Chart { title, of: "model", what: "rejected", unit: Unit::Share, points };
    let trends = sessions.map(|sessions| &*sessions.models).unwrap_or_default();
    let slope = |model: &str| {
        let trend = trends.iter().find(|trend| &*trend.model == model);
        trend.and_then(|trend| trend.slope_per_step).map(|slope| slope.get() * 100.0)
    };
    let rows = rows.iter().take(ROWS).map(|row| {
        html! { tr {
            td { (name(&visible(&row.model))) }
            td { (number(row.action_operations)) }
            td { (number(row.invocation_rejections)) }
            td { (percent(row.behavioral_score)) }
            td { @match slope(&row.model) {
                Some(slope) if slope > 0.005 => span.bad { "+" (short(slope)) },
                Some(slope) if slope < -0.005 => span.good { "−" (short(-slope)) },
                Some(_) => "0",
                None => "",
            } }
        } }
    });
    let heads = ["model", "calls", "rejected", "rate", "points a session"];
    html! {
        section.card {
            h2 { (title) }
            p.quiet { "The share of each model's calls that were rejected before they ran." }
            (charts::bars(&chart))
            (table("Calls by model", &heads, rows))
        }
    }
}

/// Where calls failed.
pub(super) fn stages(state: &State) -> Markup {
    let title = "Where calls failed";
    let mut stages: Vec<(String, u64)> = state.partial().stages().into_iter().collect();
    stages.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    if stages.is_empty() {
        return card(title, "No call failed.", None);
    }
    let point = |(name, value): (String, u64)| {
        let is_bad = FailureStage::parse(&name).is_some_and(|stage| stage.is_invocation());
        Point { name, time: None, value, is_bad }
    };
    let points = stages.into_iter().map(point).collect();
    let chart = Chart { title, of: "stage", what: "failed calls", unit: Unit::Count, points };
    let note = "Failed calls by stage. Those in red never reached their action.";
    card(title, note, Some(charts::bars(&chart)))
}

/// How calls ended.
pub(super) fn outcomes(report: &MetricReport) -> Markup {
    let title = "How calls ended";
    let totals = &report.totals;
    let later = totals.failed.saturating_sub(totals.invocation_rejections);
    let points = [
        ("succeeded", totals.succeeded, false),
        ("rejected before they ran", totals.invocation_rejections, true),
        ("failed later", later, false),
        ("aborted", totals.aborted, false),
        ("timed out", totals.timed_out, false),
    ];
    let points =
        points.map(|(name, value, is_bad)| Point { name: name.to_owned(), time: None, value, is_bad }).into();
    let chart = Chart { title, of: "end", what: "calls", unit: Unit::Count, points };
    card(title, "All calls to actions; the rate counts those in red.", Some(charts::bars(&chart)))
}

/// How much a call changes after it failed.
pub(super) fn retries(state: &State, report: &MetricReport) -> Markup {
    let title = "What changes when a call is tried again";
    let bins = state.partial().retries();
    let pairs: u64 = bins.iter().sum();
    if pairs == 0 {
        return card(title, "No failed call was followed by another one of its action.", None);
    }
    let point = |(bin, count): (usize, &u64)| Point {
        name: format!("{} to {}\u{a0}%", bin * 10, bin * 10 + 10),
        time: None,
        value: *count,
        is_bad: false,
    };
    let points = bins.iter().enumerate().map(point).collect();
    let note = format!(
        "{} {} followed by another one; on average {} of the shape changed.",
        number(pairs),
        one_or(pairs, "failed call was", "failed calls were"),
        percent(report.churn_rate)
    );
    let chart = Chart { title, of: "change", what: "retries", unit: Unit::Count, points };
    card(title, &note, Some(charts::columns(&chart)))
}
