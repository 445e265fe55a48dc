//! A tool's argument schema: the document as given, its digest and its compiled validator.
//!
//! This is the one thing, beside the JSON tree and the IR, that the deriver and the checker share:
//! both ask [`Schema::accepts`] what the validator says of a value.
//!
//! 1. [`keywords`]: where schemas stand inside a schema;
//! 2. [`fragment`]: references as the validator's URI library wants them;
//! 3. [`reach`]: how much a schema unfolds to, and whether every reference stays inside it;
//! 4. [`SchemaError`]: why a schema cannot be used;
//! 5. [`Rejection`]: why it rejects arguments.

mod error;
mod fragment;
mod keywords;
mod reach;
mod rejection;

use std::sync::{Arc, OnceLock};

use jsonschema::{PatternOptions, Registry, ValidationOptions, Validator};
use referencing::Draft;
use serde_json::{Value, json};

pub use error::SchemaError;
pub use rejection::Rejection;

use crate::digest::Digest;
use crate::json::{Document, Member, Node, pointer};

/// The most subschemas that a schema may unfold to: see [`reach`].
pub const MOST_UNFOLDED: usize = 100_000;
/// The most that unfolded size times the number of values may be for a validation to be tried.
const MOST_WORK: usize = 20_000_000;
/// Steps back that a pattern may take before its match counts as undecided.
const MOST_BACKTRACKS: usize = 100_000;
/// The name under which a schema is its own registry's root.
const ROOT: &str = "json-schema:///fabric";

/// How a schema is to be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct SchemaOptions {
    /// Whether `format` refuses values. By default it only describes them.
    pub assert_formats: bool,
}

/// A schema that compiles, and stays within the bounds. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Schema(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    root: Node,
    value: Value,
    draft: Draft,
    options: SchemaOptions,
    unfolded: usize,
    validator: Validator,
    digest: OnceLock<Digest>,
    /// One validator a property, in the order of `properties`; compiled when first asked.
    properties: Vec<OnceLock<Option<Validator>>>,
    registry: OnceLock<Option<Registry<'static>>>,
}

/// The validator cannot say whether a property accepts a value.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the validator cannot evaluate property `{property}` by itself")]
pub struct Unevaluable {
    /// The property's key.
    pub property: String,
}

impl Schema {
    /// Compiles the schema that stands at `node` in `document`.
    ///
    /// # Errors
    ///
    /// See [`SchemaError`]. A hostile schema costs bounded time and memory: its unfolded size is
    /// counted, up to [`MOST_UNFOLDED`], before the validator sees it.
    pub fn new(document: &Document, node: &Node, options: SchemaOptions) -> Result<Self, SchemaError> {
        if let Some(flaw) = document.flaw_in(node.span) {
            return Err(SchemaError::Flawed { kind: flaw.kind, span: flaw.span });
        }
        let mut value = node.to_value();
        if !matches!(value, Value::Object(_) | Value::Bool(_)) {
            return Err(SchemaError::NotASchema { found: node.kind(), span: node.span });
        }
        let draft = Draft::default().detect(&value);
        if draft == Draft::Unknown {
            return Err(SchemaError::dialect(node));
        }
        fragment::encode_references(&mut value);
        let unfolded = reach::measure(&value, draft).map_err(|fault| SchemaError::reach(fault, node))?;
        let validator =
            build(&value, draft, options, None).map_err(|error| SchemaError::invalid(&error, node))?;
        let properties = properties_of(node).iter().map(|_| OnceLock::new()).collect();
        Ok(Self(Arc::new(Inner {
            root: node.clone(),
            value,
            draft,
            options,
            unfolded,
            validator,
            digest: OnceLock::new(),
            properties,
            registry: OnceLock::new(),
        })))
    }

    /// Parses and compiles a schema that is a text of its own.
    ///
    /// # Errors
    ///
    /// A text that is no JSON, or a schema that cannot be used.
    pub fn parse(text: &[u8], options: SchemaOptions) -> Result<Self, SchemaError> {
        let document = Document::parse(text, crate::json::Limits::SURFACE).map_err(SchemaError::Json)?;
        Self::new(&document, &document.root, options)
    }

