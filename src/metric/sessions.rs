//! Sessions measured one by one: how the rate moves, in all and by model.

use std::collections::BTreeMap;

use serde::Serialize;

use super::{Figure, MetricReport, ModelRow, Trend, trend};
use crate::json::compare;

/// A session measured on its own.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SessionRow {
    /// The name of its file.
    pub file: Box<str>,
    /// When the file was last changed, in nanoseconds since 1970, and written in milliseconds;
    /// nothing for a stream.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "in_milliseconds")]
    pub modified: Option<u64>,
    /// When its first record was written, by what stands in it, in the same units.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "in_milliseconds")]
    pub started: Option<u64>,
    /// Executions.
    pub traces: u64,
    /// Operations that are neither discovery nor workflow.
    pub action_operations: u64,
    /// Action operations that failed before they reached their action.
    pub invocation_rejections: u64,
    /// Invocation rejections per action operation; absent where there is none.
    pub score: Figure,
    /// The same by model.
    pub by_model: Vec<ModelRow>,
}

/// A time as it is written; `serde` hands over a reference.
#[expect(clippy::ref_option, reason = "what `serde` calls")]
fn in_milliseconds<S: serde::Serializer>(modified: &Option<u64>, serializer: S) -> Result<S::Ok, S::Error> {
    modified.map(|nanoseconds| nanoseconds / 1_000_000).serialize(serializer)
}

/// Sessions, newest first, with their trends.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct Sessions {
    /// The sessions, newest first by [`SessionRow::time`], then by file; those of no time last.
    pub sessions: Vec<SessionRow>,
    /// The trend of the scores of those that have one; `None` where fewer than two have, since one point has no direction.
    pub trend: Option<Trend>,
    /// The trends of the models, by name.
    pub models: Vec<ModelTrend>,
}

/// How a model fares over sessions.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ModelTrend {
    /// `provider/model`.
    pub model: Box<str>,
    /// Sessions in which it called an action.
    pub sessions: usize,
    /// Its score in the newest of them.
    pub latest_score: Figure,
    /// The slope of its scores, a step from one of them to the next; `None` where there is one.
    pub slope_per_step: Option<Figure>,
    /// The score of the newest in thousandths.
    pub latest_rejections_per1k: Figure,
}

impl SessionRow {
    /// The row of a session's report.
    pub fn new(file: impl Into<Box<str>>, modified: Option<u64>, report: &MetricReport) -> Self {
        Self {
            file: file.into(),
            modified,
            started: None,
            traces: report.totals.traces,
            action_operations: report.totals.action_operations,
            invocation_rejections: report.totals.invocation_rejections,
            score: report.score.only_if(report.totals.action_operations > 0),
            by_model: report.clone().where_called().by_model,
        }
    }

    /// The same of a session whose first record was written at this time.
    #[must_use]
    pub fn started(self, started: Option<u64>) -> Self {
        Self { started, ..self }
    }

    /// When it was, in nanoseconds since 1970: by its first record, or else by its file.
    ///
    /// A file is copied, checked out or appended to later than what is told in it.
    pub fn time(&self) -> Option<u64> {
        self.started.or(self.modified)
    }
}

impl Sessions {
    /// Puts sessions in order and sums them up.
    pub fn new(mut sessions: Vec<SessionRow>) -> Self {
        sessions.sort_by(|a, b| {
            let newest_first = b.time().cmp(&a.time()).then_with(|| b.modified.cmp(&a.modified));
            newest_first.then_with(|| compare(&a.file, &b.file))
        });
        let with_calls = sessions.iter().rev().filter(|row| !row.score.is_absent());
        let scores: Vec<f64> = with_calls.map(|row| row.score.get()).collect();
        let mut by_model: BTreeMap<&str, Vec<&ModelRow>> = BTreeMap::new();
        let rows = sessions.iter().rev().flat_map(|session| &session.by_model);
        for row in rows.filter(|row| !row.behavioral_score.is_absent()) {
            by_model.entry(&row.model).or_default().push(row);
        }
        let mut models: Vec<ModelTrend> =
            by_model.into_values().filter_map(|rows| ModelTrend::new(&rows)).collect();
        models.sort_by(|a, b| compare(&a.model, &b.model));
        Self { trend: (scores.len() > 1).then(|| trend(&scores)), models, sessions }
    }
}

impl ModelTrend {
    /// The trend of a model's rows, oldest to newest.
    fn new(rows: &[&ModelRow]) -> Option<Self> {
        let latest = rows.last()?;
        let scores: Vec<f64> = rows.iter().map(|row| row.behavioral_score.get()).collect();
        Some(Self {
            model: latest.model.clone(),
            sessions: rows.len(),
            latest_score: latest.behavioral_score,
            slope_per_step: (scores.len() > 1).then(|| trend(&scores).slope_per_step),
            latest_rejections_per1k: latest.invocation_rejections_per1k,
        })
    }
}
