//! What a report takes into account beside the traces.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{Figure, freedom};
use crate::digest::Digest;
use crate::evidence::Repair;
use crate::json::Node;

/// The declared surface and the repair rows that traces are measured against, reduced to figures.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Context {
    pub(super) catalog_digest: Box<str>,
    pub(super) surface_digest: Option<Box<str>>,
    /// The freedom of every declared action's schema, by ref.
    pub(super) freedoms: BTreeMap<Box<str>, Figure>,
    /// How many repair rows each ref has.
    pub(super) lexicon: BTreeMap<Box<str>, u64>,
}

impl Context {
    /// With the actions of a surface: each ref and its input schema, and the surface's digest where
    /// it is known. Of a ref given twice the last schema counts; reading a surface refuses that.
    #[must_use]
    pub fn surface<'s>(
        mut self,
        actions: impl IntoIterator<Item = (&'s str, &'s Node)>,
        digest: Option<&Digest>,
    ) -> Self {
        self.freedoms =
            actions.into_iter().map(|(action, schema)| (action.into(), freedom(schema))).collect();
        self.surface_digest = digest.map(|digest| digest.as_str().into());
        self
    }

    /// With repair rows. All are counted, repeated ones and those of unknown refs too.
    #[must_use]
    pub fn repairs<'r>(mut self, rows: impl IntoIterator<Item = &'r Repair>) -> Self {
        self.lexicon.clear();
        for row in rows {
            *self.lexicon.entry(row.action.clone()).or_default() += 1;
        }
        self
    }

    /// With the digest of the catalog that the sessions ran with, which is carried through.
    #[must_use]
    pub fn catalog_digest(mut self, digest: &str) -> Self {
        self.catalog_digest = digest.into();
        self
    }

    /// The digest of the surface, where there is one.
    pub fn surface_digest(&self) -> Option<&str> {
        self.surface_digest.as_deref()
    }

    /// Whether there is a surface.
    pub fn has_surface(&self) -> bool {
        self.surface_digest.is_some() || !self.freedoms.is_empty()
    }

    /// Whether the surface declares this action.
    pub fn declares(&self, action: &str) -> bool {
        self.freedoms.contains_key(action)
    }

    pub(super) fn freedom(&self, action: &str) -> Figure {
        self.freedoms.get(action).copied().unwrap_or_default()
    }

    pub(super) fn lexicon_rows(&self, action: &str) -> u64 {
        self.lexicon.get(action).copied().unwrap_or_default()
    }
}
