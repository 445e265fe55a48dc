//! Where a guard is asked: a position of a schema, under a program.

use super::keyword;
use crate::ir;
use crate::json::{Member, Node};
use crate::schema::{Position, Reach, Schema};

/// A position in its schema, under a program.
#[derive(Clone, Copy)]
pub struct Site<'a> {
    /// The rule program.
    pub program: &'a ir::Program,
    /// How far the profile goes into schemas.
    pub reach: ir::Reach,
    /// The schema.
    pub schema: &'a Schema,
    /// The position.
    pub position: &'a Position<'a>,
}

impl<'a> Site<'a> {
    /// What the schema says at the position under the keyword `name`.
    pub fn keyword(self, name: &str) -> Option<&'a Node> {
        keyword(self.schema, self.position.node, name)
    }

    /// The keys of the object that declares the position; none for items.
    pub fn keys(self) -> &'a [Member] {
        let declared = self.position.object.and_then(|object| keyword(self.schema, object, "properties"));
        declared.and_then(Node::as_object).unwrap_or_default()
    }

    /// The enums that count here: its own, or where it has none and the profile goes below the top, those
    /// of all that applies to the very same value. In a schema that [is compound](Schema::is_compound) it
    /// is not told what that is.
    pub fn enums(self) -> Vec<&'a Node> {
        let enum_of =
            |part| keyword(self.schema, part, "enum").filter(|members| members.as_array().is_some());
        let own = enum_of(self.position.node);
        if own.is_some() || !self.reach.is_below_top() || self.schema.is_compound() {
            return own.into_iter().collect();
        }
        self.parts().into_iter().filter_map(|(_, part)| enum_of(part)).collect()
    }

    /// About how many things are looked at to answer one guard.
    pub fn size(self) -> usize {
        let required = self.position.object.and_then(|object| object.get("required"));
        let required = required.and_then(Node::as_array).map_or(0, <[_]>::len);
        self.parts().len() + self.members().count() + self.keys().len() + required
    }

    /// All that applies to the very same value.
    fn parts(self) -> Vec<(String, &'a Node)> {
        self.schema.in_place(&self.position.pointer, self.position.node)
    }

    /// The members of the enums that count here.
    pub fn members(self) -> impl Iterator<Item = &'a Node> {
        self.enums().into_iter().flat_map(|members| members.as_array().unwrap_or_default())
    }

    /// The texts among them.
    pub fn texts(self) -> impl Iterator<Item = &'a str> {
        self.members().filter_map(Node::as_str)
    }
}

/// How far into schemas the positions are that a profile has rules for.
pub fn reach(profile: &ir::Profile) -> Reach {
    let ir::Reach { properties, items } = profile.reach;
    if !profile.reach.is_below_top() {
        return Reach::TOP;
    }
    Reach { properties, items, depth: profile.bounds.depth as usize }
}
