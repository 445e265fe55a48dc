//! The way of the walk once more, with a note of every step.

use std::rc::Rc;

use super::super::place::{Part, Place, Step as Into, Way};
use super::super::ready::{Object, PositionRules, ValueRule};
use super::super::uses::Used;
use super::super::values::Attempt;
use super::super::walk::{Outcome, Walk};
use super::super::{keys, order, whole};
use super::{Inside, Step, Tried, Try, TryResult};
use crate::facets::branch;
use crate::json::{Document, Limits, Node};
use crate::schema::branch_around;
use crate::spelling::form;

/// How many steps inside values are told, in all.
const MOST_INSIDE: usize = 500;

/// Goes the way that the walk goes, and notes what there is.
pub(super) struct Tracer<'p> {
    walk: Walk<'p>,
    left: usize,
}

impl<'p> Tracer<'p> {
    pub(super) fn new(walk: Walk<'p>) -> Self {
        Self { walk, left: MOST_INSIDE }
    }

    /// The members of the arguments.
    pub(super) fn arguments(&mut self, place: &Place<'_>) -> Vec<Step> {
        let members = place.node.as_object().unwrap_or_default();
        let Some(root) = self.walk.ready.root() else { return Vec::new() };
        members.iter().map(|member| self.member(root, None, place, (&member.name, &member.value))).collect()
    }

    /// The rules for the arguments as a whole; nothing stands where none are given.
    pub(super) fn calls(&mut self, place: Option<&Place<'_>>) -> Vec<Try> {
        let rules = self.walk.ready.calls.as_slice();
        let mut results = vec![(TryResult::NotAsked, None); rules.len()];
        let convention = |index: usize| rules.get(index).map(|rule| &rule.convention);
        order::outcomes(rules.len(), convention, |index| {
            let rule = rules.get(index)?;
            let made = self.walk.of_call(rule, place).ok().flatten();
            let slot = results.get_mut(index)?;
            *slot = match (made, whole::read(rule, place)) {
                (Some(whole), _) => {
                    let text = String::from_utf8_lossy(&whole.text).into_owned();
                    (TryResult::Written(text), Some(whole.value))
                }
                (None, Some(read)) => (TryResult::NotAccepted(read.text), None),
                (None, None) => (TryResult::NotRead, None),
            };
            matches!(slot.0, TryResult::Written(_)).then_some(())
        });
        let schema = self.walk.proven.schema();
        let told = rules.iter().zip(results).map(|(rule, (result, made))| {
            let used = Used::on_call(rule, place).told(schema, made.as_ref());
            Try { used, result, again: Tried::default() }
        });
        told.collect()
    }

    /// One member of the object at `place`.
    fn member(
        &mut self,
        object: &'p Object,
        way: Option<Way>,
        place: &Place<'_>,
        (name, given): (&str, &Node),
    ) -> Step {
        let (proven, ready) = (self.walk.proven, self.walk.ready);
        let is_declared = object.declared.contains_key(name);
        let claims = if is_declared { Vec::new() } else { keys::claims(proven, object, name, given) };
        let key = match claims.as_slice() {
            _ if is_declared => Some(name),
            [first, others @ ..] if others.iter().all(|other| other.key == first.key) => first.key,
            _ => None,
        };
        let own = Rc::from(name);
        let to = match key {
            Some(key) if !is_declared => Into::Moved { name: Some(&own), key },
            _ => Into::Member(name),
        };
        let inside = place.inside(to, given, way);
        let used = claims.iter().map(|claim| Used::new(ready, claim.rule, claim.action, &inside));
        let form = || object.renames.iter().find_map(|rename| form(&rename.spelling, name));
        let mut step = Step {
            is_declared,
            form: if is_declared { None } else { form() },
            claims: used.map(|used| used.told(proven.schema(), None)).collect(),
            key: key.map(Box::from),
            ..Step::of(name, inside.given(), given)
        };
        if let Some(position) = key.and_then(|key| object.declared.get(key).copied().flatten()) {
            self.at(&mut step, position, &inside);
        }
        step
    }

    /// What became of the value at `place`, whose position is `position`.
    fn at(&mut self, step: &mut Step, position: usize, place: &Place<'_>) {
        let Some(here) = self.walk.ready.position(position) else { return };
        step.schema = Some(here.pointer.clone());
        step.is_accepted = self.walk.accepts(position, place, &place.node.to_value()).ok();
        if step.is_accepted == Some(false) {
            step.tried = self.tried(position, here, place);
        }
    }

    fn tried(&mut self, position: usize, here: &'p PositionRules, place: &Place<'_>) -> Tried {
        Tried { tries: self.tries(position, &here.rules, place), inside: self.inside(position, here, place) }
    }

