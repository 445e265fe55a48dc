//! The facts that shapes and guards ask for, as the deriver reads them.
//!
//! [`because`] says of each what in the schema decides it, and [`branch`] in which branch of a union that is. The checker has a reading of its own in [`prove`](crate::prove): a fault here must not prove itself.

pub mod because;
pub mod branch;

mod kinds;
mod site;

pub use kinds::{kind_of, kinds};
pub use site::{Site, reach};

use std::collections::BTreeSet;
use std::convert::Infallible;

use serde_json::Value;

use crate::ir::{Guard, Literal, ShapeClause};
use crate::json::{Data, Member, Node, number};
use crate::schema::{Schema, Unevaluable};
use crate::spelling::{Forms, form};

/// Whether the schema has what `clause` says.
pub fn has(schema: &Schema, clause: &ShapeClause) -> bool {
    let read = |name: &str| keyword(schema, schema.root(), name);
    match clause {
        ShapeClause::Is { keyword, literal } => read(keyword).is_some_and(|value| equals(value, literal)),
        ShapeClause::IsNot { keyword, literal } => !read(keyword).is_some_and(|value| equals(value, literal)),
        ShapeClause::PropertiesIsAnObject => {
            read("properties").is_some_and(|value| value.as_object().is_some())
        }
        ShapeClause::Without(keywords) => keywords.iter().all(|keyword| read(keyword).is_none()),
        ShapeClause::NoKey(keys) => declared(schema, schema.root(), keys).is_none(),
    }
}

/// Whether `guard` holds at `site`.
///
/// # Errors
///
/// [`Unevaluable`] where the validator cannot say: then there is no plan at all.
pub fn holds(guard: &Guard, site: Site<'_>) -> Result<bool, Unevaluable> {
    let Site { program, schema, position, .. } = site;
    let spelling = |name: &str| program.spelling(name);
    guard.decide(&mut |asked| {
        Ok(match asked {
            Guard::Is { keyword, literal } => {
                site.keyword(keyword).is_some_and(|value| equals(value, literal))
            }
            Guard::Absent { keyword } => site.keyword(keyword).is_none(),
            Guard::Required => position.is_required(),
            Guard::AcceptsNull => {
                nullable(schema, position.node) || schema.accepts_at(position, &Value::Null)?
            }
            Guard::AcceptsEmptyString => schema.accepts_at(position, &Value::String(String::new()))?,
            Guard::EveryEnumIsString => {
                !site.enums().is_empty() && site.members().all(|member| member.as_str().is_some())
            }
            Guard::SomeEnumUnique(name) => spelling(name).is_some_and(|spelling| {
                let texts: Vec<&str> = site.texts().collect();
                let forms = Forms::of(spelling, texts.iter().copied());
                texts.iter().any(|member| forms.unique(spelling, member).is_some())
            }),
            Guard::KeyUnique(name) => spelling(name).zip(position.key).is_some_and(|(spelling, key)| {
                let is_patterned =
                    position.object.is_some_and(|object| object.get("patternProperties").is_some());
                !is_patterned && form(spelling, key).is_some() && {
                    let keys = site.keys().iter().map(|member| &*member.name);
                    Forms::of(spelling, keys).unique(spelling, key).is_some()
                }
            }),
            Guard::NamesClosed => position.object.is_some_and(|object| is_closed(schema, object)),
            Guard::MayBe(wanted) => kinds(schema, position.node).meets(*wanted),
            Guard::Never(unwanted) => !kinds(schema, position.node).meets(*unwanted),
            Guard::EnumIsMembersOf(name) => program.vocabulary(name).is_some_and(|vocabulary| {
                let texts: BTreeSet<Option<&str>> = site.members().map(Node::as_str).collect();
                texts == vocabulary.members().map(Some).collect()
            }),
            Guard::NoKey(keys) => declared(schema, schema.root(), keys).is_none(),
            // What joins conditions is none.
            Guard::Always | Guard::Not(_) | Guard::And(_) | Guard::Or(_) => true,
        })
    })
}

/// Whether `guard` holds of the object schema `object` as a whole: what it asks of a property does not.
pub fn holds_of_object(guard: &Guard, schema: &Schema, object: &Node) -> bool {
    let decided = guard.decide(&mut |asked| {
        Ok::<bool, Infallible>(match asked {
            Guard::Always => true,
            Guard::NamesClosed => is_closed(schema, object),
            Guard::NoKey(keys) => declared(schema, object, keys).is_none(),
            _ => false,
        })
    });
    decided.unwrap_or_default()
}

/// The first property of `object` that is called like one of `keys`.
pub fn declared<'n>(schema: &Schema, object: &'n Node, keys: &[String]) -> Option<&'n Member> {
    let properties = keyword(schema, object, "properties").and_then(Node::as_object)?;
    properties.iter().find(|member| keys.iter().any(|key| **key == *member.name))
}

/// The value of the keyword `name` of `part`, which stands in `schema`.
///
/// In drafts where nothing beside a `$ref` counts, what stands beside one is absent.
pub fn keyword<'n>(schema: &Schema, part: &'n Node, name: &str) -> Option<&'n Node> {
    let counts = name == "$ref"
        || !schema.references_stand_alone()
        || part.get("$ref").and_then(Node::as_str).is_none();
    part.get(name).filter(|_| counts)
}

/// Whether `object`, which stands in `schema`, takes no names but those that it declares.
pub fn is_closed(schema: &Schema, object: &Node) -> bool {
    let additional = keyword(schema, object, "additionalProperties");
    additional.is_some_and(|value| value.data == Data::Bool(false))
        && object.get("patternProperties").is_none()
}

/// Whether `part` says `nullable` beside a `type` of its own.
///
/// No dialect knows that keyword, but there are hosts whose validator honours it: there, null is valid.
pub fn nullable(schema: &Schema, part: &Node) -> bool {
    let read = |name: &str| keyword(schema, part, name);
    read("type").is_some() && read("nullable").is_some_and(|value| value.data == Data::Bool(true))
}

/// The texts among the members of a property's `enum`.
pub fn enum_texts<'n>(schema: &Schema, property: &'n Node) -> impl Iterator<Item = &'n str> {
    let members = keyword(schema, property, "enum").and_then(Node::as_array).unwrap_or_default();
    members.iter().filter_map(Node::as_str)
}

/// Whether `value` is the scalar that a rule names. Numbers are equal as doubles.
pub fn equals(value: &Node, literal: &Literal) -> bool {
    match (&value.data, literal) {
        (Data::Null, Literal::Null) => true,
        (Data::Bool(value), Literal::Bool(literal)) => value == literal,
        (Data::Number(value), Literal::Number(literal)) => number::double(value) == number::double(literal),
        (Data::String(value), Literal::String(literal)) => **value == **literal,
        _ => false,
    }
}
