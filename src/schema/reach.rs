//! What is reached from the root of a schema, references followed.
//!
//! The *unfolded size* is the number of object subschemas met on that walk, each as often as it is
//! met; one that stands on its own path counts, and is not entered again. It bounds what a validation
//! can cost: thirty definitions that name the next one twice are a short text, and a billion
//! subschemas. The walk keeps its own stack and ends at the bound.

use std::collections::{HashMap, HashSet};

use jsonschema::{Registry, Retrieve, Uri};
use referencing::{Draft, Resolver};
use serde_json::Value;

use super::fragment::REFERENCES;
use super::keywords::{Child, Via, children};
use super::work::{Counter, Work};
use super::{MOST_UNFOLDED, ROOT};

/// How long a chain of schemas inside and behind each other may be.
const MOST_DEEP: usize = 1_000;

/// Why a schema is out of bounds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Fault {
    /// A reference leads nowhere in the schema.
    Unresolved(String),
    /// A reference leads out of the schema.
    Outside(String),
    /// References lead back to where they started, and no step of theirs goes into the value.
    Endless,
    /// More subschemas than [`MOST_UNFOLDED`].
    TooLarge,
    /// A chain longer than [`MOST_DEEP`].
    TooDeep(usize),
    /// An identifier or reference is no URI.
    NotAUri(String),
}

impl Fault {
    fn missing(reference: &str) -> Self {
        if reference.starts_with('#') {
            Self::Unresolved(reference.to_owned())
        } else {
            Self::Outside(reference.to_owned())
        }
    }
}

/// Answers every request for an outside document with a schema that accepts nothing.
///
/// Outside references that are reached are refused before; one that is not reached must not keep the
/// schema from compiling.
pub(super) struct NothingOutside;

impl Retrieve for NothingOutside {
    fn retrieve(&self, _: &Uri<String>) -> Result<Value, Box<dyn std::error::Error + Send + Sync>> {
        Ok(Value::Bool(false))
    }
}

/// Up to draft 7, nothing beside `$ref` counts.
pub(super) fn stands_alone(draft: Draft) -> bool {
    matches!(draft, Draft::Draft4 | Draft::Draft6 | Draft::Draft7)
}

/// The unfolded size of `schema`, and the work that it makes.
pub(super) fn measure(schema: &Value, draft: Draft) -> Result<(usize, Work), Fault> {
    if !has_reference(schema) {
        return Walk::default().run(schema, None, draft, &HashSet::new());
    }
    let not_a_uri = |error: jsonschema::ReferencingError| Fault::NotAUri(error.to_string());
    let registry = Registry::new()
        .retriever(NothingOutside)
        .draft(draft)
        .add(ROOT, draft.create_resource_ref(schema))
        .and_then(jsonschema::RegistryBuilder::prepare)
        .map_err(not_a_uri)?;
    let root = jsonschema::uri::from_str(ROOT).map_err(not_a_uri)?;
    let mut inside = HashSet::new();
    collect(schema, &mut inside);
    Walk::default().run(schema, Some(registry.resolver(root)), draft, &inside)
}

fn has_reference(value: &Value) -> bool {
    match value {
        Value::Array(items) => items.iter().any(has_reference),
        Value::Object(members) => members.iter().any(|(name, member)| {
            (member.is_string() && REFERENCES.contains(&name.as_str())) || has_reference(member)
        }),
        _ => false,
    }
}

/// The addresses of all values in `value`: what a reference may lead to.
fn collect(value: &Value, into: &mut HashSet<*const Value>) {
    into.insert(std::ptr::from_ref(value));
    match value {
        Value::Array(items) => items.iter().for_each(|item| collect(item, into)),
        Value::Object(members) => members.values().for_each(|member| collect(member, into)),
        _ => {}
    }
}

/// A schema on the way from the root, with what is still to be visited below it.
struct Step<'v> {
    schema: &'v Value,
    via: Via<'v>,
    rest: Vec<Next<'v>>,
    /// The ways on which it was met again below itself, and how often.
    circles: HashMap<Vec<Via<'v>>, usize>,
}

