//! What one run keeps between lines: the profile in force, compiled schemas, proven plans.
//!
//! The same few schemas come again and again in a stream of calls, and compiling one costs far more
//! than a call does. What is kept is bounded by what it costs, the oldest goes first, and nothing is
//! served that was not compiled from exactly the same bytes or proved against exactly the same schema.

mod key;
mod memo;

use std::path::Path;

use key::{Key, Question};
use memo::{Cost, Memo};

use super::exit::Fault;
use super::program::ProgramArgs;
use super::request::{Problem, Request};
use crate::derive::derive;
use crate::diagnostic::nearest::suggest;
use crate::json::{Document, Node};
use crate::plan::Plan;
use crate::program::{Profile, Program};
use crate::prove::{ProvenPlan, Refusal, prove};
use crate::schema::{Schema, SchemaError, SchemaOptions};

/// How schemas are read and under which rules.
#[derive(Debug, Clone, clap::Args)]
pub(super) struct SessionArgs {
    #[command(flatten)]
    program: ProgramArgs,
    /// Let `format` refuse values; by default it only describes them
    #[arg(long)]
    assert_formats: bool,
}

impl SessionArgs {
    /// The rule files that are read.
    pub(super) fn read(&self) -> impl Iterator<Item = &Path> {
        self.program.read()
    }

    pub(super) fn open(&self) -> Result<Session, Fault> {
        Ok(Session {
            profile: self.program.profile()?,
            options: self.options(),
            schemas: Memo::default(),
            plans: Memo::default(),
        })
    }

    pub(super) fn options(&self) -> SchemaOptions {
        SchemaOptions { assert_formats: self.assert_formats }
    }

    pub(super) fn profile(&self) -> Result<Profile, Fault> {
        self.program.profile()
    }
}

/// What one run keeps.
pub(super) struct Session {
    profile: Profile,
    options: SchemaOptions,
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
    /// The rules in force.
    pub(super) fn program(&self) -> &Program {
        self.profile.program()
    }

    /// How schemas are read.
    pub(super) fn options(&self) -> SchemaOptions {
        self.options
    }

    /// The profile in force.
    pub(super) fn in_force(&self) -> &Profile {
        &self.profile
    }

    /// The profile that `request` names, or the one in force.
    pub(super) fn profile(&self, request: Request<'_>) -> Result<Profile, Problem> {
        let Some(node) = request.optional("profile")? else { return Ok(self.profile.clone()) };
        let name = request.text(node, "profile")?;
        self.profile.program().profile(name).ok_or_else(|| {
            let profiles: Vec<Profile> = self.profile.program().profiles().collect();
            let names: Vec<&str> = profiles.iter().map(Profile::name).collect();
            let message = format!("there is no profile `{name}`: {}", suggest(name, names));
            Problem::new("unknown-profile", message)
        })
    }

    /// The compiled schema that stands at `node` in `document`, whose text is `text`.
    pub(super) fn schema(&self, text: &str, document: &Document, node: &Node) -> Result<Schema, SchemaError> {
        let raw = node.span.of(text);
        self.schemas
            .get(Key::of_schema(raw, self.options).as_str(), || Schema::new(document, node, self.options))
    }

    /// Proves `plan`.
    pub(super) fn prove(&self, plan: &Plan, reference: &str, schema: &Schema) -> Result<ProvenPlan, Refusal> {
        prove(self.profile.program(), plan, reference, schema)
    }

    /// The plan that `profile` yields, proved; `None` where it yields none.
    pub(super) fn derived(&self, profile: &Profile, reference: &str, schema: &Schema) -> Option<ProvenPlan> {
        let key = Key::of_plan(&Question { profile, schema, reference, plan: None });
        self.plans.get(key.as_str(), || self.derive(profile, reference, schema))
    }

    /// The same, worked out anew.
    pub(super) fn derive(&self, profile: &Profile, reference: &str, schema: &Schema) -> Option<ProvenPlan> {
        let plan = derive(profile, reference, schema).ok()?;
        self.prove(&plan, reference, schema).ok()
    }

    /// The plan at `node` of `request`, proved; `None` where it is no plan, or none of this schema's.
    pub(super) fn given(
        &self,
        request: Request<'_>,
        node: &Node,
        reference: &str,
        schema: &Schema,
    ) -> Option<ProvenPlan> {
        let plan = Some(request.raw(node));
        let key = Key::of_plan(&Question { profile: &self.profile, schema, reference, plan });
        self.plans.get(key.as_str(), || {
            let plan = Plan::read(request.document, node).ok()?;
            self.prove(&plan, reference, schema).ok()
        })
    }
}
