//! What a kept result is kept under: everything that it was worked out from.
//!
//! A digest of a schema's canonical form is not enough: two schemas of one digest can accept different
//! values, since the validator compares integers exactly as they are written. So a schema counts by its
//! text. A part that is left out here is an answer to another question that is given some day.

use crate::digest::Digest;
use crate::program::Profile;
use crate::schema::{Schema, SchemaOptions};

/// The key of a kept result.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Key(Digest);

/// A part of the key of a compiled schema: what it is called, and the text of it.
pub type SchemaPart = (&'static str, fn(&Written<'_>) -> String);

/// A part of the key of a proven plan.
pub type PlanPart = (&'static str, fn(&Question<'_>) -> String);

/// What a compiled schema is worked out from.
#[derive(Debug, Clone, Copy)]
pub struct Written<'a> {
    /// Its text.
    pub text: &'a str,
    /// How it is read.
    pub options: SchemaOptions,
}

/// What a proven plan is worked out from.
#[derive(Debug, Clone, Copy)]
pub struct Question<'a> {
    /// The rules that yield it, or under which a given one is proved.
    pub profile: &'a Profile,
    /// The schema, which knows how it was read.
    pub schema: &'a Schema,
    /// The ref.
    pub reference: &'a str,
    /// The text of the plan, where one is given.
    pub plan: Option<&'a str>,
}

/// The parts of the key of a compiled schema.
pub const OF_SCHEMA: [SchemaPart; 2] = [
    ("text", |written| written.text.to_owned()),
    ("options", |written| written.options.assert_formats.to_string()),
];

/// The parts of the key of a proven plan, or of there being none.
pub const OF_PLAN: [PlanPart; 5] = [
    ("program", |question| question.profile.program().digest().to_string()),
    ("profile", |question| question.profile.name().to_owned()),
    ("schema", |question| question.schema.identity().to_string()),
    ("ref", |question| question.reference.to_owned()),
    // A plan that is given may be no text at all, but it is never as good as none.
    ("plan", |question| question.plan.map_or_else(String::new, |plan| format!("given {plan}"))),
];

impl Key {
    /// The key of a compiled schema.
    pub(super) fn of_schema(text: &str, options: SchemaOptions) -> Self {
        let written = Written { text, options };
        Self::of(OF_SCHEMA.iter().map(|(_, part)| part(&written)))
    }

    /// The key of a proven plan, or of there being none.
    pub(super) fn of_plan(question: &Question<'_>) -> Self {
        Self::of(OF_PLAN.iter().map(|(_, part)| part(question)))
    }

    /// The key of these texts.
    pub fn of(parts: impl Iterator<Item = String>) -> Self {
        Self(Digest::of_texts(parts))
    }

    /// The key as a text.
    pub(super) fn as_str(&self) -> &str {
        self.0.as_str()
    }
}
