//! Version 1 of an artifact. It is inert: its overlays and quarantines hide nothing and restrict
//! nothing. It is read so that a compile can replace it and a merge can say what it dropped.

use serde::Serialize;

use super::{Applied, Gate};
use crate::json::Verbatim;

/// Version 1, as it was read.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Legacy {
    version: u8,
    pub(super) metric_version: u64,
    pub(super) actions: Vec<Overlay>,
    pub(super) quarantined: Vec<Quarantine>,
    pub(super) applied: Vec<Applied>,
    pub(super) gate: Gate,
    pub(super) evidence_digest: Box<str>,
}

/// A schema that version 1 put over the declared one.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Overlay {
    /// The ref of the action.
    #[serde(rename = "ref")]
    pub reference: Box<str>,
    /// The schema, an object.
    pub input_schema: Verbatim,
    /// What it was made from: a text.
    pub base_schema_digest: Box<str>,
}

/// An action that version 1 hid.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Quarantine {
    /// The ref of the action.
    #[serde(rename = "ref")]
    pub reference: Box<str>,
    /// What it was made from: a text.
    pub base_schema_digest: Box<str>,
}

impl Legacy {
    pub(super) fn read(
        metric_version: u64,
        overlays: (Vec<Overlay>, Vec<Quarantine>),
        applied: Vec<Applied>,
        gate: Gate,
        evidence_digest: Box<str>,
    ) -> Self {
        let (actions, quarantined) = overlays;
        Self { version: 1, metric_version, actions, quarantined, applied, gate, evidence_digest }
    }

    /// The overlays, which do nothing.
    pub fn overlays(&self) -> &[Overlay] {
        &self.actions
    }

    /// The quarantines, which do nothing.
    pub fn quarantines(&self) -> &[Quarantine] {
        &self.quarantined
    }
}
