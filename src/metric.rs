//! Metric version 3: how often calls are rejected before they reach their action.
//!
//! The score is a rate and nothing else: invocation rejections per action operation. Everything
//! beside it is a diagnostic and never added to it. It is not a task-success rate, and never
//! compared with another version of the metric.
//!
//! 1. [`partial`]: traces are counted, once each; counts of parts add up to those of the whole;
//! 2. [`context`]: what is known beside the traces, the declared surface and repair rows;
//! 3. [`report`]: counts and context become rounded figures;
//! 4. [`sessions`] and [`trend()`]: sessions measured one by one, and the slope of their scores;
//! 5. [`declared`]: which shapes of calls the declared surface can accept.
//!
//! The formulas stand in [`entropy()`], [`distance()`] and [`freedom()`]; all figures are rounded by
//! [`figure`].

mod check;
mod context;
mod corpus;
mod coverage;
mod declared;
mod figure;
mod formulas;
mod freedom;
mod partial;
mod report;
mod sessions;
mod state;
mod witnesses;

pub use context::Context;
pub use corpus::Corpus;
pub use coverage::{coverage_of_verbatim_calls, files, gaps};
pub use declared::{Declared, Verdict};
pub use figure::{Figure, round};
pub use formulas::{Distance, Trend, distance, entropy, trend};
pub use freedom::freedom;
pub use partial::{Partial, is_action};
pub use report::{MetricReport, ModelRow, RefRow, ShapeCount, Totals};
pub use sessions::{ModelTrend, SessionRow, Sessions};
pub use state::{MergeError, State, StateError};
pub use witnesses::WitnessSummary;

use crate::evidence::Trace;

/// The version of the metric.
pub const METRIC_VERSION: u8 = 3;

/// Measures traces.
pub fn measure<'t>(traces: impl IntoIterator<Item = &'t Trace>, context: &Context) -> MetricReport {
    let mut partial = Partial::default();
    for trace in traces {
        partial.add(trace);
    }
    MetricReport::new(&partial, context)
}
