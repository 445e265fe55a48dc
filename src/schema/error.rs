//! Why a schema cannot be used.

use super::cost::{MOST, MOST_PROGRAMS};
use super::pattern::Engine;
use super::reach::Fault;
use super::{MOST_UNFOLDED, fragment, pattern};
use crate::json::{Data, FlawKind, JsonError, Node, pointer};
use crate::span::Span;

/// Why a schema cannot be used: it gets no plan, and no plan is proved against it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SchemaError {
    /// The text is no JSON.
    #[error("{0}")]
    Json(JsonError),
    /// The value is neither an object nor a boolean.
    #[error("a schema is an object or a boolean, this is {found}")]
    NotASchema {
        /// What it is.
        found: &'static str,
        /// Where.
        span: Span,
    },
    /// The schema has no canonical form.
    #[error("the schema has no canonical form: {kind}")]
    Flawed {
        /// Why.
        kind: FlawKind,
        /// Where.
        span: Span,
    },
    /// `$schema` names a dialect that the validator does not know.
    #[error("`$schema` names the unknown dialect `{dialect}`")]
    UnknownDialect {
        /// The name.
        dialect: String,
        /// Where.
        span: Span,
    },
    /// The schema is invalid under its own meta-schema, or does not compile.
    #[error("the schema is invalid: {message}")]
    Invalid {
        /// What the validator says.
        message: String,
        /// JSON Pointer to the place in the schema.
        at: String,
        /// Where.
        span: Span,
    },
    /// A reference leads out of the schema.
    #[error("the reference `{reference}` leads out of the schema")]
    OutsideReference {
        /// The reference.
        reference: String,
        /// Where.
        span: Span,
    },
    /// A reference leads nowhere.
    #[error("the reference `{reference}` leads nowhere in the schema")]
    UnresolvedReference {
        /// The reference.
        reference: String,
        /// Where.
        span: Span,
    },
    /// References go round without a step into the value.
    #[error("references lead back to where they started without a step into the value")]
    EndlessReference {
        /// Where.
        span: Span,
    },
    /// The schema unfolds to too many subschemas.
    #[error("the schema unfolds to more than {MOST_UNFOLDED} subschemas")]
    TooLarge {
        /// Where.
        span: Span,
    },
    /// The patterns of the schema compile to too much.
    #[error("the patterns of the schema would compile to more than {} MiB", MOST_PROGRAMS >> 20)]
    HeavyPatterns {
        /// The pattern with which they are too much.
        span: Span,
    },
    /// The schema takes too much memory.
    #[error("the schema would take more than {} MiB when compiled", MOST >> 20)]
    TooCostly {
        /// Where.
        span: Span,
    },
    /// The schema unfolds too deep.
    #[error("schemas stand inside and behind each other more than {limit} deep")]
    TooDeep {
        /// The limit.
        limit: usize,
        /// Where.
        span: Span,
    },
}

