//! What somebody says on the strength of a row.

use serde::{Deserialize, Serialize};

use super::moment::Moment;
use super::value::or_default;
use crate::json::{Node, Verbatim};

/// A claim about the state of a source when it was read.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Claim {
    /// What is claimed.
    pub kind: ClaimKind,
    /// What was looked for.
    #[serde(default)]
    pub subject: Option<Verbatim>,
    /// How many there are.
    #[serde(default)]
    pub count: Option<u64>,
    /// Where it is said to hold; nothing else is restricted.
    #[serde(default, deserialize_with = "or_default")]
    pub scope: Vec<Entry>,
    /// What the statement says that it holds within: `credential-limited`, `scope`, `unstable`.
    #[serde(default, deserialize_with = "or_default")]
    pub within: Vec<String>,
}

/// What is claimed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ClaimKind {
    /// It was not found.
    NotFound,
    /// There is none.
    None,
    /// These are all.
    FullList,
    /// There are so many.
    Exactly,
}

/// One restriction of a claim.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Entry {
    /// The facet.
    pub facet: String,
    /// The argument.
    #[serde(default)]
    pub argument: Option<String>,
    /// The value.
    #[serde(default)]
    pub value: Option<Verbatim>,
    /// A field of the run's identity.
    #[serde(default)]
    pub identity: Option<String>,
    /// The start of a time.
    #[serde(default)]
    pub from: Option<Moment>,
    /// Its end.
    #[serde(default)]
    pub to: Option<Moment>,
}

/// Why a row does not support a claim.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
pub struct Because {
    /// A stable code.
    pub code: &'static str,
    /// What to search, send or name so that it would.
    pub what: String,
    /// The facet that it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub facet: Option<String>,
    /// The kind of the gap.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gap: Option<String>,
}

impl ClaimKind {
    /// Whether it says what there is, and not only what there is not.
    pub(super) fn is_exact(self) -> bool {
        matches!(self, Self::FullList | Self::Exactly)
    }
}

impl Entry {
    /// The field of the run's identity that it names, however that is written.
    pub(super) fn identity(&self) -> Option<&str> {
        let written = self.value.as_ref().and_then(|value| value.0.get("identity")).and_then(Node::as_str);
        self.identity.as_deref().or(written)
    }

    /// Whether it names a value, and nothing else that would have to hold too.
    pub(super) fn is_value_alone(&self) -> bool {
        self.argument.is_none() && self.identity.is_none() && self.from.is_none() && self.to.is_none()
    }

    /// Whether it restricts anything.
    pub(super) fn restricts(&self) -> bool {
        self.value.is_some() || self.identity.is_some() || self.from.is_some() || self.to.is_some()
    }
}
