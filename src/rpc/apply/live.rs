//! The actions of a surface, for the calls that name them.

use std::collections::HashMap;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::ruling::unusable;
use super::stored::Stored;
use crate::apply::{Reason, ReasonCode};
use crate::calls::names::Names;
use crate::json::Document;
use crate::prove::ProvenPlan;
use crate::request::Problem;
use crate::schema::Schema;
use crate::session::Session;
use crate::surface::{Action, Surface};

/// How many bytes the schemas of a surface may take together, about. The tools beyond are worked out again
/// when they are called, unless the session still has them.
const MOST_KEPT: usize = 1 << 30;

/// The actions of a surface, by ref.
pub struct Live<'d> {
    document: &'d Document,
    text: &'d str,
    actions: HashMap<String, Tool<'d>>,
    /// What hosts call them.
    pub(super) names: Names,
    /// What a store holds for them, where there is one.
    pub stored: Option<Stored>,
    /// How many bytes are kept.
    kept: AtomicUsize,
}

/// An action, with what its calls need: worked out at the first of them, and kept for the run.
pub(super) struct Tool<'d> {
    action: Action<'d>,
    schema: OnceLock<Result<Schema, Box<Reason>>>,
    /// The plan of the profile in force.
    plan: OnceLock<Option<ProvenPlan>>,
}

impl<'d> Live<'d> {
    /// The actions of `surface`, whose text is `text`.
    pub fn new(surface: Surface<'d>, text: &'d str) -> Self {
        let Surface { document, actions, .. } = surface;
        let names = Names::of(actions.iter().map(|action| &*action.reference));
        let tool = |action: Action<'d>| {
            let name = action.reference.clone();
            (name, Tool { action, schema: OnceLock::new(), plan: OnceLock::new() })
        };
        Self {
            document,
            text,
            actions: actions.into_iter().map(tool).collect(),
            names,
            stored: None,
            kept: AtomicUsize::new(0),
        }
    }

    /// The action called `reference`.
    pub(super) fn tool(&self, reference: &str) -> Result<&Tool<'d>, Problem> {
        let unknown = || Problem::new("unknown-ref", format!("the surface has no action `{reference}`"));
        self.actions.get(reference).ok_or_else(unknown)
    }

    /// The compiled schema of `tool`; a reason where it cannot be used.
    pub(super) fn schema(&self, session: &Session, tool: &Tool<'_>) -> Result<Schema, Box<Reason>> {
        if let Some(kept) = tool.schema.get() {
            return kept.clone();
        }
        let Some(node) = tool.action.schema else {
            return Err(Box::new(Reason::general(ReasonCode::NoSchema, "the tool declares no schema")));
        };
        if self.kept.load(Ordering::Relaxed) > MOST_KEPT {
            let schema = session.schema(self.text, self.document, node);
            return schema.map_err(|error| Box::new(unusable(error)));
        }
        let compile = || {
            let compiled = Schema::new(self.document, node, session.options());
            self.kept.fetch_add(compiled.as_ref().map_or(0, Schema::cost), Ordering::Relaxed);
            compiled.map_err(|error| Box::new(unusable(error)))
        };
        tool.schema.get_or_init(compile).clone()
    }

    /// The proven plan of `tool`, whose schema this is, under the profile in force.
    pub(super) fn plan(&self, session: &Session, tool: &Tool<'_>, schema: &Schema) -> Option<ProvenPlan> {
        let reference = &tool.action.reference;
        if tool.schema.get().is_none() {
            return session.derived(session.profile(), reference, schema);
        }
        tool.plan.get_or_init(|| session.derive(session.profile(), reference, schema)).clone()
    }
}
