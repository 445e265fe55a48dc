//! The state that `measure --partial` writes: counts, their context, and what was read for them.

use serde::{Deserialize, Serialize};

use super::{Context, METRIC_VERSION, MetricReport, Partial};
use crate::evidence::Reading;

/// A measurement that can still be merged with others.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct State {
    metric_version: u8,
    context: Context,
    partial: Partial,
    reading: Reading,
}

/// Two states that cannot be merged.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MergeError {
    /// The states were measured in different contexts.
    #[error("the states were measured against different {what}")]
    OtherContext {
        /// What differs.
        what: &'static str,
    },
    /// The states are of different metric versions.
    #[error("a state of metric version {version} cannot be merged: this is metric version {METRIC_VERSION}")]
    OtherVersion {
        /// The version found.
        version: u8,
    },
}

/// A text that is no state.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StateError {
    /// Not JSON, or not of this shape.
    #[error("this is no state of a measurement: {0}")]
    Shape(#[from] serde_json::Error),
    /// The counts contradict each other.
    #[error("the state is damaged: {what}")]
    Damaged {
        /// What does not add up.
        what: &'static str,
    },
}

impl State {
    /// Reads a state, strictly: no other members, and counts that agree with each other.
    ///
    /// # Errors
    ///
    /// See [`StateError`].
    pub fn read(text: &str) -> Result<Self, StateError> {
        let state: Self = serde_json::from_str(text)?;
        state.partial.check().map_err(|what| StateError::Damaged { what })?;
        Ok(state)
    }

    /// A state of these parts.
    pub fn new(context: Context, partial: Partial, reading: Reading) -> Self {
        Self { metric_version: METRIC_VERSION, context, partial, reading }
    }

    /// Adds the counts of another state, which must have the same context.
    ///
    /// # Errors
    ///
    /// The contexts differ: then the report of the union would not be defined.
    pub fn merge(&mut self, other: &Self) -> Result<(), MergeError> {
        for version in [self.metric_version, other.metric_version] {
            if version != METRIC_VERSION {
                return Err(MergeError::OtherVersion { version });
            }
        }
        let (ours, theirs) = (&self.context, &other.context);
        for (same, what) in [
            (ours.surface_digest == theirs.surface_digest && ours.freedoms == theirs.freedoms, "surfaces"),
            (ours.lexicon == theirs.lexicon, "repair rows"),
            (ours.catalog_digest == theirs.catalog_digest, "catalogs"),
        ] {
            if !same {
                return Err(MergeError::OtherContext { what });
            }
        }
        self.partial.merge(&other.partial);
        self.reading.add(&other.reading);
        Ok(())
    }

    /// The report of the counts.
    pub fn report(&self) -> MetricReport {
        MetricReport::new(&self.partial, &self.context)
    }

    /// The counts.
    pub fn partial(&self) -> &Partial {
        &self.partial
    }

    /// The context that they are reported in.
    pub fn context(&self) -> &Context {
        &self.context
    }

    /// What was read.
    pub fn reading(&self) -> &Reading {
        &self.reading
    }
}
