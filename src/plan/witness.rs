//! The record that a representation changed.

use serde::Serialize;

use super::{Rule, Stamp, to_json};
use crate::digest::Digest;
use crate::json::shape::{self, Shaped};

/// The record that a call's representation changed, and by which rules. It holds no value.
///
/// ```
/// use fabric_rules::{Outcome, Schema, built_in};
///
/// let fabric = built_in().unwrap().default_profile().unwrap();
/// let schema = Schema::parse(
///     br#"{"type": "object", "additionalProperties": false,
///          "properties": {"pageCount": {"type": "integer"}}}"#,
///     Default::default(),
/// )
/// .unwrap();
/// let proven = fabric.plan("report.render", &schema).unwrap();
/// let outcome = proven.apply(br#"{"page_count": 2}"#).unwrap();
/// let Outcome::Normalized { witness, .. } = outcome else { panic!() };
/// assert_eq!((&*witness.rules()[0].kind, &*witness.rules()[0].key), ("key-form", "pageCount"));
/// assert!(witness.to_json().starts_with(r#"{"version":1"#));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Witness {
    version: u32,
    base_schema_digest: Digest,
    before_shape: Digest,
    after_shape: Digest,
    rules: Vec<Rule>,
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    stamp: Option<Stamp>,
}

impl Witness {
    pub(crate) fn new(
        base_schema_digest: Digest,
        before_shape: Digest,
        after_shape: Digest,
        rules: Vec<Rule>,
        stamp: Option<Stamp>,
    ) -> Self {
        let version = if stamp.is_some() { 2 } else { 1 };
        Self { version, base_schema_digest, before_shape, after_shape, rules, stamp }
    }

    /// The version of the plan that was applied.
    pub fn version(&self) -> u32 {
        self.version
    }

    /// The digest of the schema.
    pub fn base_schema_digest(&self) -> &Digest {
        &self.base_schema_digest
    }

    /// [`shape_of`] the arguments as they came.
    pub fn before_shape(&self) -> &Digest {
        &self.before_shape
    }

    /// [`shape_of`] the arguments as they went on.
    pub fn after_shape(&self) -> &Digest {
        &self.after_shape
    }

    /// The rules in the order applied, each with the *declared* key.
    pub fn rules(&self) -> &[Rule] {
        &self.rules
    }

    /// Which rules a version 2 plan was derived under.
    pub fn stamp(&self) -> Option<&Stamp> {
        self.stamp.as_ref()
    }

    /// The witness as compact JSON.
    pub fn to_json(&self) -> String {
        to_json(self)
    }
}

/// The same as [`shape_of`] where no arguments are given at all.
pub fn shape_of_absent() -> Digest {
    Digest::of_json_string("absent")
}

/// The digest of the shape signature of `arguments`.
pub fn shape_of(arguments: &impl Shaped) -> Digest {
    Digest::of_json_string(&shape::signature(arguments))
}
