//! The walk: what the rules make of a value at a position, and of what is inside it.
//!
//! At each object the [keys](super::keys) move first; then each declared member is [mended](Walk::mend) at
//! its own position. A value that its position accepts stays. For another one the outcomes are collected,
//! of the [rules](super::values) of the position and of going inside: each counts only if the position
//! accepts the whole of it, and equal ones count once. Exactly one takes the value's place, two refuse the
//! call, and without any it stays. The arguments are an object like any other, at depth 0.

use std::collections::HashMap;

use serde_json::Value;

use super::Effort;
use super::edits;
use super::keys::{self, Move};
use super::obstacle::Obstacle;
use super::place::{Part, Place, Step, Way};
use super::ready::{PositionRules, Ready};
use super::uses::Used;
use super::values::Change;
use crate::json::Node;
use crate::json::splice::Edit;
use crate::prove::ProvenPlan;

/// How much work below the top may be in all: what the schema counts for the values that are validated.
const MOST_WORK: usize = 40_000_000;

/// What becomes of a value.
#[derive(Clone)]
pub(super) enum Outcome<'p> {
    /// It is left out, by this rule.
    Omitted(Used<'p>),
    /// It is changed.
    Mended(Mended<'p>),
}

/// A changed value.
#[derive(Clone, Default)]
pub(super) struct Mended<'p> {
    /// The edits of the text that it stands in.
    pub(super) edits: Vec<Edit>,
    /// What it is now.
    pub(super) value: Value,
    /// The uses of key rules, in the order of the walk.
    pub(super) keys: Vec<Used<'p>>,
    /// Those of the other rules.
    pub(super) values: Vec<Used<'p>>,
}

impl PartialEq for Outcome<'_> {
    /// Whether the same is written, by whatever rules.
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Omitted(_), Self::Omitted(_)) => true,
            (Self::Mended(one), Self::Mended(other)) => one.value == other.value && one.edits == other.edits,
            _ => false,
        }
    }
}

/// One call that is not canonical.
pub(super) struct Walk<'p> {
    pub(super) proven: &'p ProvenPlan,
    pub(super) ready: &'p Ready,
    /// How many property validations there were.
    validations: u32,
    /// How much work they were, below the top.
    work: usize,
    /// How many texts there were.
    texts: usize,
    /// What became of each value at each position, by the text and the place in it.
    known: HashMap<(usize, usize, usize, usize), Option<Outcome<'p>>>,
}

impl<'p> Walk<'p> {
    pub(super) fn of(proven: &'p ProvenPlan) -> Option<Self> {
        let slot = proven.slot().get_or_init(|| Box::new(Ready::of(proven)));
        let ready = slot.downcast_ref()?;
        Some(Self { proven, ready, validations: 0, work: 0, texts: 0, known: HashMap::new() })
    }

    /// What becomes of an object that stands at the position of this index, none for the arguments, and is
    /// described by the object schema of that one.
    pub(super) fn object(
        &mut self,
        at: Option<usize>,
        index: usize,
        place: &Place<'_>,
        value: &Value,
    ) -> Result<Option<Mended<'p>>, Obstacle<'p>> {
        let (proven, ready) = (self.proven, self.ready);
        let Some(object) = ready.object(index) else { return Ok(None) };
        let way = at.map(|position| Way { position, part: Part::Object(index) });
        let moves = keys::moves(proven, ready, object, way, place)?;
        let members = place.node.as_object().unwrap_or_default();
        let by_member = by_member(&moves, members.len());
        let mut changes = Vec::new();
        for (member, given) in members.iter().enumerate() {
            let step = match by_member.get(member).copied().flatten() {
                None => Step::Member(&given.name),
                Some(Move { key: Some(key), name, .. }) => Step::Moved { name: name.as_ref(), key },
                Some(Move { key: None, .. }) => continue,
            };
            let (Step::Member(key) | Step::Moved { key, .. }) = step else { continue };
            let Some(Some(position)) = object.declared.get(key).copied() else { continue };
            let Some(before) = value.get(&*given.name) else { continue };
            if !self.has_anything_at(position) {
                continue;
            }
            let inside = place.inside(step, &given.value, way);
            if let Some(outcome) = self.mend(position, &inside, before)? {
                changes.push(Change { member, outcome });
            }
        }
        if moves.is_empty() && changes.is_empty() {
            return Ok(None);
        }
        Ok(Some(mended(place, value, moves, changes)))
    }

