//! What is worked out for one tool, at its first call, and kept as long as there is room.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};

use crate::json::Document;
use crate::prove::ProvenPlan;
use crate::schema::{Schema, SchemaError};
use crate::session::Session;

/// How many bytes the schemas of a list may take together, about. Those of the tools beyond are worked out
/// again when they are called, unless the session still has them.
const MOST_KEPT: usize = 1 << 30;

/// How many bytes the schemas of a list take, over all its states.
#[derive(Debug, Clone, Default)]
pub(super) struct Kept(Arc<AtomicUsize>);

/// The part of one schema. It is given back with the last list that holds the tool.
#[derive(Debug)]
struct Share {
    cost: usize,
    kept: Kept,
}

impl Share {
    fn new(cost: usize, kept: &Kept) -> Self {
        kept.0.fetch_add(cost, Ordering::Relaxed);
        Self { cost, kept: kept.clone() }
    }
}

impl Drop for Share {
    fn drop(&mut self) {
        self.kept.0.fetch_sub(self.cost, Ordering::Relaxed);
    }
}

/// What is known of one tool's schema.
#[derive(Debug, Default)]
pub(super) struct Worked {
    schema: OnceLock<(Result<Schema, SchemaError>, Share)>,
    /// The plan of the profile in force.
    plan: OnceLock<Option<ProvenPlan>>,
}

impl Worked {
    /// Itself, where a tool with the same schema at another place can use it: an error tells a place.
    pub(super) fn useful(&self, shared: &Arc<Self>) -> Option<Arc<Self>> {
        self.schema.get().is_some_and(|(schema, _)| schema.is_ok()).then(|| shared.clone())
    }

    /// The compiled schema of `document`.
    pub(super) fn schema(
        &self,
        session: &Session,
        kept: &Kept,
        document: &Document,
    ) -> Result<Schema, SchemaError> {
        if let Some((schema, _)) = self.schema.get() {
            return schema.clone();
        }
        if kept.0.load(Ordering::Relaxed) > MOST_KEPT {
            return session.verbatim(document);
        }
        let compile = || {
            let schema = Schema::new(document, &document.root, session.options());
            let cost = schema.as_ref().map_or(0, Schema::cost);
            (schema, Share::new(cost, kept))
        };
        self.schema.get_or_init(compile).0.clone()
    }

    /// The proven plan of `reference`, whose schema this is.
    pub(super) fn plan(&self, session: &Session, reference: &str, schema: &Schema) -> Option<ProvenPlan> {
        if self.schema.get().is_none() {
            return session.derived(session.profile(), reference, schema);
        }
        self.plan.get_or_init(|| session.derive(session.profile(), reference, schema)).clone()
    }
}
