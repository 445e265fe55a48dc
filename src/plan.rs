//! Plans and witnesses: what is derived for an action, and the record that it changed a call.
//!
//! Both are data that travels. A plan claims nothing: only [`prove`](crate::prove) gives it
//! authority, and a [`Witness`] says that a spelling changed, not that an operation succeeded.

mod wire;
mod witness;

use serde::ser::SerializeStruct as _;
use serde::{Serialize, Serializer};

pub use wire::Malformed;
pub(crate) use wire::{is_safe_key, is_safe_place};
pub use witness::{Witness, shape_of, shape_of_absent};

use crate::digest::Digest;

/// Names that a plan's key never has: in JavaScript they reach what is not the object's own.
pub(crate) const UNSAFE_KEYS: [&str; 3] = ["__proto__", "prototype", "constructor"];

/// The rules derived for one ref, bound to its schema's digest.
///
/// It can be built only by deriving or by strict reading ([`Plan::read`]), so it is well-formed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Plan {
    version: u32,
    #[serde(rename = "ref")]
    reference: String,
    base_schema_digest: Digest,
    rules: Vec<Rule>,
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    stamp: Option<Stamp>,
}

/// One rule: the convention and the place in the schema that it works on.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Rule {
    /// The name of the convention.
    pub kind: String,
    /// The declared key, at the top of the schema; empty for a rule on the call as a whole, and below the
    /// top.
    pub key: String,
    /// Below the top, the JSON Pointer into the schema: to the property, or to what items must be.
    pub at: Option<String>,
}

impl Rule {
    /// A rule for a property of the root.
    pub(crate) fn top(kind: &str, key: &str) -> Self {
        Self { kind: kind.to_owned(), key: key.to_owned(), at: None }
    }

    /// A rule for a position below the top.
    pub(crate) fn below(kind: &str, pointer: &str) -> Self {
        Self { kind: kind.to_owned(), key: String::new(), at: Some(pointer.to_owned()) }
    }

    /// The place that it works on, as it is written: the key, or the pointer.
    pub fn place(&self) -> &str {
        self.at.as_deref().unwrap_or(&self.key)
    }
}

impl Serialize for Rule {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut rule = serializer.serialize_struct("Rule", 2)?;
        rule.serialize_field("kind", &self.kind)?;
        match &self.at {
            None => rule.serialize_field("key", &self.key)?,
            Some(at) => rule.serialize_field("at", at)?,
        }
        rule.end()
    }
}

/// Which rules a version 2 plan was derived under.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Stamp {
    /// The profile's name.
    pub profile: String,
    /// The digest of the profile and of what it uses.
    pub rules_digest: Digest,
}

impl Plan {
    /// A plan of version 1, or of version 2 where it carries a `stamp`.
    pub(crate) fn new(
        reference: &str,
        base_schema_digest: Digest,
        rules: Vec<Rule>,
        stamp: Option<Stamp>,
    ) -> Self {
        let version = if stamp.is_some() { 2 } else { 1 };
        Self { version, reference: reference.to_owned(), base_schema_digest, rules, stamp }
    }

    /// 1, or 2 for a plan derived under any profile but the built-in `fabric`.
    pub fn version(&self) -> u32 {
        self.version
    }

    /// The action's ref.
    pub fn reference(&self) -> &str {
        &self.reference
    }

    /// The digest of the schema that it was derived from.
    pub fn base_schema_digest(&self) -> &Digest {
        &self.base_schema_digest
    }

    /// The rules, in order.
    pub fn rules(&self) -> &[Rule] {
        &self.rules
    }

    /// Which rules a version 2 plan was derived under.
    pub fn stamp(&self) -> Option<&Stamp> {
        self.stamp.as_ref()
    }

    /// The plan as compact JSON.
    pub fn to_json(&self) -> String {
        to_json(self)
    }
}

/// Types of this module print as JSON without fail: texts, numbers and lists of them.
fn to_json(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}
