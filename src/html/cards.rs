//! The cards with charts.

use maud::{Markup, PreEscaped, html};

use super::charts::{self, Bar};
use super::date::day;
use super::parts::{number, one_or, percent, short};
use crate::diagnostic::visible::written_out as visible;
use crate::evidence::FailureStage;
use crate::metric::{Figure, Report, SessionRow, Sessions, State, trend};

/// How many bars a chart has.
const BARS: usize = 10;
/// How many rows the table of models has.
const ROWS: usize = 200;
/// How many points a line has; more sessions share them.
const POINTS: usize = 120;

fn card(title: &str, note: &str, chart: Option<String>) -> Markup {
    html! {
        section.card {
            h2 { (title) }
            p.quiet { (note) }
            @if let Some(chart) = chart {
                figure role="img" aria-label=(title) { (PreEscaped(chart)) }
            }
        }
    }
}

/// The rate over sessions, oldest to newest.
pub(super) fn over_time(sessions: Option<&Sessions>) -> Markup {
    let title = "The rate over sessions";
    let Some(sessions) = sessions else {
        return card(title, "Merged measurements hold sums, not the sessions that they are made of.", None);
    };
    let measured: Vec<&SessionRow> =
        sessions.sessions.iter().rev().filter(|session| session.action_operations > 0).collect();
    let without = match (sessions.sessions.len() - measured.len()) as u64 {
        0 => String::new(),
        left_out => {
            let what = one_or(left_out, "session without such calls is", "sessions without such calls are");
            format!(" {} {what} left out.", number(left_out))
        }
    };
    if measured.len() < 2 {
        return card(title, &format!("A trend takes two sessions with calls to actions.{without}"), None);
    }
    let together = measured.len().div_ceil(POINTS);
    let points: Vec<(String, f64)> = measured.chunks(together).filter_map(point).collect();
    // Of the sessions that are drawn, so that the words say what the line shows.
    let scores: Vec<f64> = measured.iter().map(|session| session.score.get()).collect();
    let slope = trend(&scores).slope_per_step.get() * 100.0;
    let moves = match short(slope.abs()).as_str() {
        "0" => "It stays about the same from one session to the next.".to_owned(),
        step if slope > 0.0 => format!("It rises by {step} points from one session to the next."),
        step => format!("It falls by {step} points from one session to the next."),
    };
    let note = match together {
        1 => format!("{moves}{without}"),
        _ => format!("{moves} Each point stands for {together} sessions.{without}"),
    };
    card(title, &note, charts::line("rejected", &points))
}

/// The rate of some sessions together, at the day of the first.
fn point(sessions: &[&SessionRow]) -> Option<(String, f64)> {
    let first = sessions.first()?;
    let rejections = sessions.iter().map(|session| session.invocation_rejections).sum();
    let operations = sessions.iter().map(|session| session.action_operations).sum();
    Some((first.modified.map(day).unwrap_or_default(), two_decimals(Figure::rate(rejections, operations))))
}

/// A rate in percent as charts show it.
fn two_decimals(rate: Figure) -> f64 {
    (rate.get() * 10_000.0).round() / 100.0
}

/// The actions whose calls are rejected most often.
pub(super) fn worst(report: &Report) -> Markup {
    let title = "Worst actions";
    let bad = report.refs.iter().filter(|row| row.score.get() > 0.0).take(BARS);
    let bars: Vec<Bar> = bad
        .map(|row| Bar { name: visible(&row.action), value: two_decimals(row.score), is_bad: true })
        .collect();
    match bars.len() {
        0 => card(title, "No call was rejected.", None),
        _ => card(
            title,
            "The share of calls that were rejected before they ran.",
            charts::bars("rejected", "%", &bars),
        ),
    }
}

