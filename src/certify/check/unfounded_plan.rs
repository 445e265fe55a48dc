//! A schema that the rules cannot reason about yields no plan.

use super::{Finding, ensure};
use crate::certify::setup::Setup;
use crate::json::{Data, Node};
use crate::schema::{Schema, SchemaOptions};

/// What stands at the top of a schema that is more than a list of arguments.
const BEYOND: [&str; 7] = ["patternProperties", "oneOf", "anyOf", "allOf", "$ref", "if", "not"];

pub(super) fn check(setup: &Setup<'_>) -> Finding {
    let unsupported = &setup.fixtures.unsupported;
    for action in &unsupported.actions {
        let Some(node) = action.schema else { continue };
        let Ok(schema) = Schema::new(unsupported.document, node, SchemaOptions::default()) else { continue };
        let derived = setup.subject.derive(&setup.fixtures.profile, &action.reference, &schema);
        ensure(derived.is_err(), || format!("`{}` has a plan", action.reference))?;
    }
    let mut evidence = vec![format!("{} unsupported schemas without a plan", unsupported.actions.len())];
    for prepared in &setup.surfaces {
        let mut plans = 0;
        for action in &prepared.surface.actions {
            let Some(schema) = prepared.live.usable(&action.reference) else { continue };
            let derived = setup.subject.derive(prepared.profile, &action.reference, &schema);
            plans += usize::from(derived.is_ok());
            let is_fit = is_list_of_arguments(schema.root(), prepared.profile.is_fabric());
            ensure(derived.is_err() || is_fit, || format!("`{}` has a plan", action.reference))?;
        }
        let expected = prepared.plans.len() + prepared.cut;
        ensure(plans == expected, || format!("{}: {plans} plans instead of {expected}", prepared.name))?;
        let lists = if prepared.profile.is_fabric() { "closed lists" } else { "lists" };
        evidence.push(format!("{}: {plans} plans, all of {lists} of arguments", prepared.name));
    }
    Ok(evidence)
}

/// Whether a schema is a list of arguments and nothing else, closed where it has to be, by a reading of
/// its own.
fn is_list_of_arguments(schema: &Node, closed: bool) -> bool {
    let is_closed = schema.get("additionalProperties").is_some_and(|node| node.data == Data::Bool(false));
    schema.get("type").and_then(Node::as_str) == Some("object")
        && (is_closed || !closed)
        && schema.get("properties").is_some_and(|node| node.as_object().is_some())
        && BEYOND.iter().all(|name| schema.get(name).is_none())
}
