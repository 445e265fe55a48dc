//! A tool's argument schema: the document as given, its digest and its compiled validator.
//!
//! This is the one thing, beside the JSON tree and the IR, that the deriver and the checker share:
//! each asks the validator in a way of its own what a property accepts.
//!
//! 1. [`keywords`]: where schemas stand inside a schema;
//! 2. [`copy`]: what the validator gets, with [`fragment`] for references and [`pattern`] for patterns;
//! 3. [`reach`]: how much a schema unfolds to, and whether every reference stays inside it;
//! 4. [`cost`]: how large its patterns are compiled, and [`work`]: how much a validation costs;
//! 5. [`target`]: where a reference leads in the tree as given;
//! 6. [`position`]: the places where it describes a value, and [`branch`] for those in unions;
//! 7. [`Schema::accepts_at`] and, in [`whole`], [`Schema::admits_at`]: the two ways to ask there;
//! 8. [`SchemaError`]: why a schema cannot be used;
//! 9. [`Rejection`]: why it rejects arguments.

mod branch;
mod copy;
mod cost;
mod error;
mod fragment;
mod keywords;
mod pattern;
mod position;
mod reach;
mod rejection;
mod target;
mod whole;
mod work;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use jsonschema::{PatternCache, PatternOptions, Registry, ValidationOptions, Validator};
use referencing::Draft;
use serde_json::{Value, json};

pub use branch::branch_around;
pub use error::SchemaError;
pub use position::{Position, Reach};
pub use rejection::Rejection;

use whole::Raised;
use work::Work;

use crate::digest::Digest;
use crate::json::{Data, Document, Member, Node, VerbatimRef, pointer};
use pattern::Engine;

/// The most subschemas that a schema may unfold to: see [`reach`].
pub const MOST_UNFOLDED: usize = 100_000;
/// The most [`work`] that a validation may be for it to be tried.
const MOST_WORK: usize = 20_000_000;
/// The most [`work`] that arguments may be for reasons to be asked for: telling why copies values, where
/// telling whether does not.
const MOST_WORDS: usize = 2_000_000;
/// Steps back that a pattern may take before its match counts as undecided.
const MOST_BACKTRACKS: usize = 100_000;
/// How many bytes a compiled pattern may have; the engine's own bound, behind [`cost`].
const MOST_PROGRAM: usize = 10 << 20;
/// How many bytes an engine may keep of what it worked out while matching.
const MOST_STATES: usize = 1 << 20;
/// The name under which a schema is its own registry's root.
const ROOT: &str = "json-schema:///fabric";

/// How a schema is to be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct SchemaOptions {
    /// Whether `format` refuses values. By default it only describes them.
    pub assert_formats: bool,
}

impl SchemaOptions {
    /// The same, where `format` refuses values or only describes them.
    #[must_use]
    pub const fn with_assert_formats(self, assert_formats: bool) -> Self {
        Self { assert_formats, ..self }
    }
}

/// A schema that compiles, and stays within the bounds. Cheap to clone.
///
/// ```
/// use fabric_rules::{Schema, SchemaOptions};
///
/// let text = br#"{"properties": {"at": {"type": "string", "format": "date"}}}"#;
/// let strict = SchemaOptions::default().with_assert_formats(true);
/// assert!(!Schema::parse(text, strict).unwrap().accepts_arguments(&serde_json::json!({"at": "noon"})));
///
/// let error = Schema::parse(br#"{"type": "objekt"}"#, strict).unwrap_err();
/// assert!(error.code().starts_with("schema::"));
/// ```
#[derive(Debug, Clone)]
pub struct Schema(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    root: Node,
    value: Value,
    draft: Draft,
    engine: Engine,
    options: SchemaOptions,
    unfolded: usize,
    work: Work,
    cost: usize,
    /// The compiled patterns, which all validators share.
    patterns: PatternCache,
    validator: Validator,
    digest: OnceLock<Digest>,
    identity: OnceLock<Digest>,
    is_compound: OnceLock<bool>,
    /// One validator a property, in the order of `properties`; compiled when first asked.
    properties: Vec<OnceLock<Option<Validator>>>,
    /// The same for positions below the top, by their pointers.
    below: Mutex<HashMap<String, Option<Arc<Validator>>>>,
    raised: OnceLock<Option<Raised>>,
    /// To what the positions below the top unfold, where that was asked.
    unfolded_below: OnceLock<Option<usize>>,
    registry: OnceLock<Option<Registry<'static>>>,
}