/// Models beside each other.
pub(super) fn models(report: &Report, sessions: Option<&Sessions>) -> Markup {
    let mut rows: Vec<_> = report.by_model.iter().collect();
    rows.sort_by(|a, b| b.behavioral_score.get().total_cmp(&a.behavioral_score.get()));
    let bars: Vec<Bar> = rows
        .iter()
        .take(BARS)
        .map(|row| Bar {
            name: visible(&row.model),
            value: two_decimals(row.behavioral_score),
            is_bad: false,
        })
        .collect();
    let trends = sessions.map(|sessions| &*sessions.models).unwrap_or_default();
    let slope = |model: &str| {
        let trend = trends.iter().find(|trend| &*trend.model == model).filter(|trend| trend.sessions > 1);
        trend.map(|trend| trend.slope_per_step.get() * 100.0)
    };
    html! {
        section.card {
            h2 { "Models side by side" }
            @if rows.is_empty() {
                p.quiet { "No session says which model called." }
            } @else {
                p.quiet { "The share of each model's calls that were rejected before they ran." }
                @if let Some(chart) = charts::bars("rejected", "%", &bars) {
                    figure role="img" aria-label="Rejections by model" { (PreEscaped(chart)) }
                }
                div.scroll { table {
                    tr { th { "model" } th { "calls" } th { "rejected" } th { "rate" } th { "a session" } }
                    @for row in rows.iter().take(ROWS) {
                        tr {
                            td { (visible(&row.model)) }
                            td { (number(row.action_operations)) }
                            td { (number(row.invocation_rejections)) }
                            td { (percent(row.behavioral_score)) }
                            td { @match slope(&row.model) {
                                Some(slope) if slope > 0.005 => span.bad { "+" (short(slope)) },
                                Some(slope) if slope < -0.005 => span.good { "−" (short(-slope)) },
                                Some(_) => "0",
                                None => "",
                            } }
                        }
                    }
                } }
            }
        }
    }
}

/// Where calls failed.
pub(super) fn stages(state: &State) -> Markup {
    let title = "Where calls failed";
    let mut stages: Vec<(String, u64)> = state.partial().stages().into_iter().collect();
    stages.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    let bars: Vec<Bar> = stages
        .into_iter()
        .map(|(name, count)| {
            let is_bad = FailureStage::parse(&name).is_some_and(FailureStage::is_invocation);
            Bar { name, value: value(count), is_bad }
        })
        .collect();
    match bars.len() {
        0 => card(title, "No call failed.", None),
        _ => card(
            title,
            "Failed calls by stage. Those in red never reached their action.",
            charts::bars("failed", "", &bars),
        ),
    }
}

/// How calls ended.
pub(super) fn outcomes(report: &Report) -> Markup {
    let title = "How calls ended";
    let totals = &report.totals;
    if totals.action_operations == 0 {
        return card(title, "There was no call to an action.", None);
    }
    let later = totals.failed.saturating_sub(totals.invocation_rejections);
    let bars: Vec<Bar> = [
        ("succeeded", totals.succeeded, false),
        ("rejected before they ran", totals.invocation_rejections, true),
        ("failed later", later, false),
        ("aborted", totals.aborted, false),
        ("timed out", totals.timed_out, false),
    ]
    .into_iter()
    .map(|(name, count, is_bad)| Bar { name: name.to_owned(), value: value(count), is_bad })
    .collect();
    card(title, "All calls to actions; the rate counts those in red.", charts::bars("calls", "", &bars))
}

/// A count as charts take it.
#[expect(clippy::cast_precision_loss, reason = "a bar needs no more digits")]
fn value(count: u64) -> f64 {
    count as f64
}

/// How much a call changes after it failed.
pub(super) fn retries(state: &State, report: &Report) -> Markup {
    let title = "What changes when a call is tried again";
    let bins = state.partial().retries();
    let pairs: u64 = bins.iter().sum();
    if pairs == 0 {
        return card(title, "No failed call was followed by another one of its action.", None);
    }
    let columns: Vec<(String, u64)> =
        bins.iter().enumerate().map(|(bin, count)| (format!("{} %", bin * 10), *count)).collect();
    let note = format!(
        "{} {} followed by another one; on average {} of the shape changed.",
        number(pairs),
        one_or(pairs, "failed call was", "failed calls were"),
        percent(report.churn_rate)
    );
    card(title, &note, charts::columns("retries", &columns))
}