impl SchemaError {
    /// A stable code.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Json(_) => "schema::not-json",
            Self::NotASchema { .. } => "schema::not-a-schema",
            Self::Flawed { .. } => "schema::not-canonical",
            Self::UnknownDialect { .. } => "schema::unknown-dialect",
            Self::Invalid { .. } => "schema::invalid",
            Self::OutsideReference { .. } => "schema::outside-reference",
            Self::UnresolvedReference { .. } => "schema::unresolved-reference",
            Self::EndlessReference { .. } => "schema::endless-reference",
            Self::TooLarge { .. } => "schema::too-large",
            Self::HeavyPatterns { .. } => "schema::heavy-patterns",
            Self::TooCostly { .. } => "schema::too-costly",
            Self::TooDeep { .. } => "schema::too-deep",
        }
    }

    /// Where the fault stands in the source of the schema.
    pub fn span(&self) -> Span {
        match self {
            Self::Json(error) => error.span(),
            Self::NotASchema { span, .. }
            | Self::Flawed { span, .. }
            | Self::UnknownDialect { span, .. }
            | Self::Invalid { span, .. }
            | Self::OutsideReference { span, .. }
            | Self::UnresolvedReference { span, .. }
            | Self::EndlessReference { span }
            | Self::TooLarge { span }
            | Self::HeavyPatterns { span }
            | Self::TooCostly { span }
            | Self::TooDeep { span, .. } => *span,
        }
    }

    /// What the owner of the schema can do about it.
    pub fn help(&self) -> &'static str {
        match self {
            Self::Json(_) => "a schema is one JSON value",
            Self::NotASchema { .. } => "give the tool an object schema, such as `{\"type\": \"object\"}`",
            Self::Flawed { kind: FlawKind::TooDeep, .. } => {
                "write the schema flatter; nothing that deep is read"
            }
            Self::Flawed { .. } => "parsers disagree about such a text; write it so that they all agree",
            Self::UnknownDialect { .. } => "leave `$schema` out for draft 2020-12, or name a published draft",
            Self::Invalid { .. } => {
                "clients that validate refuse such a schema too; mend the keyword at this place"
            }
            Self::OutsideReference { .. } => "nothing is fetched; copy what it names into `$defs`",
            Self::UnresolvedReference { .. } => "add the definition, or mend the reference",
            Self::EndlessReference { .. } => "no value can be checked against it; break the circle",
            Self::TooLarge { .. } => "definitions that name others many times multiply; flatten them",
            Self::HeavyPatterns { .. } => {
                "a repetition multiplies what it repeats, and a class such as `\\p{L}` is large; \
                 bound the length by `maxLength`"
            }
            Self::TooCostly { .. } => "leave out what no call needs, such as long lists of objects",
            Self::TooDeep { .. } => "flatten the chain of references",
        }
    }

    pub(super) fn dialect(schema: &Node) -> Self {
        let member = schema.get("$schema");
        let dialect = member.and_then(Node::as_str).unwrap_or_default().to_owned();
        Self::UnknownDialect { dialect, span: member.map_or(schema.span, |node| node.span) }
    }

    /// What the validator has against its copy, whose patterns are in the words of `engine`.
    pub(super) fn invalid(error: &jsonschema::ValidationError<'_>, schema: &Node, engine: Engine) -> Self {
        let at = error.instance_path().as_str().to_owned();
        let span = pointer::get(schema, &at).map_or(schema.span, |node| node.span);
        // The meta-schema's own words say nothing of the keyword that is wrong.
        let message = match (error.kind(), at.rsplit('/').next()) {
            (jsonschema::error::ValidationErrorKind::AnyOf { .. }, Some(keyword)) if !keyword.is_empty() => {
                format!("{} is nothing that `{keyword}` may be", error.instance())
            }
            _ => in_given_words(error.to_string(), schema, engine),
        };
        Self::Invalid { message: brief(&message), at, span }
    }

    pub(super) fn reach(fault: Fault, schema: &Node) -> Self {
        match fault {
            Fault::Unresolved(encoded) => {
                let (reference, span) = find(schema, &encoded);
                Self::UnresolvedReference { reference, span }
            }
            Fault::Outside(encoded) => {
                let (reference, span) = find(schema, &encoded);
                Self::OutsideReference { reference, span }
            }
            Fault::Endless => Self::EndlessReference { span: schema.span },
            Fault::TooLarge => Self::TooLarge { span: schema.span },
            Fault::TooDeep(limit) => Self::TooDeep { limit, span: schema.span },
            Fault::NotAUri(message) => Self::Invalid { message, at: String::new(), span: schema.span },
        }
    }
}

/// A validator's message may quote a whole value; a person reads its beginning.
fn brief(message: &str) -> String {
    const MOST: usize = 200;
    let mut brief: String = message.chars().take(MOST).collect();
    if brief.len() < message.len() {
        brief.push('…');
    }
    brief
}

/// The message with a pattern of the copy as it was given.
fn in_given_words(message: String, schema: &Node, engine: Engine) -> String {
    let quoted = |text: &str| serde_json::Value::from(text).to_string();
    let copied = |text: &str| pattern::translate(text, engine).map(|text| quoted(&text));
    let is_quoted = |text: &str| copied(text).is_some_and(|copied| message.contains(&copied));
    let found = pattern_of(schema, &is_quoted);
    match found.and_then(|given| Some((given, copied(given)?))) {
        Some((given, copied)) => message.replace(&copied, &quoted(given)),
        None => message,
    }
}

/// The first pattern that `is_meant`.
fn pattern_of<'n>(node: &'n Node, is_meant: &impl Fn(&str) -> bool) -> Option<&'n str> {
    match &node.data {
        Data::Array(items) => items.iter().find_map(|item| pattern_of(item, is_meant)),
        Data::Object(members) => members.iter().find_map(|member| {
            let named = match (&*member.name, &member.value.data) {
                ("pattern", Data::String(text)) => Some(&**text).filter(|text| is_meant(text)),
                ("patternProperties", Data::Object(named)) => {
                    named.iter().map(|member| &*member.name).find(|name| is_meant(name))
                }
                _ => None,
            };
            named.or_else(|| pattern_of(&member.value, is_meant))
        }),
        _ => None,
    }
}

/// The reference as it was written, and its place.
fn find(schema: &Node, encoded: &str) -> (String, Span) {
    search(schema, encoded).map_or_else(
        || (encoded.to_owned(), schema.span),
        |node| (node.as_str().unwrap_or(encoded).to_owned(), node.span),
    )
}

fn search<'n>(node: &'n Node, encoded: &str) -> Option<&'n Node> {
    match &node.data {
        Data::Array(items) => items.iter().find_map(|item| search(item, encoded)),
        Data::Object(members) => members.iter().find_map(|member| match member.value.as_str() {
            Some(text)
                if fragment::REFERENCES.contains(&&*member.name) && fragment::encode(text) == encoded =>
            {
                Some(&member.value)
            }
            _ => search(&member.value, encoded),
        }),
        _ => None,
    }
}
