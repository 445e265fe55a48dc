//! Positions: the places in a schema where it describes a value that may be given.
//!
//! A *position* is a declared property, or what the items of an array must be. It is named by a JSON
//! Pointer into the schema as it was given, to where it stands, in `$defs` where it stands there; so it
//! comes once, however many ways lead to it, and a schema that leads back to itself has finitely many.
//!
//! At the top stand the properties of the root. Below a position they are looked for in its schema and in
//! all that applies to the very same value: what its `$ref` leads to, and the branches of `allOf`, `anyOf`
//! and `oneOf`. A reference that [cannot be told](Schema::target) is not followed.

use std::collections::HashSet;

use super::{Schema, Unevaluable};
use crate::json::{Data, Member, Node, pointer};
use crate::span::Span;

/// The longest pointer of a position that is not at the top, in bytes.
const LONGEST: usize = 1024;
/// Where branches stand that apply to the very same value.
const BRANCHES: [&str; 3] = ["allOf", "anyOf", "oneOf"];

/// How far positions are looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Reach {
    /// Whether the properties of objects are, that stand in others.
    pub properties: bool,
    /// Whether the items of arrays are.
    pub items: bool,
    /// How many steps below the top, into properties and items, at most.
    pub depth: usize,
}

/// A place in a schema where it describes a value.
#[derive(Debug, Clone)]
pub struct Position<'s> {
    /// The JSON Pointer into the schema, to `node`.
    pub pointer: String,
    /// The object schema that declares it; none for items.
    pub object: Option<&'s Node>,
    /// The key that it is declared by; none for items.
    pub key: Option<&'s str>,
    /// What the schema says of the value.
    pub node: &'s Node,
    /// Where the key stands, or for items their schema.
    pub name_span: Span,
    /// How many steps into properties and items lead there from the top, at least.
    pub depth: usize,
    /// The index among the properties of the root, at the top.
    pub(super) index: Option<usize>,
}

impl Reach {
    /// The properties of the root alone.
    pub const TOP: Self = Self { properties: false, items: false, depth: 0 };
}

impl Position<'_> {
    /// Whether its object requires its key. Nothing requires an item, and none can be left out.
    pub fn is_required(&self) -> bool {
        let (Some(object), Some(key)) = (self.object, self.key) else { return true };
        let required = object.get("required").and_then(Node::as_array).unwrap_or_default();
        required.iter().any(|name| name.as_str() == Some(key))
    }

    pub(super) fn unevaluable(&self) -> Unevaluable {
        Unevaluable {
            property: self.key.filter(|_| self.index.is_some()).unwrap_or(&self.pointer).to_owned(),
        }
    }
}

