//! Sessions measured one by one: how the rate moves, in all and by model.

use std::collections::BTreeMap;

use serde::Serialize;

use super::{Figure, ModelRow, Report, Trend, trend};
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
    /// Executions.
    pub traces: u64,
    /// Operations that are neither discovery nor workflow.
    pub action_operations: u64,
    /// Action operations that failed before they reached their action.
    pub invocation_rejections: u64,
    /// Invocation rejections per action operation.
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
    /// The sessions, newest first to the nanosecond, then by file; streams last.
    pub sessions: Vec<SessionRow>,
    /// The trend of their scores.
    pub trend: Trend,
    /// The trends of the models, by name.
    pub models: Vec<ModelTrend>,
}

/// How a model fares over sessions.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ModelTrend {
    /// `provider/model`.
    pub model: Box<str>,
    /// Sessions that it took part in.
    pub sessions: usize,
    /// Its score in the newest of them.
    pub latest_score: Figure,
    /// The slope of its scores, a step from one of them to the next.
    pub slope_per_step: Figure,
    /// The score of the newest in thousandths.
    pub latest_rejections_per1k: Figure,
}

impl SessionRow {
    /// The row of a session's report.
    pub fn new(file: impl Into<Box<str>>, modified: Option<u64>, report: &Report) -> Self {
        Self {
            file: file.into(),
            modified,
            traces: report.totals.traces,
            action_operations: report.totals.action_operations,
            invocation_rejections: report.totals.invocation_rejections,
            score: report.score,
            by_model: report.by_model.clone(),
        }
    }
}

impl Sessions {
    /// Puts sessions in order and sums them up.
    pub fn new(mut sessions: Vec<SessionRow>) -> Self {
        sessions.sort_by(|a, b| b.modified.cmp(&a.modified).then_with(|| compare(&a.file, &b.file)));
        let scores: Vec<f64> = sessions.iter().rev().map(|row| row.score.get()).collect();
        let mut by_model: BTreeMap<&str, Vec<&ModelRow>> = BTreeMap::new();
        for row in sessions.iter().rev().flat_map(|session| &session.by_model) {
            by_model.entry(&row.model).or_default().push(row);
        }
        let mut models: Vec<ModelTrend> =
            by_model.into_values().filter_map(|rows| ModelTrend::new(&rows)).collect();
        models.sort_by(|a, b| compare(&a.model, &b.model));
        Self { trend: trend(&scores), models, sessions }
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
            slope_per_step: trend(&scores).slope_per_step,
            latest_rejections_per1k: latest.invocation_rejections_per1k,
        })
    }
}
