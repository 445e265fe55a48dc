//! Every part of a schema that a value can meet: through properties, items, branches and references.
//!
//! Each is met once, so recursion ends and the list is no longer than the schema.

use std::collections::HashSet;

use crate::facets::keyword;
use crate::json::{Data, Node};
use crate::schema::Schema;
use crate::span::Span;

/// A part of a schema.
#[derive(Debug, Clone, Copy)]
pub(super) struct Part<'s> {
    /// The part itself, an object or a boolean.
    pub(super) node: &'s Node,
    /// The nearest property around it; `None` at the top.
    pub(super) key: Option<&'s str>,
    /// What it is of that.
    pub(super) role: Role,
}

/// What a part is of the nearest property around it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    /// The whole schema, or that of a declared property, whose name stands at this place.
    Property { name: Span, is_top: bool },
    /// Its items, or the values of undeclared names.
    Inside,
    /// A branch of it or what it refers to: the same value meets it.
    InPlace,
}

impl Part<'_> {
    /// Where the property's name stands, where the part is a declared property.
    pub(super) fn name(&self) -> Option<Span> {
        match self.role {
            Role::Property { name, .. } => self.key.map(|_| name),
            Role::Inside | Role::InPlace => None,
        }
    }

    /// Whether it is a property of the arguments themselves.
    pub(super) fn is_top(&self) -> bool {
        matches!(self.role, Role::Property { is_top: true, .. })
    }

    /// Whether a value of its own meets it: it is no branch of another part.
    pub(super) fn has_values(&self) -> bool {
        self.key.is_some() && self.role != Role::InPlace
    }
}

/// The parts of `schema`, in the order in which they stand in it.
pub(super) fn of(schema: &Schema) -> Vec<Part<'_>> {
    let root = schema.root();
    let mut stack = vec![Part { node: root, key: None, role: Role::InPlace }];
    // A property may be met as what a reference leads to as well, and is a property all the same.
    let mut seen: HashSet<(Span, bool)> = HashSet::new();
    let mut parts = Vec::new();
    while let Some(part) = stack.pop() {
        let is_schema = matches!(part.node.data, Data::Object(_) | Data::Bool(_));
        if is_schema && seen.insert((part.node.span, part.name().is_some())) {
            push_inside(schema, part, &mut stack);
            parts.push(part);
        }
    }
    parts.sort_by_key(|part| part.node.span);
    parts
}

fn push_inside<'s>(schema: &'s Schema, part: Part<'s>, stack: &mut Vec<Part<'s>>) {
    let own = |name| keyword(schema, part.node, name);
    let is_root = part.node.span == schema.root().span;
    for member in own("properties").and_then(Node::as_object).unwrap_or_default() {
        let role = Role::Property { name: member.name_span, is_top: is_root };
        stack.push(Part { node: &member.value, key: Some(&member.name), role });
    }
    let mut push = |node, role| stack.push(Part { node, key: part.key, role });
    for name in ["items", "additionalItems", "additionalProperties"] {
        match own(name).map(|node| (node, node.as_array())) {
            Some((_, Some(items))) => items.iter().for_each(|item| push(item, Role::Inside)),
            Some((node, None)) if node.as_object().is_some() => push(node, Role::Inside),
            _ => {}
        }
    }
    for item in own("prefixItems").and_then(Node::as_array).unwrap_or_default() {
        push(item, Role::Inside);
    }
    for member in own("patternProperties").and_then(Node::as_object).unwrap_or_default() {
        push(&member.value, Role::Inside);
    }
    for name in ["anyOf", "oneOf", "allOf"] {
        for branch in own(name).and_then(Node::as_array).unwrap_or_default() {
            push(branch, Role::InPlace);
        }
    }
    if let Some(target) = own("$ref").and_then(Node::as_str).and_then(|name| schema.target(name)) {
        push(target, Role::InPlace);
    }
}
