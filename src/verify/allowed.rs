//! What the plan's rules allow to be made of a value: the checker's reading.

use std::collections::HashMap;

use super::decoded::{Declared, decoded, wraps};
use super::outcome::{Made, Outcome};
use super::places::{Bound, Place, Places};
use super::taken::Taken;
use super::way::{Given, Way};
use super::{Violation, order};
use crate::ir::{Action, Bounds, Omitted};
use crate::json::{Data, Document, Limits, Node};
use crate::prove::ProvenPlan;
use crate::span::Span;

/// How many times the bound on values that are validated by themselves this reading may ask: it asks of
/// values again, and of some for which there is no rule.
const MORE: usize = 4;
/// How many bytes these questions may be about, beside this many times the arguments: a value is looked at
/// again with each one around it.
const MOST_BYTES: usize = 16 << 20;
const TIMES: usize = 32;

/// A part of the schema, and a value by its text, its place in it and the way there.
type Known = (*const Node, usize, Span, Way);

/// Reads the rules of a proven plan.
pub(super) struct Allowed<'a> {
    pub(super) proven: &'a ProvenPlan,
    pub(super) places: Places<'a>,
    pub(super) bounds: Bounds,
    /// What became of each value at each place, which is worked out once however many ways lead there.
    known: HashMap<Known, Option<Outcome>>,
    /// How many texts were read.
    pub(super) texts: usize,
    /// How many questions may still be asked.
    questions: usize,
    /// How many bytes of values they may still be about.
    bytes: usize,
}

impl<'a> Allowed<'a> {
    /// `before` is the text that is changed.
    pub(super) fn of(proven: &'a ProvenPlan, before: &[u8]) -> Self {
        let bounds = proven.profile().ir().map_or(Bounds::WIRE, |profile| profile.bounds);
        let questions = (bounds.steps as usize).saturating_mul(MORE);
        let bytes = before.len().saturating_mul(TIMES).saturating_add(MOST_BYTES);
        let places = Places::of(proven);
        Self { proven, places, bounds, known: HashMap::new(), texts: 0, questions, bytes }
    }

    /// What becomes of `given` at `place`; nothing where it is admitted, or no rule makes anything of it.
    pub(super) fn value(
        &mut self,
        place: &Place<'a>,
        given: Given<'_>,
        way: Way,
    ) -> Result<Option<Outcome>, Violation> {
        if place.rules.is_empty() && !(self.places.go_inside && given.is_container()) {
            return Ok(None);
        }
        let known = (std::ptr::from_ref(place.position.node), given.text, given.node.span, way);
        if let Some(outcome) = self.known.get(&known) {
            return Ok(outcome.clone());
        }
        let is_admitted = self.admits(place, given.node)?;
        let outcome = if is_admitted { None } else { self.of_rejected(place, given, way)? };
        self.known.insert(known, outcome.clone());
        Ok(outcome)
    }

    /// The same for what is not admitted.
    fn of_rejected(
        &mut self,
        place: &Place<'a>,
        given: Given<'_>,
        way: Way,
    ) -> Result<Option<Outcome>, Violation> {
        let by_rules = order::outcomes(&place.rules, |_, bound| self.by_rule(bound, place, given, way))?;
        let mut found: Vec<Outcome> = by_rules.into_iter().map(|(_, outcome)| outcome).collect();
        if self.places.go_inside && way.depth < self.bounds.depth as usize {
            found.extend(self.inside(place, given, way.step())?);
        }
        order::single(found, |one, other| one.made == other.made, named(place))
    }

    fn by_rule(
        &mut self,
        bound: Bound<'a>,
        place: &Place<'a>,
        given: Given<'_>,
        way: Way,
    ) -> Result<Option<Outcome>, Violation> {
        let taken = Taken::one(bound);
        let decoding = match (&bound.convention.action, &given.node.data) {
            (Action::Omit(Omitted::Null), Data::Null) => return Ok(gone(place, taken)),
            (Action::Omit(Omitted::EmptyString), Data::String(text)) if text.is_empty() => {
                return Ok(gone(place, taken));
            }
            (Action::Decode(decoding), _) => decoding,
            _ => return Ok(None),
        };
        let is_spent = decoding.again && way.decodings >= self.bounds.decodings;
        if is_spent || (way.is_wrapped || way.is_read) && wraps(decoding) {
            return Ok(None);
        }
        let program = self.proven.profile().program().ir();
        let declared = Declared { program, members: &place.members };
        let Some(text) = decoded(decoding, given.node, given.source, &declared) else { return Ok(None) };
        let Some(inside) = read(text.as_bytes()) else { return Ok(None) };
        if self.admits(place, &inside)? {
            return Ok(Some(Outcome { made: Made::Text(text), taken }));
        }
        if !decoding.again {
            return Ok(None);
        }
        let is_wrapped = way.is_wrapped || wraps(decoding);
        let way = Way { decodings: way.decodings + 1, is_wrapped, is_read: true, ..way };
        self.texts += 1;
        let given = Given { node: &inside, source: text.as_bytes(), text: self.texts };
        // What was given as text is not left out.
        let Some(Outcome { made: Made::Text(middle), taken: more }) = self.of_rejected(place, given, way)?
        else {
            return Ok(None);
        };
        let (before, behind) = (text.get(..inside.span.start), text.get(inside.span.end..));
        let made = Made::Text([before.unwrap_or_default(), &middle, behind.unwrap_or_default()].concat());
        Ok(Some(Outcome { made, taken: taken.and(more) }))
    }

    /// Whether `place` admits a value, as often as that may be asked.
    pub(super) fn admits(&mut self, place: &Place<'a>, value: &Node) -> Result<bool, Violation> {
        self.look(named(place), value.span.end - value.span.start)?;
        let admits = self.proven.schema().admits_at(&place.position, &value.to_value());
        admits.map_err(|unevaluable| Violation::Unevaluable(unevaluable.property))
    }

    /// Counts one more question, about so many bytes of what is called `name`.
    pub(super) fn look(&mut self, name: &str, bytes: usize) -> Result<(), Violation> {
        let left = (self.questions.checked_sub(1), self.bytes.checked_sub(bytes));
        let (Some(questions), Some(bytes)) = left else { return Err(Violation::TooMuch(name.to_owned())) };
        (self.questions, self.bytes) = (questions, bytes);
        Ok(())
    }
}

/// The value whose text is `text`, where all parsers read it alike.
pub(super) fn read(text: &[u8]) -> Option<Node> {
    let limits = Limits { depth: Limits::SURFACE.depth, bytes: usize::MAX, values: usize::MAX };
    let document = Document::parse(text, limits).ok()?;
    document.flaws.is_empty().then_some(document.root)
}

/// What a place is called: by its key at the top, below it by its pointer.
fn named<'p>(place: &'p Place<'_>) -> &'p str {
    let Place { position, .. } = place;
    position.key.filter(|_| position.depth == 0).unwrap_or(&position.pointer)
}

/// An item stands for itself, and what its object requires stays.
fn gone(place: &Place<'_>, taken: Taken) -> Option<Outcome> {
    let (object, key) = (place.position.object?, place.position.key?);
    let required = object.get("required").and_then(Node::as_array).unwrap_or_default();
    let is_required = required.iter().any(|name| name.as_str() == Some(key));
    (!is_required).then_some(Outcome { made: Made::Gone, taken })
}
