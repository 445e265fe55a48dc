//! The trend of scores, oldest to newest.

use serde::Serialize;

use super::{Figure, figure::float};

/// A summary of scores over time.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Trend {
    /// How many scores.
    pub count: usize,
    /// The oldest.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first: Option<Figure>,
    /// The newest.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last: Option<Figure>,
    /// The slope of the line with the least squared error, a step from one score to the next.
    pub slope_per_step: Figure,
}

/// Summarises `scores`, given oldest to newest.
pub fn trend(scores: &[f64]) -> Trend {
    Trend {
        count: scores.len(),
        first: scores.first().copied().map(Figure::of),
        last: scores.last().copied().map(Figure::of),
        slope_per_step: Figure::of(slope(scores)),
    }
}

/// `Σ (x − x̄)(y − ȳ) / Σ (x − x̄)²` with x = 0, 1, 2, …
fn slope(scores: &[f64]) -> f64 {
    if scores.len() < 2 {
        return 0.0;
    }
    let count = float(scores.len() as u64);
    let middle = (count - 1.0) / 2.0;
    let mean = scores.iter().sum::<f64>() / count;
    let (mut rise, mut run) = (0.0, 0.0);
    for (step, score) in (0u64..).zip(scores) {
        let x = float(step) - middle;
        rise += x * (score - mean);
        run += x * x;
    }
    rise / run
}
