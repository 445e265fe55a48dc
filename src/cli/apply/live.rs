//! The actions of a surface, for the calls that name them.

use std::collections::HashMap;
use std::sync::OnceLock;

use super::ruling::unusable;
use super::stored::Stored;
use crate::apply::{Reason, ReasonCode};
use crate::calls::names::Names;
use crate::cli::exit::Fault;
use crate::cli::request::Problem;
use crate::cli::session::Session;
use crate::cli::surface::Loaded;
use crate::prove::ProvenPlan;
use crate::schema::Schema;
use crate::surface::Action;

/// The actions of a surface, by ref.
pub(in crate::cli) struct Live<'d> {
    pub(super) loaded: &'d Loaded,
    actions: HashMap<String, Tool<'d>>,
    /// What hosts call them.
    pub(super) names: Names,
    pub(super) stored: Option<Stored>,
}

/// An action, with what its calls need: worked out at the first of them, and kept for the run.
pub(super) struct Tool<'d> {
    action: Action<'d>,
    schema: OnceLock<Result<Schema, Box<Reason>>>,
    /// The plan of the profile in force.
    plan: OnceLock<Option<ProvenPlan>>,
}

impl<'d> Live<'d> {
    pub(super) fn new(loaded: &'d Loaded, server: Option<&str>) -> Result<Self, Fault> {
        let actions = loaded.surface(server)?.actions;
        let names = Names::of(actions.iter().map(|action| &*action.reference));
        let tool = |action: Action<'d>| {
            let name = action.reference.clone();
            (name, Tool { action, schema: OnceLock::new(), plan: OnceLock::new() })
        };
        Ok(Self { loaded, actions: actions.into_iter().map(tool).collect(), names, stored: None })
    }

    /// The action called `reference`.
    pub(super) fn tool(&self, reference: &str) -> Result<&Tool<'d>, Problem> {
        let unknown = || Problem::new("unknown-ref", format!("the surface has no action `{reference}`"));
        self.actions.get(reference).ok_or_else(unknown)
    }

    /// The compiled schema of `tool`; a reason where it cannot be used.
    pub(super) fn schema<'t>(&self, session: &Session, tool: &'t Tool<'_>) -> Result<&'t Schema, &'t Reason> {
        let compile = || match tool.action.schema {
            None => Err(Box::new(Reason::general(ReasonCode::NoSchema, "the tool declares no schema"))),
            Some(node) => Schema::new(&self.loaded.document, node, session.options())
                .map_err(|error| Box::new(unusable(error))),
        };
        tool.schema.get_or_init(compile).as_ref().map_err(|reason| &**reason)
    }

    /// The proven plan of `tool` under the profile in force.
    pub(super) fn plan(&self, session: &Session, tool: &Tool<'_>) -> Option<ProvenPlan> {
        let derive = |schema| session.derive(session.in_force(), &tool.action.reference, schema);
        tool.plan.get_or_init(|| self.schema(session, tool).ok().and_then(derive)).clone()
    }
}