    fn tries(&mut self, position: usize, rules: &'p [ValueRule], place: &Place<'_>) -> Vec<Try> {
        let schema = self.walk.proven.schema();
        let mut results = vec![(TryResult::NotAsked, None); rules.len()];
        let convention = |index: usize| rules.get(index).map(|rule| &rule.convention);
        order::outcomes(rules.len(), convention, |index| {
            let attempt = self.walk.attempt(rules.get(index)?, position, place).ok()?;
            let slot = results.get_mut(index)?;
            *slot = match attempt {
                Attempt::NotRead => (TryResult::NotRead, None),
                Attempt::IsRequired => (TryResult::IsRequired, None),
                Attempt::NotAccepted(decoded) => (TryResult::NotAccepted(decoded.text), None),
                Attempt::Made(Outcome::Omitted(_), _) => (TryResult::Omitted, None),
                Attempt::Made(Outcome::Mended(mended), text) => {
                    (TryResult::Written(text), Some(mended.value))
                }
            };
            matches!(slot.0, TryResult::Omitted | TryResult::Written(_)).then_some(())
        });
        let told = rules.iter().zip(results).map(|(rule, (result, made))| {
            let used = self.walk.used(rule, place).told(schema, made.as_ref());
            let is_read = matches!(result, TryResult::NotAccepted(_) | TryResult::Written(_));
            let again = if is_read { self.again(position, rule, place) } else { Tried::default() };
            Try { used, result, again }
        });
        told.collect()
    }

    /// What was tried for what a rule read, where that is planned again and was not accepted as it is.
    fn again(&mut self, position: usize, rule: &'p ValueRule, place: &Place<'_>) -> Tried {
        let Some(here) = self.walk.ready.position(position) else { return Tried::default() };
        let Some(decoded) = rule.reader.as_ref().and_then(|reader| reader.read(place.node, place.source))
        else {
            return Tried::default();
        };
        let is_again = rule.is_again() && !self.walk.is_spent(rule, place);
        if !is_again || !matches!(self.walk.accepts(position, place, &decoded.value), Ok(false)) {
            return Tried::default();
        }
        let source = decoded.text.as_bytes();
        let Ok(document) = Document::parse(source, Limits::ARGUMENTS) else { return Tried::default() };
        let inside = place.decoded(rule, &document.root, source, self.walk.next_text());
        self.tried(position, here, &inside)
    }

    /// What became of what is inside the value at `place`.
    fn inside(&mut self, position: usize, here: &'p PositionRules, place: &Place<'_>) -> Vec<Inside> {
        let (ready, schema) = (self.walk.ready, self.walk.proven.schema());
        if place.depth > ready.bounds.depth {
            return Vec::new();
        }
        let parts: Vec<Part> = match (place.node.as_object(), place.node.as_array()) {
            (Some(_), _) => here.objects.iter().map(|object| Part::Object(*object)).collect(),
            (_, Some(_)) => here.items.iter().map(|items| Part::Items(*items)).collect(),
            _ => Vec::new(),
        };
        let mut found = Vec::new();
        for part in parts {
            let way = Way { position, part };
            let Some((_, leads_to)) = ready.way(way) else { continue };
            let steps = self.steps(way, place);
            if steps.is_empty() {
                continue;
            }
            let schema_at = match part {
                Part::Object(_) => leads_to.to_owned(),
                Part::Items(_) => format!("{leads_to}/items"),
            };
            let branch = branch::on_the_way(schema, &here.pointer, leads_to);
            let branch = branch.or_else(|| branch_around(leads_to).map(str::to_owned));
            found.push(Inside { schema: schema_at, branch, steps });
        }
        found
    }

    fn steps(&mut self, way: Way, place: &Place<'_>) -> Vec<Step> {
        let mut steps = Vec::new();
        let mut note = |tracer: &mut Self, step: Step| {
            let is_said = !(step.is_declared && step.is_accepted != Some(false));
            if is_said && tracer.left > 0 {
                tracer.left -= 1;
                steps.push(step);
            }
        };
        match way.part {
            Part::Object(index) => {
                let Some(object) = self.walk.ready.object(index) else { return steps };
                for member in place.node.as_object().unwrap_or_default() {
                    if self.left == 0 {
                        break;
                    }
                    let step = self.member(object, Some(way), place, (&member.name, &member.value));
                    note(self, step);
                }
            }
            Part::Items(position) => {
                for (index, item) in place.node.as_array().unwrap_or_default().iter().enumerate() {
                    if self.left == 0 {
                        break;
                    }
                    let name = index.to_string();
                    let inside = place.inside(Into::Item(index), item, Some(way));
                    let mut step = Step {
                        is_declared: true,
                        key: Some(name.as_str().into()),
                        ..Step::of(&name, inside.given(), item)
                    };
                    self.at(&mut step, position, &inside);
                    note(self, step);
                }
            }
        }
        steps
    }
}
