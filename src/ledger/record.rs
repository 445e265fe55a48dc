//! The records of a ledger of plans, one JSON line each.

use serde::Serialize;

use super::{Band, NORMAL_FORM, SURFACE};
use crate::artifact::Retracted;
use crate::digest::Digest;
use crate::json::{Document, JsonError, Limits, Node};

/// How many bytes of a line are read.
pub const LINE_BYTES: usize = Limits::ARGUMENTS.bytes;

/// One line of a ledger.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Record {
    /// Something fell.
    Retraction(Retraction),
    /// The surface changed, and nothing fell.
    Surface {
        /// The revision.
        at_rev: u64,
        /// The digest of the surface.
        surface_digest: Box<str>,
    },
}

/// Something that fell.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Retraction {
    /// The concept: [`NORMAL_FORM`] for a plan.
    pub kind: Box<str>,
    /// What it had asserted: the ref of a plan; `None` where it named none.
    pub claim: Option<Box<str>>,
    /// The premise that fell.
    pub because: Option<Box<str>>,
    /// How sure that is.
    pub band: Option<Band>,
    /// The revision.
    pub at_rev: u64,
    /// The digest of the surface.
    pub surface_digest: Option<Box<str>>,
    /// In words; nothing reads it.
    pub note: Option<Box<str>>,
}

impl Record {
    /// The revision.
    pub fn at_rev(&self) -> u64 {
        match self {
            Self::Retraction(retraction) => retraction.at_rev,
            Self::Surface { at_rev, .. } => *at_rev,
        }
    }

    /// The kind: the concept that fell, or [`SURFACE`].
    pub fn kind(&self) -> &str {
        match self {
            Self::Retraction(retraction) => &retraction.kind,
            Self::Surface { .. } => SURFACE,
        }
    }

    /// The digest of the surface, where the record carries it.
    pub fn surface_digest(&self) -> Option<&str> {
        match self {
            Self::Retraction(retraction) => retraction.surface_digest.as_deref(),
            Self::Surface { surface_digest, .. } => Some(surface_digest),
        }
    }

    /// What was asserted and fell, where that is a text.
    pub fn claim(&self) -> Option<&str> {
        match self {
            Self::Retraction(retraction) => retraction.claim.as_deref(),
            Self::Surface { .. } => None,
        }
    }

    /// The record of a plan that fell.
    pub(super) fn retracted(
        reference: Option<&str>,
        retracted: &Retracted,
        at_rev: u64,
        digest: &Digest,
    ) -> Self {
        Self::Retraction(Retraction {
            kind: NORMAL_FORM.into(),
            claim: reference.map(Box::from),
            because: Some(retracted.premise.as_str().into()),
            band: Some(Band::Certain),
            at_rev,
            surface_digest: Some(digest.as_str().into()),
            note: Some(retracted.message.as_str().into()),
        })
    }

    /// The record as a line, without its line feed.
    pub fn to_line(&self) -> String {
        // Texts and numbers print without fail.
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Reads a line.
    ///
    /// # Errors
    ///
    /// Why it is no record, in words.
    pub fn parse(line: &[u8]) -> Result<Self, String> {
        let document = Document::parse(line, Limits::ARGUMENTS).map_err(|error| match error {
            JsonError::Empty => "the line is blank".to_owned(),
            error => error.to_string(),
        })?;
        if let Some(flaw) = document.flaws.first() {
            return Err(flaw.kind.to_string());
        }
        let root = &document.root;
        let text = |name| root.get(name).and_then(Node::as_str).map(Box::<str>::from);
        let kind = text("kind").ok_or("the member `kind` is no string")?;
        let at_rev = root.get("atRev").and_then(Node::as_natural);
        let at_rev = at_rev.ok_or("the member `atRev` is no integer from 0")?;
        if &*kind == SURFACE {
            let surface_digest = text("surfaceDigest").ok_or("the member `surfaceDigest` is no string")?;
            return Ok(Self::Surface { at_rev, surface_digest });
        }
        Ok(Self::Retraction(Retraction {
            kind,
            claim: text("claim"),
            because: text("retractedBecause"),
            band: text("certaintyBand").as_deref().and_then(Band::parse),
            at_rev,
            surface_digest: text("surfaceDigest"),
            note: text("note"),
        }))
    }
}

impl Serialize for Record {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        #[serde(rename_all = "camelCase")]
        struct Wire<'r> {
            kind: &'r str,
            claim: Option<&'r str>,
            retracted_because: Option<&'r str>,
            certainty_band: Option<&'static str>,
            at_rev: u64,
            #[serde(skip_serializing_if = "Option::is_none")]
            surface_digest: Option<&'r str>,
            #[serde(skip_serializing_if = "Option::is_none")]
            note: Option<&'r str>,
        }
        #[derive(Serialize)]
        #[serde(rename_all = "camelCase")]
        struct Surface<'r> {
            kind: &'static str,
            at_rev: u64,
            surface_digest: &'r str,
        }
        match self {
            Self::Surface { at_rev, surface_digest } => {
                Surface { kind: SURFACE, at_rev: *at_rev, surface_digest }.serialize(serializer)
            }
            Self::Retraction(retraction) => Wire {
                kind: &retraction.kind,
                claim: retraction.claim.as_deref(),
                retracted_because: retraction.because.as_deref(),
                certainty_band: retraction.band.map(Band::as_str),
                at_rev: retraction.at_rev,
                surface_digest: retraction.surface_digest.as_deref(),
                note: retraction.note.as_deref(),
            }
            .serialize(serializer),
        }
    }
}
