//! Which schemas apply to a value, and what they say of what stands in it.

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use super::places::{Bound, ByObject, ByPart, Place};
use crate::ir::Literal;
use crate::json::{Member, Node};
use crate::prove::{is, said, target};
use crate::schema::Schema;

/// An object schema.
#[derive(Debug)]
pub(super) struct Object<'a> {
    pub(super) keys: Vec<&'a str>,
    pub(super) is_closed: bool,
    /// Those of its keys that are positions.
    pub(super) places: HashMap<&'a str, Rc<Place<'a>>>,
    /// The rules by which undeclared names move to its keys, each with its key, in plan order.
    pub(super) renames: Vec<(Bound<'a>, &'a str)>,
    /// The rules by which undeclared names are left out, in plan order.
    pub(super) surplus: Vec<Bound<'a>>,
}

/// All that applies to the very same value, the nearer first.
#[derive(Debug)]
pub(super) struct Around<'a> {
    pub(super) objects: Vec<Object<'a>>,
    /// What a list's items must be, where that is said of all of them alike.
    pub(super) items: Vec<Rc<Place<'a>>>,
    /// The keys of all its object schemas.
    pub(super) declared: HashSet<&'a str>,
}

impl<'a> Around<'a> {
    /// What these parts of the schema say.
    pub(super) fn of(
        schema: &'a Schema,
        parts: &[&'a Node],
        places: &ByPart<'a>,
        about: &ByObject<'a>,
    ) -> Self {
        let declare = |part: &&'a Node| Some((*part, said(schema, part, "properties")?.as_object()?));
        let objects = parts.iter().filter_map(declare);
        let objects: Vec<Object<'a>> =
            objects.map(|(part, members)| Object::of(schema, part, members, places, about)).collect();
        let declared = objects.iter().flat_map(|object| object.keys.iter().copied()).collect();
        let alike = parts.iter().filter(|part| said(schema, part, "prefixItems").is_none());
        let items = alike.filter_map(|part| places.get(&std::ptr::from_ref(said(schema, part, "items")?)));
        Self { items: items.cloned().collect(), objects, declared }
    }
}

impl<'a> Object<'a> {
    fn of(
        schema: &'a Schema,
        part: &'a Node,
        members: &'a [Member],
        places: &ByPart<'a>,
        about: &ByObject<'a>,
    ) -> Self {
        let keys = members.iter().map(|member| &*member.name).collect();
        let place = |member: &'a Member| {
            let place = places.get(&std::ptr::from_ref(&member.value))?;
            Some((&*member.name, Rc::clone(place)))
        };
        let places: HashMap<&str, Rc<Place<'a>>> = members.iter().filter_map(place).collect();
        let moving = places.iter().flat_map(|(key, place)| place.rules.iter().map(|bound| (*bound, *key)));
        let mut renames: Vec<_> =
            moving.filter(|(bound, _)| bound.convention.action.renames_by().is_some()).collect();
        renames.sort_by_key(|(bound, _)| bound.index);
        let is_closed = is(said(schema, part, "additionalProperties"), &Literal::Bool(false))
            && said(schema, part, "patternProperties").is_none();
        let surplus = about.get(&std::ptr::from_ref(part)).cloned().unwrap_or_default();
        Self { keys, is_closed, places, renames, surplus }
    }
}

/// `node` itself, what its `$ref` leads to and its branches, and theirs: the nearer first, each once.
pub(super) fn in_place<'a>(schema: &'a Schema, node: &'a Node) -> Vec<&'a Node> {
    let mut parts = vec![node];
    if schema.is_compound() {
        return parts;
    }
    let mut seen = HashSet::from([std::ptr::from_ref(node)]);
    let mut next = 0;
    while let Some(part) = parts.get(next).copied() {
        let reference = said(schema, part, "$ref").and_then(Node::as_str);
        let mut found: Vec<&Node> = reference.and_then(|to| target(schema.root(), to)).into_iter().collect();
        for keyword in ["allOf", "anyOf", "oneOf"] {
            found.extend(said(schema, part, keyword).and_then(Node::as_array).unwrap_or_default());
        }
        parts.extend(found.into_iter().filter(|part| seen.insert(std::ptr::from_ref(*part))));
        next += 1;
    }
    parts
}
