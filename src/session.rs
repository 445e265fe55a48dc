//! What a host keeps between calls: the profile in force, compiled schemas, proven plans.
//!
//! The same few schemas come again and again in a stream of calls, and compiling one costs far more
//! than a call does. What is kept is bounded by what it costs, the oldest goes first, and nothing is
//! served that was not compiled from exactly the same bytes or proved against exactly the same schema.

pub mod key;
mod memo;

use std::sync::Arc;

use key::{Key, Question};
use memo::{Cost, Memo};

use crate::cache::Cache;
use crate::json::{Document, Node, VerbatimRef};
use crate::plan::Plan;
use crate::program::{Profile, Program};
use crate::prove::{ProvenPlan, Refusal, prove};
use crate::schema::{Schema, SchemaError, SchemaOptions};

/// What a host keeps. Cheap to clone; clones keep one memory.
#[derive(Debug, Clone)]
pub struct Session(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    profile: Profile,
    options: SchemaOptions,
    /// What knows plans that were derived before, if anything does.
    cache: Option<Cache>,
    schemas: Memo<Result<Schema, SchemaError>>,
    plans: Memo<Option<ProvenPlan>>,
}

/// What a refusal takes, and a plan beside its schema.
const SMALL: usize = 4 << 10;

impl Cost for Result<Schema, SchemaError> {
    fn cost(&self) -> usize {
        SMALL + self.as_ref().map_or(0, Schema::cost)
    }
}

impl Cost for Option<ProvenPlan> {
    fn cost(&self) -> usize {
        SMALL + self.as_ref().map_or(0, |proven| proven.schema().cost())
    }
}

impl Session {
    /// A session under `profile` that keeps nothing yet and reads schemas as `options` say.
    pub fn new(profile: Profile, options: SchemaOptions) -> Self {
        Self::of(profile, options, None)
    }

    /// The same, which knows nothing yet but what `cache` does: plans that were derived before.
    #[must_use]
    pub fn with_cache(&self, cache: Cache) -> Self {
        Self::of(self.0.profile.clone(), self.0.options, Some(cache))
    }

    fn of(profile: Profile, options: SchemaOptions, cache: Option<Cache>) -> Self {
        let (schemas, plans) = (Memo::default(), Memo::default());
        Self(Arc::new(Inner { profile, options, cache, schemas, plans }))
    }

    /// The rules in force.
    pub fn program(&self) -> &Program {
        self.0.profile.program()
    }

    /// How schemas are read.
    pub fn options(&self) -> SchemaOptions {
        self.0.options
    }

    /// The profile in force.
    pub fn profile(&self) -> &Profile {
        &self.0.profile
    }

    /// The compiled schema that stands at `node` in `document`, whose text is `text`.
    ///
    /// # Errors
    ///
    /// As [`Schema::new`].
    pub fn schema(&self, text: &str, document: &Document, node: &Node) -> Result<Schema, SchemaError> {
        let (raw, options) = (node.span.of(text), self.0.options);
        let key = Key::of_schema(raw, options);
        self.0.schemas.get(key.as_str(), || Schema::new(document, node, options))
    }

    /// The compiled schema that `document` is.
    ///
    /// # Errors
    ///
    /// As [`Schema::new`].
    pub fn verbatim(&self, document: &Document) -> Result<Schema, SchemaError> {
        let options = self.0.options;
        let compile = || Schema::new(document, &document.root, options);
        // A flaw is no part of the text, and is told before anything is compiled.
        if !document.flaws.is_empty() {
            return compile();
        }
        let text = serde_json::to_string(&VerbatimRef(&document.root)).unwrap_or_default();
        self.0.schemas.get(Key::of_schema(&text, options).as_str(), compile)
    }

    /// Proves `plan`.
    ///
    /// # Errors
    ///
    /// As [`prove`](prove()).
    pub fn prove(&self, plan: &Plan, reference: &str, schema: &Schema) -> Result<ProvenPlan, Refusal> {
        prove(self.program(), plan, reference, schema)
    }

    /// The plan that `profile` yields, proved; `None` where it yields none.
    pub fn derived(&self, profile: &Profile, reference: &str, schema: &Schema) -> Option<ProvenPlan> {
        let key = Key::of_plan(&Question { profile, schema, reference, plan: None });
        self.0.plans.get(key.as_str(), || self.derive(profile, reference, schema))
    }

    /// The same, worked out anew.
    pub fn derive(&self, profile: &Profile, reference: &str, schema: &Schema) -> Option<ProvenPlan> {
        match &self.0.cache {
            Some(cache) => profile.plan_by(cache, reference, schema).ok().map(|planned| planned.proven),
            None => profile.plan(reference, schema).ok(),
        }
    }

    /// The plan at `node` of `document`, whose text is `text`, proved; `None` where it is no plan, or none
    /// of this schema's.
    pub fn given(
        &self,
        (text, document, node): (&str, &Document, &Node),
        reference: &str,
        schema: &Schema,
    ) -> Option<ProvenPlan> {
        let plan = Some(node.span.of(text));
        let key = Key::of_plan(&Question { profile: self.profile(), schema, reference, plan });
        self.0.plans.get(key.as_str(), || {
            let plan = Plan::read(document, node).ok()?;
            self.prove(&plan, reference, schema).ok()
        })
    }
}
