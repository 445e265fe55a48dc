//! The live surface: what plans are proved against, on the machine where they are used.

use std::collections::HashMap;
use std::sync::OnceLock;

use super::{Entry, Fallen, Place};
use crate::digest::Digest;
use crate::json::{Node, pointer};
use crate::plan::Plan;
use crate::program::Program;
use crate::prove::{ProvenPlan, prove};
use crate::schema::{Schema, SchemaError, SchemaOptions};
use crate::surface::write::digest_of;
use crate::surface::{Action, Surface, SurfaceError};

/// A live surface under a program. Schemas are compiled when they are first asked for, and once.
#[derive(Debug)]
pub struct Live<'s> {
    program: Program,
    options: SchemaOptions,
    surfaces: Vec<&'s Surface<'s>>,
    digest: OnceLock<Result<Digest, SurfaceError>>,
    actions: HashMap<&'s str, Known<'s>>,
}

#[derive(Debug)]
struct Known<'s> {
    index: usize,
    surface: &'s Surface<'s>,
    action: &'s Action<'s>,
    digest: OnceLock<Option<Digest>>,
    schema: OnceLock<Option<Result<Schema, SchemaError>>>,
}

impl<'s> Live<'s> {
    /// The actions of `surface`, under `program`.
    pub fn new(surface: &'s Surface<'s>, program: &Program, options: SchemaOptions) -> Self {
        Self::over([surface], program, options)
    }

    /// The actions of several surfaces together. Of a ref that two of them declare the first counts.
    pub fn over(
        surfaces: impl IntoIterator<Item = &'s Surface<'s>>,
        program: &Program,
        options: SchemaOptions,
    ) -> Self {
        let surfaces: Vec<&Surface<'_>> = surfaces.into_iter().collect();
        let mut actions = HashMap::new();
        for (index, surface) in surfaces.iter().enumerate() {
            for action in &surface.actions {
                actions.entry(&*action.reference).or_insert_with(|| Known {
                    index,
                    surface,
                    action,
                    digest: OnceLock::new(),
                    schema: OnceLock::new(),
                });
            }
        }
        Self { program: program.clone(), options, surfaces, digest: OnceLock::new(), actions }
    }

    /// The program that plans are proved under.
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// The digest of the surfaces together.
    ///
    /// # Errors
    ///
    /// [`SurfaceError::Flawed`] where a schema has no canonical form.
    pub fn digest(&self) -> Result<&Digest, SurfaceError> {
        self.digest.get_or_init(|| digest_of(&self.surfaces)).as_ref().map_err(Clone::clone)
    }

    /// The refs that the surface declares, in no order.
    pub fn refs(&self) -> impl Iterator<Item = &'s str> + '_ {
        self.actions.keys().copied()
    }

    /// Whether the surface declares `reference`.
    pub fn declares(&self, reference: &str) -> bool {
        self.actions.contains_key(reference)
    }

    /// The compiled schema of an action; `None` where there is no action, no schema, or one that does
    /// not compile.
    pub fn schema(&self, reference: &str) -> Option<&Schema> {
        self.actions.get(reference)?.schema(self.options)?.as_ref().ok()
    }

    /// Where the action of `reference` stands, or its property `key` where it has one.
    pub fn place(&self, reference: &str, key: Option<&str>) -> Option<Place> {
        let at = key.map(|key| pointer::push("/properties", key)).unwrap_or_default();
        Some(self.actions.get(reference)?.place(&at))
    }

    /// Proves what stands in a file where a plan should.
    ///
    /// # Errors
    ///
    /// [`Fallen`], also where it is no plan.
    pub fn judge(&self, entry: &Entry) -> Result<ProvenPlan, Fallen> {
        match &entry.plan {
            Ok(plan) => self.prove(plan),
            Err(malformed) => Err(Fallen::malformed(malformed)),
        }
    }

    /// Proves a plan against the action that it is for.
    ///
    /// # Errors
    ///
    /// [`Fallen`]: the premise that does not hold, with the place in the surface.
    pub fn prove(&self, plan: &Plan) -> Result<ProvenPlan, Fallen> {
        let reference = plan.reference();
        let known = self.actions.get(reference).ok_or_else(|| Fallen::lost(reference))?;
        // Another schema is told by its digest, before it is compiled.
        if known.digest() != Some(plan.base_schema_digest()) {
            return Err(Fallen::drift(known.place("")));
        }
        let schema = match known.schema(self.options) {
            Some(Ok(schema)) => schema,
            Some(Err(error)) => {
                let refusal = crate::prove::Refusal::unprovable(error.to_string());
                return Err(Fallen::refused(&refusal, known.place("")));
            }
            None => return Err(Fallen::drift(known.place(""))),
        };
        prove(&self.program, plan, reference, schema)
            .map_err(|refusal| Fallen::refused(&refusal, known.place(&refusal.at)))
    }
}

impl<'s> Known<'s> {
    fn node(&self) -> Option<&'s Node> {
        self.action.schema
    }

    fn digest(&self) -> Option<&Digest> {
        let digest = self.digest.get_or_init(|| {
            let node = self.node()?;
            let is_flawless = self.surface.document.flaw_in(node.span).is_none();
            is_flawless.then(|| Digest::of_node(node))
        });
        digest.as_ref()
    }

    fn schema(&self, options: SchemaOptions) -> Option<&Result<Schema, SchemaError>> {
        let compile = || Some(Schema::new(self.surface.document, self.node()?, options));
        self.schema.get_or_init(compile).as_ref()
    }

    /// The place of the value at `at` in the schema, else of the action.
    fn place(&self, at: &str) -> Place {
        let inside = (!at.is_empty()).then(|| pointer::get(self.node()?, at)).flatten();
        Place { surface: self.index, span: inside.map_or(self.action.ref_place, |node| node.span) }
    }
}
