//! What declared schemas say about shapes, which are names and kinds without values.
//!
//! A shape is judged only where its names and kinds decide, whatever the values were: by the top
//! level of the schema, and by no keyword that is not read here. Shapes do not escape names, so a
//! name that holds a comma or a colon is judged as it reads.

use std::collections::{BTreeMap, BTreeSet};

use crate::json::{Data, Member, Node};

/// The declared actions, as far as shapes can be judged by them.
#[derive(Debug, Clone, Default)]
pub struct Declared {
    actions: BTreeMap<Box<str>, Outline>,
}

/// What is certain about all calls of a shape.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// The schema accepts each of them.
    Accepted,
    /// The schema accepts none of them.
    Rejected,
}

/// The top level of a schema.
#[derive(Debug, Clone, Default)]
struct Outline {
    properties: BTreeMap<Box<str>, Property>,
    required: BTreeSet<Box<str>>,
    /// Whether a name that is not among the properties is refused.
    is_closed: bool,
    /// Whether the schema says nothing beyond this outline.
    is_whole: bool,
}

/// What the schema of a property says about kinds.
#[derive(Debug, Clone, Default)]
struct Property {
    /// The types that it allows; nothing where it does not say.
    types: Option<BTreeSet<Box<str>>>,
    /// Whether it says nothing else.
    is_whole: bool,
}

/// Keywords that accept everything.
const ANNOTATIONS: [&str; 8] =
    ["$comment", "title", "description", "default", "examples", "deprecated", "readOnly", "writeOnly"];

impl Declared {
    /// The outlines of actions, each given with its input schema.
    pub fn new<'s>(actions: impl IntoIterator<Item = (&'s str, &'s Node)>) -> Self {
        let outline = |(action, schema): (&str, &Node)| (action.into(), Outline::of(schema));
        Self { actions: actions.into_iter().map(outline).collect() }
    }

    /// Whether no action is declared.
    pub fn is_empty(&self) -> bool {
        self.actions.is_empty()
    }

    /// What is certain about the calls of an action that have this shape, if anything is.
    pub fn verdict(&self, action: &str, signature: &str) -> Option<Verdict> {
        let members = members(signature)?;
        self.actions.get(action)?.verdict(&members)
    }
}

impl Outline {
    fn of(schema: &Node) -> Self {
        let Some(members) = own_members(schema) else { return Self::default() };
        let properties = schema.last("properties").and_then(Node::as_object).unwrap_or_default();
        let required = schema.last("required").and_then(Node::as_array).unwrap_or_default();
        let is_closed =
            schema.last("additionalProperties").is_some_and(|node| node.data == Data::Bool(false));
        Self {
            properties: properties.iter().map(|one| (one.name.clone(), Property::of(&one.value))).collect(),
            required: required.iter().filter_map(Node::as_str).map(Box::from).collect(),
            is_closed: is_closed && schema.last("patternProperties").is_none(),
            is_whole: members.iter().all(is_outlined),
        }
    }

    fn verdict(&self, members: &[(&str, &str)]) -> Option<Verdict> {
        let is_given = |name: &str| members.iter().any(|(given, _)| *given == name);
        let is_missing = self.required.iter().any(|name| !is_given(name));
        let is_refused = |(name, tag): &(&str, &str)| match self.properties.get(*name) {
            None => self.is_closed,
            Some(property) => property.refuses(tag),
        };
        if is_missing || members.iter().any(is_refused) {
            return Some(Verdict::Rejected);
        }
        let is_accepted = |(name, tag): &(&str, &str)| {
            self.properties.get(*name).is_none_or(|property| property.accepts(tag))
        };
        (self.is_whole && members.iter().all(is_accepted)).then_some(Verdict::Accepted)
    }
}

impl Property {
    fn of(schema: &Node) -> Self {
        let Some(members) = own_members(schema) else { return Self::default() };
        let types = match schema.last("type").map(|kind| &kind.data) {
            Some(Data::String(kind)) => Some(BTreeSet::from([kind.clone()])),
            Some(Data::Array(kinds)) => Some(kinds.iter().filter_map(Node::as_str).map(Box::from).collect()),
            _ => None,
        };
        let is_read = |member: &Member| &*member.name == "type" || is_annotation(member);
        Self { is_whole: types.is_some() && members.iter().all(is_read), types }
    }

    /// Whether no value of this kind is allowed.
    fn refuses(&self, tag: &str) -> bool {
        let names = types_of(tag);
        let allows = |types: &BTreeSet<Box<str>>| names.iter().any(|name| types.contains(*name));
        !names.is_empty() && self.types.as_ref().is_some_and(|types| !allows(types))
    }

    /// Whether each value of this kind is allowed.
    fn accepts(&self, tag: &str) -> bool {
        let types = self.types.as_ref().filter(|_| self.is_whole);
        types.is_some_and(|types| types_of(tag).first().is_some_and(|name| types.contains(*name)))
    }
}

/// The members of a schema. Where it refers to another one, some dialects read nothing beside that.
fn own_members(schema: &Node) -> Option<&[Member]> {
    schema.as_object().filter(|_| schema.last("$ref").is_none())
}

/// Whether an outline says all that this keyword says.
fn is_outlined(member: &Member) -> bool {
    match (&*member.name, &member.value.data) {
        ("properties", Data::Object(_)) | ("required", Data::Array(_)) => true,
        ("additionalProperties", Data::Bool(_)) => true,
        ("type", Data::String(kind)) => &**kind == "object",
        // What is read here means the same in each of its dialects.
        ("$schema", Data::String(dialect)) => dialect.contains("//json-schema.org/"),
        _ => is_annotation(member),
    }
}

fn is_annotation(member: &Member) -> bool {
    ANNOTATIONS.contains(&&*member.name)
}

/// The types of JSON Schema that values of a kind can be of, first the one that all are of.
fn types_of(tag: &str) -> &'static [&'static str] {
    match tag {
        "null" => &["null"],
        "arr" => &["array"],
        "str" => &["string"],
        "bool" => &["boolean"],
        "num" => &["number", "integer"],
        "obj" => &["object"],
        _ if tag.starts_with('{') => &["object"],
        _ => &[],
    }
}

/// The members of a shape with their kinds; nothing where it does not name them all.
fn members(signature: &str) -> Option<Vec<(&str, &str)>> {
    let mut rest = signature.strip_prefix('(')?.strip_suffix(')')?;
    let mut members = Vec::new();
    while !rest.is_empty() {
        let (name, after) = rest.split_once(':')?;
        let mut depth = 0_usize;
        let end = after.find(|character| {
            match character {
                '{' => depth += 1,
                '}' => depth = depth.saturating_sub(1),
                _ => {}
            }
            character == ',' && depth == 0
        });
        let (tag, following) = match end {
            Some(end) => (after.get(..end)?, after.get(end + 1..)?),
            None => (after, ""),
        };
        if types_of(tag).is_empty() {
            return None;
        }
        members.push((name, tag));
        rest = following;
    }
    Some(members)
}