impl Schema {
    /// The positions within `reach`: those at the top in the order declared, then those below, the nearer
    /// ones first.
    ///
    /// Each part of the schema is looked into once, so that takes no longer than the schema is large. There
    /// are none below the top where it [is compound](Self::is_compound), since there a pointer does not tell
    /// what a part means.
    pub fn positions(&self, reach: Reach) -> Vec<Position<'_>> {
        let properties = self.properties().iter().enumerate();
        let mut found: Vec<Position<'_>> =
            properties.map(|(index, member)| self.at_top(index, member)).collect();
        if reach.depth == 0 || !(reach.properties || reach.items) || self.is_compound() {
            return found;
        }
        let mut seen: HashSet<*const Node> =
            found.iter().map(|position| std::ptr::from_ref(position.node)).collect();
        // What is met again was met at least as near to the top, and all that stands in it was found.
        let mut parts = HashSet::new();
        let mut next = 0;
        while let Some(position) = found.get(next).filter(|position| position.depth < reach.depth) {
            let below = self.below(position, reach, &mut parts);
            let is_new = |position: &Position<'_>| {
                position.pointer.len() <= LONGEST && seen.insert(std::ptr::from_ref(position.node))
            };
            found.extend(below.into_iter().filter(is_new).collect::<Vec<_>>());
            next += 1;
        }
        found
    }

    /// The position of the property `key` of the root.
    ///
    /// # Errors
    ///
    /// [`Unevaluable`] where there is no such property.
    pub fn position(&self, key: &str) -> Result<Position<'_>, Unevaluable> {
        let mut properties = self.properties().iter().enumerate();
        let found = properties.find(|(_, member)| *member.name == *key);
        let position = found.map(|(index, member)| self.at_top(index, member));
        position.ok_or_else(|| Unevaluable { property: key.to_owned() })
    }

    fn at_top<'s>(&'s self, index: usize, member: &'s Member) -> Position<'s> {
        Position {
            pointer: pointer::push("/properties", &member.name),
            object: Some(self.root()),
            key: Some(&member.name),
            node: &member.value,
            name_span: member.name_span,
            depth: 0,
            index: Some(index),
        }
    }

    /// The positions one step below `position`, but for those in `parts`, where all are from now on.
    fn below<'s>(
        &'s self,
        position: &Position<'s>,
        reach: Reach,
        parts: &mut HashSet<*const Node>,
    ) -> Vec<Position<'s>> {
        let depth = position.depth + 1;
        let mut found = Vec::new();
        for (at, part) in self.in_place_but(&position.pointer, position.node, parts) {
            let named = |name: &str| self.said(part, name);
            if reach.properties {
                let properties = named("properties").and_then(Node::as_object).unwrap_or_default();
                let place = format!("{at}/properties");
                found.extend(properties.iter().map(|member| Position {
                    pointer: pointer::push(&place, &member.name),
                    object: Some(part),
                    key: Some(&member.name),
                    node: &member.value,
                    name_span: member.name_span,
                    depth,
                    index: None,
                }));
            }
            let items = named("items").filter(|items| reach.items && is_schema(items));
            found.extend(items.map(|items| Position {
                pointer: format!("{at}/items"),
                object: None,
                key: None,
                node: items,
                name_span: items.span,
                depth,
                index: None,
            }));
        }
        found
    }

    /// The schema `node`, which stands at `pointer`, and all that apply to the very same value, each once
    /// and with its pointer.
    pub fn in_place<'s>(&'s self, pointer: &str, node: &'s Node) -> Vec<(String, &'s Node)> {
        self.in_place_but(pointer, node, &mut HashSet::new())
    }

    /// The same but for what was `seen`, where all of it is from now on.
    fn in_place_but<'s>(
        &'s self,
        pointer: &str,
        node: &'s Node,
        seen: &mut HashSet<*const Node>,
    ) -> Vec<(String, &'s Node)> {
        if !seen.insert(std::ptr::from_ref(node)) {
            return Vec::new();
        }
        let mut found = vec![(pointer.to_owned(), node)];
        let mut next = 0;
        while let Some((at, part)) = found.get(next).cloned() {
            let target = self.said(part, "$ref").and_then(Node::as_str);
            let targets = target.and_then(|reference| self.place(reference)).into_iter();
            let branches = BRANCHES.into_iter().flat_map(|name| {
                let branches = self.said(part, name).and_then(Node::as_array).unwrap_or_default();
                let at = &at;
                branches
                    .iter()
                    .enumerate()
                    .map(move |(index, branch)| (format!("{at}/{name}/{index}"), branch))
            });
            let new: Vec<_> = targets
                .chain(branches)
                .filter(|(at, part)| is_schema(part) && at.len() <= LONGEST)
                .filter(|(_, part)| seen.insert(std::ptr::from_ref(*part)))
                .collect();
            found.extend(new);
            next += 1;
        }
        found
    }

    /// What `part` says under a keyword, where it counts there.
    fn said<'s>(&self, part: &'s Node, keyword: &str) -> Option<&'s Node> {
        let stands_alone = self.references_stand_alone() && part.get("$ref").and_then(Node::as_str).is_some();
        part.get(keyword).filter(|_| !stands_alone || keyword == "$ref")
    }
}

fn is_schema(node: &Node) -> bool {
    matches!(node.data, Data::Object(_) | Data::Bool(_))
}
