//! The sessions: how the rate moves over them, and each with its name and time.

use maud::{Markup, html};

use super::cards::{card, two_decimals};
use super::charts::{self, Chart, Point, Unit};
use super::date::{labels, minute};
use super::parts::{ROWS, TIME, name, number, one_or, percent, short, table};
use crate::diagnostic::visible::written_out as visible;
use crate::metric::{Figure, SessionRow, Sessions, trend};

/// How many points a line has; more sessions share them.
const POINTS: usize = 120;

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
    let groups: Vec<&[&SessionRow]> = measured.chunks(together).collect();
    let ends: Vec<Option<u64>> =
        [measured.first(), measured.last()].into_iter().flatten().map(|session| session.time()).collect();
    let points = groups.iter().filter_map(|group| point(group)).collect();
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
        _ => format!("{moves} Each point stands for {together} sessions, at the time of the first.{without}"),
    };
    let chart = Chart { title, of: "session", what: "rejected", unit: Unit::Share, points };
    card(title, &note, Some(charts::line(&chart, &labels(&ends))))
}

/// The rate of some sessions together, at the time of the first.
fn point(sessions: &[&SessionRow]) -> Option<Point> {
    let (first, last) = (sessions.first()?, sessions.last()?);
    let name = match sessions.len() {
        1 => visible(&first.file),
        _ => format!("{} to {}", visible(&first.file), visible(&last.file)),
    };
    let rejections = sessions.iter().map(|session| session.invocation_rejections).sum();
    let operations = sessions.iter().map(|session| session.action_operations).sum();
    let value = two_decimals(Figure::rate(rejections, operations));
    Some(Point { name, time: Some(when(first)), value, is_bad: true })
}

/// When a session was, and whether only its file says so.
fn when(session: &SessionRow) -> String {
    match (session.started, session.modified) {
        (Some(started), _) => minute(started),
        (None, Some(modified)) => format!("{} (file changed)", minute(modified)),
        (None, None) => "unknown".to_owned(),
    }
}

/// Each session, newest first.
pub(super) fn list(sessions: Option<&Sessions>) -> Markup {
    let title = "Sessions";
    let Some(Sessions { sessions, .. }) = sessions.filter(|sessions| !sessions.sessions.is_empty()) else {
        return html! {};
    };
    let rows = sessions.iter().take(ROWS).map(|session| {
        html! { tr {
            td { (name(&visible(&session.file))) }
            td { (when(session)) }
            td { (number(session.action_operations)) }
            td { (number(session.invocation_rejections)) }
            td { @if session.action_operations > 0 { (percent(session.score)) } }
        } }
    });
    html! {
        section.card.wide {
            h2 { (title) }
            @if sessions.len() > ROWS {
                p.quiet { "The newest " (ROWS) " of " (number(sessions.len() as u64)) "; " code { "sessions" } " lists all." }
            }
            (table(title, &["session", TIME, "calls", "rejected", "rate"], rows))
        }
    }
}
