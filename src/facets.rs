//! The facts that shapes and guards ask for, as the deriver reads them.
//!
//! The checker has a reading of its own in [`prove`](crate::prove): a fault here must not prove itself.

use serde_json::Value;

use crate::ir::{self, Guard, Literal, ShapeClause};
use crate::json::{Data, Member, Node, number};
use crate::schema::{Schema, Unevaluable};
use crate::spelling::{Forms, form};

/// A declared key in its schema, under a program.
#[derive(Clone, Copy)]
pub struct Site<'a> {
    /// The rule program.
    pub program: &'a ir::Program,
    /// The schema.
    pub schema: &'a Schema,
    /// The member of `properties`.
    pub property: &'a Member,
}

/// Whether the schema has what `clause` says.
pub fn has(schema: &Schema, clause: &ShapeClause) -> bool {
    let root = schema.root();
    match clause {
        ShapeClause::Is { keyword, literal } => root.get(keyword).is_some_and(|value| equals(value, literal)),
        ShapeClause::IsNot { keyword, literal } => {
            !root.get(keyword).is_some_and(|value| equals(value, literal))
        }
        ShapeClause::PropertiesIsAnObject => {
            root.get("properties").is_some_and(|value| value.as_object().is_some())
        }
        ShapeClause::Without(keywords) => keywords.iter().all(|keyword| root.get(keyword).is_none()),
        ShapeClause::NoKey(keys) => {
            schema.properties().iter().all(|member| !keys.iter().any(|key| **key == *member.name))
        }
    }
}

/// Whether `guard` holds at `site`.
///
/// # Errors
///
/// [`Unevaluable`] where the validator cannot say: then there is no plan at all.
pub fn holds(guard: &Guard, site: Site<'_>) -> Result<bool, Unevaluable> {
    let key = &*site.property.name;
    let property = &site.property.value;
    Ok(match guard {
        Guard::Always => true,
        Guard::Not(inner) => !holds(inner, site)?,
        Guard::And(parts) => {
            for part in parts {
                if !holds(part, site)? {
                    return Ok(false);
                }
            }
            true
        }
        Guard::Or(parts) => {
            for part in parts {
                if holds(part, site)? {
                    return Ok(true);
                }
            }
            false
        }
        Guard::Is { keyword, literal } => property.get(keyword).is_some_and(|value| equals(value, literal)),
        Guard::Absent { keyword } => property.get(keyword).is_none(),
        Guard::Required => site.schema.requires(key),
        Guard::AcceptsNull => site.schema.accepts(key, &Value::Null)?,
        Guard::AcceptsEmptyString => site.schema.accepts(key, &Value::String(String::new()))?,
        Guard::EveryEnumIsString => {
            let members = property.get("enum").and_then(Node::as_array);
            members.is_some_and(|members| members.iter().all(|member| member.as_str().is_some()))
        }
        Guard::SomeEnumUnique(name) => site.program.spelling(name).is_some_and(|spelling| {
            let forms = Forms::of(spelling, enum_texts(property));
            enum_texts(property).any(|member| forms.unique(spelling, member).is_some())
        }),
        Guard::KeyUnique(name) => site.program.spelling(name).is_some_and(|spelling| {
            form(spelling, key).is_some() && {
                let keys = site.schema.properties().iter().map(|member| &*member.name);
                Forms::of(spelling, keys).unique(spelling, key).is_some()
            }
        }),
        Guard::NamesClosed => {
            let root = site.schema.root();
            let additional = root.get("additionalProperties");
            additional.is_some_and(|value| value.data == Data::Bool(false))
                && root.get("patternProperties").is_none()
        }
    })
}

/// The texts among the members of a property's `enum`.
pub fn enum_texts(property: &Node) -> impl Iterator<Item = &str> {
    property.get("enum").and_then(Node::as_array).unwrap_or_default().iter().filter_map(Node::as_str)
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
