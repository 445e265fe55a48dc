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
pub(super) struct Key(Digest);

/// What a proven plan is worked out from.
pub(super) struct Question<'a> {
    /// The rules that yield it, or under which a given one is proved.
    pub(super) profile: &'a Profile,
    /// The schema, which knows how it was read.
    pub(super) schema: &'a Schema,
    /// The ref.
    pub(super) reference: &'a str,
    /// The text of the plan, where one is given.
    pub(super) plan: Option<&'a str>,
}

impl Key {
    /// The key of the compiled schema of `text`.
    pub(super) fn of_schema(text: &str, options: SchemaOptions) -> Self {
        let SchemaOptions { assert_formats } = options;
        Self::of(&["schema", text, &assert_formats.to_string()])
    }

    /// The key of a proven plan, or of there being none.
    pub(super) fn of_plan(question: &Question<'_>) -> Self {
        let Question { profile, schema, reference, plan } = question;
        let given = if plan.is_some() { "given" } else { "derived" };
        Self::of(&[
            "plan",
            profile.program().digest().as_str(),
            profile.name(),
            schema.identity().as_str(),
            reference,
            given,
            plan.unwrap_or_default(),
        ])
    }

    /// The key as a text.
    pub(super) fn as_str(&self) -> &str {
        self.0.as_str()
    }

    /// Each part with its length, so that no two lists of parts read alike.
    fn of(parts: &[&str]) -> Self {
        let text: String = parts.iter().map(|part| format!("{}:{part}", part.len())).collect();
        Self(Digest::of_text(&text))
    }
}