struct Next<'v> {
    schema: &'v Value,
    via: Via<'v>,
    resolver: Option<Resolver<'v>>,
    draft: Draft,
    /// The property of the root that it stands below.
    below: Option<&'v str>,
}

#[derive(Default)]
struct Walk<'v> {
    path: Vec<Step<'v>>,
    visited: usize,
    work: Counter<'v>,
}

impl<'v> Walk<'v> {
    fn run(
        mut self,
        schema: &'v Value,
        resolver: Option<Resolver<'v>>,
        draft: Draft,
        inside: &HashSet<*const Value>,
    ) -> Result<(usize, Work), Fault> {
        self.enter(Next { schema, via: Via::Items, resolver, draft, below: None }, inside)?;
        while let Some(step) = self.path.last_mut() {
            match step.rest.pop() {
                Some(next) => self.enter(next, inside)?,
                None => {
                    if let Some(step) = self.path.pop() {
                        self.work.circles(&step.circles);
                    }
                }
            }
        }
        Ok((self.visited, self.work.finish()))
    }

    fn enter(&mut self, next: Next<'v>, inside: &HashSet<*const Value>) -> Result<(), Fault> {
        if next.schema.is_boolean() {
            return Ok(());
        }
        self.visited += 1;
        if self.visited > MOST_UNFOLDED {
            return Err(Fault::TooLarge);
        }
        self.work.meet(next.schema, next.below);
        if let Some(at) = self.path.iter().position(|step| std::ptr::eq(step.schema, next.schema)) {
            if at == 0 {
                self.work.circle();
            }
            let circle = self.path.get(at + 1..).unwrap_or_default();
            let ways = circle.iter().map(|step| step.via).chain([next.via]);
            let way: Vec<Via<'_>> = ways.filter(|via| *via != Via::InPlace).collect();
            if way.is_empty() {
                return Err(Fault::Endless);
            }
            if let Some(again) = self.path.get_mut(at) {
                *again.circles.entry(way).or_default() += 1;
            }
            return Ok(());
        }
        if self.path.len() >= MOST_DEEP {
            return Err(Fault::TooDeep(MOST_DEEP));
        }
        let (schema, via) = (next.schema, next.via);
        let rest = next.expand(self.path.is_empty(), inside)?;
        self.path.push(Step { schema, via, rest, circles: HashMap::new() });
        Ok(())
    }
}

impl<'v> Next<'v> {
    /// What `self` leads to: its subschemas, and the targets of its references.
    fn expand(self, is_root: bool, inside: &HashSet<*const Value>) -> Result<Vec<Next<'v>>, Fault> {
        let Self { schema, mut resolver, draft, below, .. } = self;
        let mut found = Vec::new();
        if let Some(current) = &resolver {
            let nested = current.in_subresource(draft.create_resource_ref(schema));
            let current = nested.map_err(|error| Fault::NotAUri(error.to_string()))?;
            for keyword in REFERENCES {
                let Some(reference) = schema.get(keyword).and_then(Value::as_str) else { continue };
                let target = current.lookup(reference).map_err(|_| Fault::missing(reference))?;
                let (schema, resolver, draft) = target.into_inner();
                if !inside.contains(&std::ptr::from_ref(schema)) {
                    return Err(Fault::Outside(reference.to_owned()));
                }
                found.push(Next { schema, via: Via::InPlace, resolver: Some(resolver), draft, below });
            }
            resolver = Some(current);
        }
        if !(stands_alone(draft) && schema.get("$ref").is_some_and(Value::is_string)) {
            for Child { schema, via } in children(schema) {
                let below = match via {
                    Via::Property(name) if is_root => Some(name),
                    _ if is_root => None,
                    _ => below,
                };
                found.push(Next { schema, via, resolver: resolver.clone(), draft, below });
            }
        }
        Ok(found)
    }
}