    /// Whether there is anything to be done for a value at a position.
    fn has_anything_at(&self, position: usize) -> bool {
        let has = |position: &PositionRules| {
            !(position.rules.is_empty() && position.objects.is_empty() && position.items.is_empty())
        };
        self.ready.position(position).is_some_and(has)
    }

    /// The one outcome for a value at a position, if there is one. Two refuse the call.
    pub(super) fn mend(
        &mut self,
        position: usize,
        place: &Place<'_>,
        value: &Value,
    ) -> Result<Option<Outcome<'p>>, Obstacle<'p>> {
        if self.accepts(position, place, value)? {
            return Ok(None);
        }
        let span = place.node.span;
        let known = (position, place.text, span.start, span.end);
        if let Some(known) = self.known.get(&known) {
            return Ok(known.clone());
        }
        let mut outcomes = self.of_rules(position, place)?;
        if let Some(inside) = self.inside(position, place, value)? {
            outcomes.push(inside);
        }
        let mut outcomes = outcomes.into_iter();
        let outcome = outcomes.next();
        if let (Some(first), Some(other)) = (&outcome, outcomes.find(|other| Some(other) != outcome.as_ref()))
        {
            return Err(self.two_outcomes(place, first, &other));
        }
        // Where nothing is inside, to ask again costs little.
        let has_inside = |here: &PositionRules| !(here.objects.is_empty() && here.items.is_empty());
        if self.ready.position(position).is_some_and(has_inside) {
            self.known.insert(known, outcome.clone());
        }
        Ok(outcome)
    }

    fn two_outcomes(&self, place: &Place<'_>, one: &Outcome<'p>, other: &Outcome<'p>) -> Obstacle<'p> {
        let first = |outcome: &Outcome<'p>| match outcome {
            Outcome::Omitted(used) => Some(used.told(self.proven.schema(), None)),
            Outcome::Mended(mended) => {
                let used = mended.values.first().or(mended.keys.first())?;
                let inside = used.path.result.strip_prefix(&*place.path().result)?;
                Some(used.told(self.proven.schema(), mended.value.pointer(inside)))
            }
        };
        match (first(one), first(other)) {
            (Some(one), Some(other)) => {
                Obstacle::TwoOutcomes { given: place.itself(), uses: Box::new([one, other]) }
            }
            _ => Obstacle::NothingToChange,
        }
    }

    /// What comes of going inside: the one outcome that the position accepts, over all that describe the
    /// value. Two refuse the call.
    fn inside(
        &mut self,
        position: usize,
        place: &Place<'_>,
        value: &Value,
    ) -> Result<Option<Outcome<'p>>, Obstacle<'p>> {
        let ready = self.ready;
        let Some(here) = ready.position(position) else { return Ok(None) };
        if place.depth > ready.bounds.depth {
            return Ok(None);
        }
        let mut found: Option<Outcome<'p>> = None;
        let is_object = value.is_object();
        let ways = if is_object { &here.objects } else { &here.items };
        for way in ways {
            let mended = match (is_object, place.node.as_array()) {
                (true, _) => self.object(Some(position), *way, place, value)?,
                (false, Some(items)) => {
                    self.items(Way { position, part: Part::Items(*way) }, items, place, value)?
                }
                (false, None) => None,
            };
            let Some(mended) = mended else { continue };
            if !self.accepts(position, place, &mended.value)? {
                continue;
            }
            let outcome = Outcome::Mended(mended);
            match &found {
                Some(first) if *first != outcome => return Err(self.two_outcomes(place, first, &outcome)),
                Some(_) => {}
                None => found = Some(outcome),
            }
        }
        Ok(found)
    }

