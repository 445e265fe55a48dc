//! The places that rules may stand at, as the checker finds them: step by step from the top.
//!
//! A place is known by its pointer alone, and comes once. Each step looks for properties and items in all
//! that applies to the very same value as the places that the step before found.

use std::collections::{BTreeSet, VecDeque};

use super::kinds;
use super::reading::said;
use crate::ir;
use crate::json::{Data, Node, pointer};
use crate::schema::Schema;

/// No place below the top has a longer pointer, in bytes.
const LONGEST: usize = 1024;

/// A property, or what items must be.
#[derive(Debug, Clone)]
pub(crate) struct Place<'a> {
    /// The JSON Pointer into the schema.
    pub(crate) pointer: String,
    /// What stands there.
    pub(crate) node: &'a Node,
    /// The object that declares it and the key; none for items.
    pub(crate) declared: Option<(&'a Node, &'a str)>,
    /// Whether it is a property of the root.
    pub(crate) is_top: bool,
}

/// The places of `schema` that a profile with these bounds goes to: those at the top as they are declared,
/// and those below as they are met.
pub(crate) fn places<'a>(schema: &'a Schema, profile: &ir::Profile) -> Vec<Place<'a>> {
    let root = schema.root();
    let mut found: Vec<Place<'a>> = Vec::new();
    for (key, node) in properties(schema, root) {
        let pointer = pointer::push("/properties", key);
        found.push(Place { pointer, node, declared: Some((root, key)), is_top: true });
    }
    if schema.is_compound() {
        return found;
    }
    let mut known: BTreeSet<String> = found.iter().map(|place| place.pointer.clone()).collect();
    let mut looked_into = BTreeSet::new();
    let mut last = found.clone();
    for _ in 0..profile.bounds.depth {
        let mut next = Vec::new();
        for place in &last {
            for (at, part) in same_value(schema, &place.pointer, place.node, &mut looked_into) {
                next.extend(inside(schema, &at, part, profile.reach));
            }
        }
        next.retain(|place| place.pointer.len() <= LONGEST && known.insert(place.pointer.clone()));
        found.extend(next.iter().cloned());
        last = next;
    }
    found
}

/// The places one step inside `part`, which stands at `at`.
fn inside<'a>(schema: &Schema, at: &str, part: &'a Node, reach: ir::Reach) -> Vec<Place<'a>> {
    let mut found = Vec::new();
    if reach.properties {
        let at = format!("{at}/properties");
        found.extend(properties(schema, part).map(|(key, node)| Place {
            pointer: pointer::push(&at, key),
            node,
            declared: Some((part, key)),
            is_top: false,
        }));
    }
    if reach.items
        && let Some(node) = said(schema, part, "items").filter(|items| is_schema(items))
    {
        found.push(Place { pointer: format!("{at}/items"), node, declared: None, is_top: false });
    }
    found
}

/// The properties that an object schema declares.
pub(crate) fn properties<'a>(schema: &Schema, object: &'a Node) -> impl Iterator<Item = (&'a str, &'a Node)> {
    let members = match said(schema, object, "properties").map(|node| &node.data) {
        Some(Data::Object(members)) => members.as_slice(),
        _ => &[],
    };
    members.iter().map(|member| (&*member.name, &member.value))
}

/// The part at `at`, and whatever else speaks of the very same value: what references lead to, and
/// branches. But for those that were `met`, which this adds to.
pub(crate) fn same_value<'a>(
    schema: &'a Schema,
    at: &str,
    part: &'a Node,
    met: &mut BTreeSet<String>,
) -> Vec<(String, &'a Node)> {
    let mut parts = Vec::new();
    let mut waiting = VecDeque::from([(at.to_owned(), part)]);
    while let Some((at, part)) = waiting.pop_front() {
        if !met.insert(at.clone()) {
            continue;
        }
        let mut meet = |at: String, part: &'a Node| {
            if is_schema(part) && at.len() <= LONGEST {
                waiting.push_back((at, part));
            }
        };
        if let Some(Data::String(reference)) = said(schema, part, "$ref").map(|node| &node.data)
            && !schema.is_compound()
            && let Some(target) = kinds::target(schema.root(), reference)
            && let Some(pointer) = kinds::pointer_of(reference)
        {
            meet(pointer, target);
        }
        for union in ["allOf", "anyOf", "oneOf"] {
            if let Some(Data::Array(branches)) = said(schema, part, union).map(|node| &node.data) {
                for (index, branch) in branches.iter().enumerate() {
                    meet(format!("{at}/{union}/{index}"), branch);
                }
            }
        }
        parts.push((at, part));
    }
    parts
}

fn is_schema(node: &Node) -> bool {
    matches!(node.data, Data::Object(_) | Data::Bool(_))
}
