//! The arguments as a whole: what the way through them gives, and where that is nothing, the conventions on
//! call.

use serde_json::{Map, Value};

use super::is_crowded;
use super::obstacle::Obstacle;
use super::order;
use super::place::Place;
use super::ready::ValueRule;
use super::uses::Used;
use super::walk::{Mended, Walk};
use crate::decode::Decoded;
use crate::json::{Data, Document, Limits, splice};

/// How many conventions on call may follow each other.
const MOST_STEPS: u32 = 2;

/// Arguments that the schema accepts.
pub(super) struct Whole<'p> {
    pub(super) text: Vec<u8>,
    pub(super) value: Value,
    /// The uses of key rules, in the order of the walk, then those of the others in plan order.
    pub(super) uses: Vec<Used<'p>>,
}

impl<'p> Walk<'p> {
    /// What becomes of arguments that the schema rejects; nothing stands where none are given.
    pub(super) fn whole(
        &mut self,
        place: Option<&Place<'_>>,
        value: &Value,
    ) -> Result<Whole<'p>, Obstacle<'p>> {
        let passed = match place.filter(|place| place.node.as_object().is_some()) {
            Some(place) => self.passed(place, value),
            None => Err(Obstacle::NothingToChange),
        };
        match passed {
            // A person would have to choose: nothing else is tried.
            Err(obstacle @ (Obstacle::NothingToChange | Obstacle::StillRejected { .. })) => {
                self.of_calls(place)?.ok_or(obstacle)
            }
            decided => decided,
        }
    }

    /// What the way through an object gives.
    fn passed(&mut self, place: &Place<'_>, value: &Value) -> Result<Whole<'p>, Obstacle<'p>> {
        let mended = self.object(None, 0, place, value)?.ok_or(Obstacle::NothingToChange)?;
        let Mended { edits, keys: mut uses, mut values, .. } = mended;
        uses.append(&mut values);
        uses.sort_by_key(Used::rank);
        let text = splice::splice(place.source, edits);
        let result = read_again(&text);
        let is_read = result.is_some();
        let value = result.unwrap_or_default();
        // What a rule wrote may cost the validator more than what was given.
        if is_read && self.is_accepted(&text, &value)? {
            return Ok(Whole { text, value, uses });
        }
        let rules = super::witnessed(&uses);
        Err(Obstacle::StillRejected { rules, uses, result: value })
    }

    /// The one outcome of the conventions on call, if there is one. Two refuse the call.
    fn of_calls(&mut self, place: Option<&Place<'_>>) -> Result<Option<Whole<'p>>, Obstacle<'p>> {
        let rules = self.ready.calls.as_slice();
        if rules.is_empty() || place.is_some_and(|place| place.decodings >= MOST_STEPS) {
            return Ok(None);
        }
        let mut met = None;
        let convention = |index: usize| rules.get(index).map(|rule| &rule.convention);
        let found = order::outcomes(rules.len(), convention, |index| {
            self.of_call(rules.get(index)?, place).unwrap_or_else(|obstacle| {
                met.get_or_insert(obstacle);
                None
            })
        });
        if let Some(obstacle) = met {
            return Err(obstacle);
        }
        let mut found = found.into_iter();
        let Some((index, whole)) = found.next() else { return Ok(None) };
        let Some((other, second)) = found.find(|(_, other)| other.text != whole.text) else {
            return Ok(Some(whole));
        };
        let told = |index: usize, place: &Place<'_>, whole: &Whole<'_>| {
            Some(Used::on_call(rules.get(index)?, Some(place)).told(self.proven.schema(), Some(&whole.value)))
        };
        let told = place.and_then(|place| {
            let uses = Box::new([told(index, place, &whole)?, told(other, place, &second)?]);
            Some(Obstacle::TwoOutcomes { given: place.itself(), uses })
        });
        Err(told.unwrap_or(Obstacle::NothingToChange))
    }

    /// What one convention on call makes of the arguments.
    pub(super) fn of_call(
        &mut self,
        rule: &'p ValueRule,
        place: Option<&Place<'_>>,
    ) -> Result<Option<Whole<'p>>, Obstacle<'p>> {
        if place.is_some_and(|place| self.is_spent(rule, place)) {
            return Ok(None);
        }
        let Some(Decoded { value, text }) = read(rule, place) else { return Ok(None) };
        if is_crowded(text.as_bytes()) {
            return Err(Obstacle::TooCostly);
        }
        if value.is_object() && self.is_accepted(text.as_bytes(), &value)? {
            let uses = vec![Used::on_call(rule, place)];
            return Ok(Some(Whole { text: text.into_bytes(), value, uses }));
        }
        let Some(place) = place.filter(|_| rule.is_again()) else { return Ok(None) };
        let Ok(document) = Document::parse(text.as_bytes(), Limits::ARGUMENTS) else { return Ok(None) };
        let outside = place.given_inside();
        let mut inside = Place::arguments(&document.root, text.as_bytes(), &outside, place.is_told);
        inside.decodings = place.decodings + 1;
        inside.text = self.next_text();
        match self.whole(Some(&inside), &value) {
            Ok(mut whole) => {
                whole.uses.push(Used::on_call(rule, Some(place)));
                Ok(Some(whole))
            }
            Err(Obstacle::NothingToChange | Obstacle::StillRejected { .. }) => Ok(None),
            Err(obstacle) => Err(obstacle),
        }
    }

    /// Whether the schema accepts arguments, which are written so.
    fn is_accepted(&self, text: &[u8], value: &Value) -> Result<bool, Obstacle<'p>> {
        let schema = self.proven.schema();
        if !schema.affords(text.len(), value) {
            return Err(Obstacle::TooCostly);
        }
        Ok(schema.accepts_arguments(value))
    }
}

impl Place<'_> {
    /// The way to what a decoder reads here: into the only member, or where this is a text, no further.
    fn given_inside(&self) -> String {
        match self.node.as_object() {
            Some([only]) => crate::json::pointer::push(&self.given(), &only.name),
            _ => self.given(),
        }
    }
}

/// What a convention on call reads.
pub(super) fn read(rule: &ValueRule, place: Option<&Place<'_>>) -> Option<Decoded> {
    match (&rule.reader, place) {
        (Some(reader), Some(place)) => reader.read(place.node, place.source),
        (Some(_), None) => None,
        (None, place) => {
            let is_nothing = place.is_none_or(|place| place.node.data == Data::Null);
            is_nothing.then(|| Decoded { value: Value::Object(Map::new()), text: "{}".to_owned() })
        }
    }
}

/// The result as the validator sees it: its bytes are parsed again.
pub(super) fn read_again(after: &[u8]) -> Option<Value> {
    match serde_json::from_slice(after) {
        Ok(result) => Some(result),
        Err(_) => Some(Document::parse(after, Limits::SURFACE).ok()?.root.to_value()),
    }
}
