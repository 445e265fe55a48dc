//! What the live schema of the arguments says of one of them.
//!
//! Read are the properties at its top, also behind references and in its branches. Where not all of it can
//! be told, nobody may say that something is not there.

use std::collections::HashSet;
use std::ptr::from_ref;

use crate::json::{Member, Node, pointer};
use crate::schema::{Schema, SchemaError};

/// What the live schemas of a tool are known to be.
#[derive(Debug, Clone, Default)]
pub struct Tool {
    /// That of its arguments.
    pub arguments: Option<Node>,
    /// That of its results.
    pub results: Results,
}

/// The live schema of a tool's results.
#[derive(Debug, Clone, Default)]
pub enum Results {
    /// There is none, so it refuses no result.
    #[default]
    Undeclared,
    /// It cannot be used, so no result is known to be what the tool declares.
    Unusable,
    /// This one.
    Declared(Schema),
}

impl From<Result<Schema, SchemaError>> for Results {
    fn from(compiled: Result<Schema, SchemaError>) -> Self {
        compiled.map_or(Self::Unusable, Self::Declared)
    }
}

impl Results {
    /// Whether the value may be read as a result.
    pub(super) fn accept(&self, value: &Node) -> bool {
        match self {
            Self::Undeclared => true,
            Self::Unusable => false,
            Self::Declared(schema) => {
                let value = value.to_value();
                schema.affords(value.to_string().len(), &value) && schema.accepts_arguments(&value)
            }
        }
    }
}

/// How many subschemas are looked at.
const MOST: usize = 1_000;
/// Lists of schemas that apply to the very value.
const LISTS: [&str; 3] = ["allOf", "anyOf", "oneOf"];
/// Schemas that may apply to it.
const ONES: [&str; 2] = ["then", "else"];
/// References that more than a pointer decides.
const UNTOLD: [&str; 2] = ["$dynamicRef", "$recursiveRef"];

/// The live schema, where there is one.
#[derive(Debug, Clone, Copy)]
pub struct Live<'s>(pub Option<&'s Node>);

impl<'s> Live<'s> {
    /// The values that stand in for the argument where it is not sent; `None` where not all can be told.
    pub fn defaults(self, argument: &str) -> Option<Vec<&'s Node>> {
        let parts = self.parts(argument, false)?;
        Some(parts.into_iter().filter_map(|node| node.get("default")).collect())
    }

    /// The values that are listed for the argument, or for elements of it; `None` where not all can be told.
    pub fn members(self, argument: &str) -> Option<Vec<&'s Node>> {
        let listed = self.parts(argument, true)?.into_iter().flat_map(|node| {
            node.get("enum").and_then(Node::as_array).unwrap_or_default().iter().chain(node.get("const"))
        });
        Some(listed.collect())
    }

    /// Whether `text` is, or may be, among the [members](Self::members).
    pub(super) fn may_list(self, argument: &str) -> impl Fn(&str) -> bool + use<'s> {
        let members = self.members(argument);
        let texts: Option<HashSet<&str>> =
            members.map(|all| all.into_iter().filter_map(Node::as_str).collect());
        move |text| texts.as_ref().is_none_or(|texts| texts.contains(text))
    }

    /// The arguments that are declared, each where it is first.
    pub fn properties(self) -> Vec<&'s Member> {
        let Some(root) = self.0 else { return Vec::new() };
        let mut seen = HashSet::new();
        let tops = walk(root, vec![root]).found.into_iter();
        let properties =
            tops.flat_map(|top| top.get("properties").and_then(Node::as_object).unwrap_or_default());
        properties.filter(|property| seen.insert(&*property.name)).collect()
    }

    /// The subschemas that describe the argument itself, or elements of it too.
    fn parts(self, argument: &str, elements: bool) -> Option<Vec<&'s Node>> {
        let Some(root) = self.0 else { return Some(Vec::new()) };
        let tops = walk(root, vec![root]).whole()?;
        let properties = tops.iter().filter_map(|top| top.get("properties")?.get(argument));
        let mut parts = walk(root, properties.collect()).whole()?;
        if elements {
            let items = parts.iter().filter_map(|part| part.get("items")).collect();
            parts.extend(walk(root, items).whole()?);
        }
        Some(parts)
    }
}

/// Subschemas, and whether they are all that there are.
struct Walked<'s> {
    found: Vec<&'s Node>,
    is_whole: bool,
}

impl<'s> Walked<'s> {
    fn whole(self) -> Option<Vec<&'s Node>> {
        self.is_whole.then_some(self.found)
    }
}

/// The subschemas that apply to the very values that those in `open` do.
fn walk<'s>(root: &'s Node, mut open: Vec<&'s Node>) -> Walked<'s> {
    let (mut found, mut seen, mut is_whole) = (Vec::new(), HashSet::new(), true);
    while let Some(node) = open.pop() {
        if !seen.insert(from_ref(node)) {
            continue;
        }
        if found.len() == MOST {
            return Walked { found, is_whole: false };
        }
        found.push(node);
        if let Some(reference) = node.get("$ref").and_then(Node::as_str) {
            let target = reference.strip_prefix('#').and_then(|at| pointer::get(root, at));
            is_whole &= target.is_some();
            open.extend(target);
        }
        is_whole &= UNTOLD.iter().all(|word| node.get(word).is_none());
        open.extend(LISTS.iter().filter_map(|word| node.get(word)?.as_array()).flatten());
        open.extend(ONES.iter().filter_map(|word| node.get(word)));
        let dependent = node.get("dependentSchemas").and_then(Node::as_object).unwrap_or_default();
        open.extend(dependent.iter().map(|member| &member.value));
    }
    Walked { found, is_whole }
}