    /// What becomes of a list whose items are described at a position.
    fn items(
        &mut self,
        way: Way,
        items: &[Node],
        place: &Place<'_>,
        value: &Value,
    ) -> Result<Option<Mended<'p>>, Obstacle<'p>> {
        let Part::Items(position) = way.part else { return Ok(None) };
        let mut changed: Vec<(usize, Mended<'p>)> = Vec::new();
        for (index, item) in items.iter().enumerate() {
            let Some(before) = value.get(index) else { continue };
            let inside = place.inside(Step::Item(index), item, Some(way));
            let outcome = self.mend(position, &inside, before)?;
            if let Some(Outcome::Mended(inner)) = outcome {
                changed.push((index, inner));
            }
        }
        if changed.is_empty() {
            return Ok(None);
        }
        // Most lists are as they should be: only another one is copied.
        let mut mended = Mended { value: value.clone(), ..Mended::default() };
        for (index, mut inner) in changed {
            if let Some(slot) = mended.value.get_mut(index) {
                *slot = std::mem::take(&mut inner.value);
            }
            mended.take(inner);
        }
        Ok(Some(mended))
    }

    /// Whether a position accepts the value, within the bounds.
    pub(super) fn accepts(
        &mut self,
        position: usize,
        place: &Place<'_>,
        value: &Value,
    ) -> Result<bool, Obstacle<'p>> {
        self.validations += 1;
        if self.validations > self.ready.bounds.steps {
            return Err(Obstacle::TooCostly);
        }
        let schema = self.proven.schema();
        let Some(position) = self.ready.position(position) else { return Ok(false) };
        let accepts = match position.top {
            Some(index) => schema.accepts_top(index, value),
            None => {
                let work = self.work.saturating_add(schema.work_of(value));
                if work > MOST_WORK {
                    return Err(Obstacle::TooCostly);
                }
                self.work = work;
                schema.accepts_below(&position.pointer, value)
            }
        };
        accepts.map_err(|_| Obstacle::Unevaluable { given: place.itself() })
    }

    /// How much was done.
    pub(super) fn effort(&self) -> Effort {
        Effort { validations: self.validations, work: self.work }
    }

    /// The number of one more text.
    pub(super) fn next_text(&mut self) -> usize {
        self.texts += 1;
        self.texts
    }
}

/// The move of each member, if there are any.
fn by_member<'m, 'p>(moves: &'m [Move<'p>], members: usize) -> Vec<Option<&'m Move<'p>>> {
    let mut found = if moves.is_empty() { Vec::new() } else { vec![None; members] };
    for step in moves {
        if let Some(slot) = found.get_mut(step.member) {
            *slot = Some(step);
        }
    }
    found
}

/// An object with its moves and changes made.
fn mended<'p>(
    place: &Place<'_>,
    value: &Value,
    moves: Vec<Move<'p>>,
    changes: Vec<Change<'p>>,
) -> Mended<'p> {
    let members = place.node.as_object().unwrap_or_default();
    let mut mended = Mended { edits: edits::edits(place, &moves, &changes), ..Mended::default() };
    let by_member = by_member(&moves, members.len());
    let mut object = serde_json::Map::new();
    let mut changes = changes.into_iter().peekable();
    for (index, member) in members.iter().enumerate() {
        let moved = by_member.get(index).copied().flatten().map(|step| step.key);
        let Some(key) = moved.map_or(Some(&*member.name), |key| key) else { continue };
        // The arguments are parsed again as they are written: nobody asks for their value here.
        let key = (place.depth > 0).then(|| key.to_owned());
        match changes.next_if(|change| change.member == index).map(|change| change.outcome) {
            Some(Outcome::Omitted(used)) => mended.values.push(used),
            Some(Outcome::Mended(mut inner)) => {
                object.extend(key.map(|key| (key, std::mem::take(&mut inner.value))));
                inner.edits.clear();
                mended.take(inner);
            }
            None => {
                object.extend(key.map(|key| (key, value.get(&*member.name).cloned().unwrap_or_default())))
            }
        }
    }
    mended.value = Value::Object(object);
    // Those of this object come before those inside it.
    let inside = std::mem::take(&mut mended.keys);
    mended.keys = moves.into_iter().map(|step| step.used).chain(inside).collect();
    mended
}

impl Mended<'_> {
    /// Takes over what was changed inside; the value is taken by the caller.
    fn take(&mut self, inner: Self) {
        self.edits.extend(inner.edits);
        self.keys.extend(inner.keys);
        self.values.extend(inner.values);
    }
}
