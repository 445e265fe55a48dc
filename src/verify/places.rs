//! Where the rules of a plan stand.

use std::collections::HashMap;
use std::rc::Rc;

use super::around::{Around, in_place};
use crate::ir::{Action, Convention};
use crate::json::{Node, pointer};
use crate::prove::{ProvenPlan, said};
use crate::schema::{Position, Reach, Schema};

/// A rule with its convention.
#[derive(Debug, Clone, Copy)]
pub(super) struct Bound<'a> {
    /// Its index in the plan.
    pub(super) index: usize,
    pub(super) convention: &'a Convention,
}

/// A position with the rules that stand there, in plan order.
#[derive(Debug)]
pub(super) struct Place<'a> {
    pub(super) position: Position<'a>,
    pub(super) rules: Vec<Bound<'a>>,
    /// The texts among the members of its enum, or where it has none of all enums that apply to the very
    /// same value; where no rule asks for them, none.
    pub(super) members: Vec<&'a str>,
}

/// The places by the parts of the schema that stand there, so that each way to one leads to the same.
pub(super) type ByPart<'a> = HashMap<*const Node, Rc<Place<'a>>>;

/// The rules about object schemas as a whole, by the parts of the schema that these are.
pub(super) type ByObject<'a> = HashMap<*const Node, Vec<Bound<'a>>>;

/// The places of a plan.
pub(super) struct Places<'a> {
    schema: &'a Schema,
    /// Whether there may be rules for what is inside of a value.
    pub(super) go_inside: bool,
    places: ByPart<'a>,
    objects: ByObject<'a>,
    /// The rules on call, in plan order.
    pub(super) calls: Vec<Bound<'a>>,
    known: HashMap<*const Node, Rc<Around<'a>>>,
}

impl<'a> Places<'a> {
    pub(super) fn of(proven: &'a ProvenPlan) -> Self {
        let schema = proven.schema();
        let reach = proven.profile().ir().map_or(Reach::TOP, |profile| Reach {
            properties: profile.reach.properties,
            items: profile.reach.items,
            depth: profile.bounds.depth as usize,
        });
        let go_inside = reach.properties || reach.items;
        let ir = proven.profile().program().ir();
        let mut by_place: HashMap<(bool, &str), Vec<Bound<'a>>> = HashMap::new();
        let (mut objects, mut calls) = (ByObject::new(), Vec::new());
        for (index, rule) in proven.plan().rules().iter().enumerate() {
            let Some(convention) = ir.convention(&rule.kind) else { continue };
            let bound = Bound { index, convention };
            match convention.action {
                Action::EmptyCall | Action::DecodeCall(_) => calls.push(bound),
                Action::OmitSurplus { .. } => {
                    let object = pointer::get(schema.root(), rule.at.as_deref().unwrap_or_default());
                    let object = object.map(std::ptr::from_ref);
                    objects.entry(object.unwrap_or_else(std::ptr::null)).or_default().push(bound);
                }
                _ => by_place.entry((rule.at.is_some(), rule.place())).or_default().push(bound),
            }
        }
        let place = |position: Position<'a>| {
            let at = match position.key.filter(|_| position.depth == 0) {
                Some(key) => (false, key),
                None => (true, &*position.pointer),
            };
            let rules = by_place.get(&at).cloned().unwrap_or_default();
            let asks = rules.iter().any(|bound| bound.convention.action.is_about_members());
            let members = if asks { texts(schema, position.node, go_inside) } else { Vec::new() };
            (std::ptr::from_ref(position.node), Rc::new(Place { position, rules, members }))
        };
        let places = schema.positions(reach).into_iter().map(place).collect();
        Self { schema, go_inside, places, objects, calls, known: HashMap::new() }
    }

    /// The root, which is looked at by itself alone.
    pub(super) fn root(&self) -> Around<'a> {
        Around::of(self.schema, &[self.schema.root()], &self.places, &self.objects)
    }

    /// What applies to a value for which `node` stands in the schema.
    pub(super) fn around(&mut self, node: &'a Node) -> Rc<Around<'a>> {
        if let Some(known) = self.known.get(&std::ptr::from_ref(node)) {
            return Rc::clone(known);
        }
        let parts = in_place(self.schema, node);
        let around = Rc::new(Around::of(self.schema, &parts, &self.places, &self.objects));
        self.known.insert(std::ptr::from_ref(node), Rc::clone(&around));
        around
    }
}

fn texts<'a>(schema: &'a Schema, node: &'a Node, go_inside: bool) -> Vec<&'a str> {
    let members = |part: &'a Node| said(schema, part, "enum").and_then(Node::as_array);
    let parts = match members(node) {
        None if go_inside => in_place(schema, node),
        _ => vec![node],
    };
    parts.into_iter().filter_map(members).flatten().filter_map(Node::as_str).collect()
}