    /// The schema as it was given.
    pub fn root(&self) -> &Node {
        &self.0.root
    }

    /// The digest of the schema as it was given.
    pub fn digest(&self) -> &Digest {
        self.0.digest.get_or_init(|| Digest::of_node(&self.0.root))
    }

    /// The members of `properties`; none where that is no object.
    pub fn properties(&self) -> &[Member] {
        properties_of(&self.0.root)
    }

    /// The number of subschemas reached from the root, references followed and cycles cut.
    pub fn unfolded(&self) -> usize {
        self.0.unfolded
    }

    /// Whether `required` lists `key`.
    pub fn requires(&self, key: &str) -> bool {
        let required = self.0.root.get("required").and_then(Node::as_array).unwrap_or_default();
        required.iter().any(|name| name.as_str() == Some(key))
    }

    /// Whether the schema accepts `arguments`.
    pub fn accepts_arguments(&self, arguments: &Value) -> bool {
        self.0.validator.is_valid(arguments)
    }

    /// Whether arguments of this many bytes and values can be validated within the bound on work.
    ///
    /// A value takes at least one byte, so counting is needed only for long texts.
    pub fn affords(&self, bytes: usize, arguments: &Value) -> bool {
        self.0.unfolded.saturating_mul(bytes) <= MOST_WORK
            || self.0.unfolded.saturating_mul(count(arguments)) <= MOST_WORK
    }

    /// Whether the property `key` accepts `value`, in the context of the whole schema.
    ///
    /// # Errors
    ///
    /// [`Unevaluable`] where there is no such property, or it does not compile by itself.
    pub fn accepts(&self, key: &str, value: &Value) -> Result<bool, Unevaluable> {
        let unevaluable = || Unevaluable { property: key.to_owned() };
        let index =
            self.properties().iter().position(|member| &*member.name == key).ok_or_else(unevaluable)?;
        let cell = self.0.properties.get(index).ok_or_else(unevaluable)?;
        let validator = cell.get_or_init(|| self.compile_property(key));
        validator.as_ref().map(|validator| validator.is_valid(value)).ok_or_else(unevaluable)
    }

    /// A validator for one property that still sees the whole schema: a reference into it.
    fn compile_property(&self, key: &str) -> Option<Validator> {
        let inner = &self.0;
        let registry = inner.registry.get_or_init(|| {
            let resource = inner.draft.create_resource(inner.value.clone());
            let builder = Registry::new().retriever(reach::NothingOutside).draft(inner.draft);
            builder.add(ROOT, resource).ok()?.prepare().ok()
        });
        let location = pointer::push("/properties", key);
        let reference = json!({ "$ref": fragment::encode(&format!("{ROOT}#{location}")) });
        build(&reference, inner.draft, inner.options, registry.as_ref()).ok()
    }
}

fn properties_of(schema: &Node) -> &[Member] {
    schema.get("properties").and_then(Node::as_object).unwrap_or_default()
}

fn build(
    schema: &Value,
    draft: Draft,
    options: SchemaOptions,
    registry: Option<&Registry<'static>>,
) -> Result<Validator, jsonschema::ValidationError<'static>> {
    let mut configured: ValidationOptions<'_> = jsonschema::options()
        .with_draft(draft)
        .with_retriever(reach::NothingOutside)
        .should_validate_formats(options.assert_formats)
        .with_pattern_options(PatternOptions::fancy_regex().backtrack_limit(MOST_BACKTRACKS));
    if let Some(registry) = registry {
        configured = configured.with_registry(registry);
    }
    configured.build(schema)
}

/// The number of values in a value, itself included.
fn count(value: &Value) -> usize {
    match value {
        Value::Array(items) => 1 + items.iter().map(count).sum::<usize>(),
        Value::Object(members) => 1 + members.values().map(count).sum::<usize>(),
        _ => 1,
    }
}
