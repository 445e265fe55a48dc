//! The kinds of values that a part of a schema may accept: never too few, through references and unions.
//!
//! Read are `type`, `enum`, `const`, `$ref`, `anyOf`, `oneOf`, `allOf` and schemas that are `true` or
//! `false`; any other keyword, and a reference that [cannot be told](Schema::target), restricts nothing.
//! A hostile schema costs bounded time: beyond the bounds everything is possible.

use super::{keyword, nullable};
use crate::ir::Kinds;
use crate::json::{Data, Node, number};
use crate::schema::Schema;

/// How many schemas and members of enums are read for one answer.
const MOST_STEPS: usize = 20_000;
/// How many schemas are read inside and behind each other.
const MOST_DEEP: usize = 200;

/// The kinds of values that `part`, which stands in `schema`, may accept.
///
/// A value that it accepts always has its [kind](kind_of) among them. Where `nullable: true` stands
/// beside a `type`, null is among them too, as for those hosts whose validator honours that keyword.
pub fn kinds(schema: &Schema, part: &Node) -> Kinds {
    if schema.is_compound() {
        return Kinds::ALL;
    }
    Walk { schema, left: MOST_STEPS }.read(part, MOST_DEEP)
}

/// The kind of `value`: the smallest set that it is in.
pub fn kind_of(value: &Node) -> Kinds {
    match &value.data {
        Data::Null => Kinds::NULL,
        Data::Bool(_) => Kinds::BOOLEAN,
        Data::Number(lexeme) if number::double(lexeme).fract() == 0.0 => Kinds::INTEGER,
        Data::Number(_) => Kinds::NUMBER,
        Data::String(_) => Kinds::STRING,
        Data::Array(_) => Kinds::ARRAY,
        Data::Object(_) => Kinds::OBJECT,
    }
}

struct Walk<'s> {
    schema: &'s Schema,
    left: usize,
}

impl Walk<'_> {
    fn read(&mut self, part: &Node, deep: usize) -> Kinds {
        match &part.data {
            Data::Bool(false) => Kinds::NONE,
            Data::Object(_) if deep > 0 && self.affords(1) => self.object(part, deep - 1),
            _ => Kinds::ALL,
        }
    }

    /// Every keyword restricts what the others leave.
    fn object(&mut self, part: &Node, deep: usize) -> Kinds {
        let schema = self.schema;
        let own = |name| keyword(schema, part, name);
        let mut kinds = Kinds::ALL;
        if let Some(reference) = own("$ref").and_then(Node::as_str) {
            kinds = schema.target(reference).map_or(Kinds::ALL, |target| self.read(target, deep));
        }
        kinds = kinds & own("type").map_or(Kinds::ALL, named);
        kinds = kinds & own("enum").map_or(Kinds::ALL, |members| self.members(members));
        kinds = kinds & own("const").filter(|_| schema.has_const()).map_or(Kinds::ALL, kind_of);
        for union in ["anyOf", "oneOf"] {
            if let Some(branches) = own(union).and_then(Node::as_array) {
                let of_branches: Kinds = branches.iter().map(|branch| self.read(branch, deep)).collect();
                kinds = kinds & of_branches;
            }
        }
        for part in own("allOf").and_then(Node::as_array).unwrap_or_default() {
            kinds = kinds & self.read(part, deep);
        }
        if nullable(schema, part) { kinds | Kinds::NULL } else { kinds }
    }

    fn members(&mut self, members: &Node) -> Kinds {
        match members.as_array() {
            Some(members) if self.affords(members.len()) => members.iter().map(kind_of).collect(),
            _ => Kinds::ALL,
        }
    }

    fn affords(&mut self, steps: usize) -> bool {
        let left = self.left.checked_sub(steps);
        self.left = left.unwrap_or(0);
        left.is_some()
    }
}

/// The kinds that a `type` names.
fn named(name: &Node) -> Kinds {
    let kinds = |name: &Node| name.as_str().and_then(Kinds::of).unwrap_or(Kinds::ALL);
    match name.as_array() {
        Some(names) => names.iter().map(kinds).collect(),
        None => kinds(name),
    }
}