/// The validator cannot say whether a property accepts a value.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the validator cannot evaluate property `{property}` by itself")]
#[non_exhaustive]
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
        if !matches!(node.data, Data::Object(_) | Data::Bool(_)) {
            return Err(SchemaError::NotASchema { found: node.kind(), span: node.span });
        }
        let too_costly =
            |cost| if cost > cost::MOST { Err(SchemaError::TooCostly { span: node.span }) } else { Ok(cost) };
        let programs = cost::programs(node).map_err(|span| SchemaError::HeavyPatterns { span })?;
        too_costly(cost::of(node, 0, programs))?;
        let mut value = node.to_value();
        let draft = Draft::default().detect(&value);
        if draft == Draft::Unknown {
            return Err(SchemaError::dialect(node));
        }
        let engine = copy::spell_out(&mut value, draft);
        let (unfolded, work) =
            reach::measure(&value, draft).map_err(|fault| SchemaError::reach(fault, node))?;
        let cost = too_costly(cost::of(node, unfolded, programs))?;
        let patterns = PatternCache::new();
        let validator = build(&value, draft, (engine, options), &patterns, None)
            .map_err(|error| SchemaError::invalid(&error, node, engine))?;
        let properties = members_of(node).iter().map(|_| OnceLock::new()).collect();
        Ok(Self(Arc::new(Inner {
            root: node.clone(),
            value,
            draft,
            engine,
            options,
            unfolded,
            work,
            cost,
            patterns,
            validator,
            digest: OnceLock::new(),
            identity: OnceLock::new(),
            is_compound: OnceLock::new(),
            properties,
            below: Mutex::new(HashMap::new()),
            raised: OnceLock::new(),
            unfolded_below: OnceLock::new(),
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

    /// The digest of everything that the schema's answers depend on: its members in their order, its
    /// numbers as they are spelled, and how it is read.
    ///
    /// Two schemas of one [digest](Self::digest) can accept different values: `maximum`
    /// 9007199254740993 and …992 are one double, and the validator compares integers exactly. So what
    /// is remembered of a schema is kept by this.
    pub fn identity(&self) -> &Digest {
        self.0.identity.get_or_init(|| {
            let SchemaOptions { assert_formats } = self.0.options;
            // Text, numbers and containers always serialise.
            let text = serde_json::to_string(&VerbatimRef(&self.0.root)).unwrap_or_default();
            Digest::of_text(&format!("{assert_formats} {text}"))
        })
    }

    /// The members of `properties`; none where that is no object, or does not count.
    pub fn properties(&self) -> &[Member] {
        let root = &self.0.root;
        let counts = !self.references_stand_alone() || root.get("$ref").and_then(Node::as_str).is_none();
        if counts { members_of(root) } else { &[] }
    }

    /// Whether, in the schema's draft, nothing beside a `$ref` counts: so it is up to draft 7.
    pub fn references_stand_alone(&self) -> bool {
        reach::stands_alone(self.0.draft)
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

    /// About how much memory it takes in the end, in bytes, with the validators of all its properties, and
    /// of all positions below the top as soon as one was asked about.
    ///
    /// Told from its size, its unfolded size and its patterns, so that who keeps schemas can bound them.
    pub fn cost(&self) -> usize {
        let below = self.0.unfolded_below.get().copied().flatten().unwrap_or(0);
        self.0.cost.saturating_add(cost::below(below))
    }

    /// Whether arguments of this many bytes can be validated within the bound on work.
    ///
    /// What a byte costs at most is asked first, so the values are looked at only for long texts.
    pub fn affords(&self, bytes: usize, arguments: &Value) -> bool {
        self.0.work.of_bytes(bytes) <= MOST_WORK || self.0.work.of(arguments) <= MOST_WORK
    }

    /// Whether the property `key` accepts `value`: see [`accepts_at`](Self::accepts_at).
    ///
    /// # Errors
    ///
    /// [`Unevaluable`] where there is no such property, or it does not compile by itself.
    pub fn accepts(&self, key: &str, value: &Value) -> Result<bool, Unevaluable> {
        let mut properties = self.properties().iter();
        let index = properties.position(|member| *member.name == *key);
        self.accepts_top(index.ok_or_else(|| Unevaluable { property: key.to_owned() })?, value)
    }

    /// As [`accepts`](Self::accepts), for the property of this index.
    pub(crate) fn accepts_top(&self, index: usize, value: &Value) -> Result<bool, Unevaluable> {
        let name = || self.properties().get(index).map(|member| &*member.name).unwrap_or_default();
        let judged = self.judge_at_top(index, || pointer::push("/properties", name()), value);
        judged.ok_or_else(|| Unevaluable { property: name().to_owned() })
    }

    /// Whether what stands at `position` accepts `value`, in the context of the whole schema.
    ///
    /// This is the way of the deriver and of `apply`; for the checker there is [`Schema::admits_at`].
    ///
    /// # Errors
    ///
    /// [`Unevaluable`] where the position does not compile by itself.
    pub fn accepts_at(&self, position: &Position<'_>, value: &Value) -> Result<bool, Unevaluable> {
        let Some(index) = position.index else { return self.accepts_below(&position.pointer, value) };
        let judged = self.judge_at_top(index, || position.pointer.clone(), value);
        judged.ok_or_else(|| position.unevaluable())
    }

    /// As [`accepts_at`](Self::accepts_at), for the position below the top that stands at `pointer`.
    pub(crate) fn accepts_below(&self, pointer: &str, value: &Value) -> Result<bool, Unevaluable> {
        let judged = self.judge_below(pointer).map(|validator| validator.is_valid(value));
        judged.ok_or_else(|| Unevaluable { property: pointer.to_owned() })
    }

    /// What a validation of `value` by any part of the schema costs at most, in steps.
    pub(crate) fn work_of(&self, value: &Value) -> usize {
        self.0.work.of(value)
    }

    /// Whether the property of this index accepts `value`; `pointer` is asked for once in all.
    fn judge_at_top(&self, index: usize, pointer: impl FnOnce() -> String, value: &Value) -> Option<bool> {
        let validator = self.0.properties.get(index)?.get_or_init(|| self.compile_at(&pointer()));
        validator.as_ref().map(|validator| validator.is_valid(value))
    }

    /// The validator for the position at `pointer`, which is not at the top.
    fn judge_below(&self, pointer: &str) -> Option<Arc<Validator>> {
        let known = || self.0.below.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(validator) = known().get(pointer) {
            return validator.clone();
        }
        let validator = self.unfolded_below().and_then(|_| self.compile_at(pointer)).map(Arc::new);
        known().insert(pointer.to_owned(), validator.clone());
        validator
    }

    /// Whether the part at `pointer` accepts `value`, in the context of the whole schema.
    ///
    /// A validator is made for this one question, which costs as much as the part unfolds to. `None` where
    /// there is no such part, or it does not compile by itself.
    pub fn accepts_part(&self, pointer: &str, value: &Value) -> Option<bool> {
        self.compile_at(pointer).map(|validator| validator.is_valid(value))
    }

    /// Has `key` judged by the property `other` from now on, as a fault of [`Schema::accepts`] would.
    ///
    /// For the tests of those who must notice such a fault; it says whether it came in time.
    #[doc(hidden)]
    pub fn misjudge(&self, key: &str, other: &str) -> bool {
        let index = self.properties().iter().position(|member| &*member.name == key);
        let cell = index.and_then(|index| self.0.properties.get(index));
        cell.is_some_and(|cell| cell.set(self.compile_at(&pointer::push("/properties", other))).is_ok())
    }

    /// A validator for one part that still sees the whole schema: a reference into it.
    fn compile_at(&self, pointer: &str) -> Option<Validator> {
        let inner = &self.0;
        let registry = inner.registry.get_or_init(|| {
            let resource = inner.draft.create_resource(inner.value.clone());
            let builder = Registry::new().retriever(reach::NothingOutside).draft(inner.draft);
            builder.add(ROOT, resource).ok()?.prepare().ok()
        });
        let location = fragment::of_pointer(pointer);
        let reference = json!({ "$ref": format!("{ROOT}#{location}") });
        let reading = (inner.engine, inner.options);
        build(&reference, inner.draft, reading, &inner.patterns, registry.as_ref()).ok()
    }
}

fn members_of(schema: &Node) -> &[Member] {
    schema.get("properties").and_then(Node::as_object).unwrap_or_default()
}

fn build(
    schema: &Value,
    draft: Draft,
    (engine, options): (Engine, SchemaOptions),
    patterns: &PatternCache,
    registry: Option<&Registry<'static>>,
) -> Result<Validator, jsonschema::ValidationError<'static>> {
    let mut configured: ValidationOptions<'_> = jsonschema::options()
        .with_draft(draft)
        .with_retriever(reach::NothingOutside)
        .should_validate_formats(options.assert_formats)
        .with_pattern_cache(patterns.clone());
    configured = match engine {
        Engine::Linear => configured.with_pattern_options(
            PatternOptions::regex().size_limit(MOST_PROGRAM).dfa_size_limit(MOST_STATES),
        ),
        Engine::Backtracking => configured.with_pattern_options(
            PatternOptions::fancy_regex()
                .backtrack_limit(MOST_BACKTRACKS)
                .size_limit(MOST_PROGRAM)
                .dfa_size_limit(MOST_STATES),
        ),
    };
    if let Some(registry) = registry {
        configured = configured.with_registry(registry);
    }
    configured.build(schema)
}
