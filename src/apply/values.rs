//! The rules of a position: what each makes of a value there.

use super::obstacle::Obstacle;
use super::order;
use super::place::Place;
use super::ready::ValueRule;
use super::uses::Used;
use super::walk::{Mended, Outcome, Walk};
use crate::decode::Decoded;
use crate::ir::Omitted;
use crate::json::splice::{Edit, splice};
use crate::json::{Data, Document, Limits};

/// A member whose value is changed.
pub(super) struct Change<'p> {
    /// Its index among the members of the object.
    pub(super) member: usize,
    /// What becomes of it.
    pub(super) outcome: Outcome<'p>,
}

/// What comes of asking a rule.
pub(super) enum Attempt<'p> {
    /// It does not read such a value.
    NotRead,
    /// It would leave the member out, which is required.
    IsRequired,
    /// The position does not accept what the rule makes of it.
    NotAccepted(Decoded),
    /// The rule has an outcome, which is written so.
    Made(Outcome<'p>, String),
}

impl<'p> Walk<'p> {
    /// The outcomes of the rules of a position, of those whose turn it is, in plan order.
    pub(super) fn of_rules(
        &mut self,
        position: usize,
        place: &Place<'_>,
    ) -> Result<Vec<Outcome<'p>>, Obstacle<'p>> {
        let ready = self.ready;
        let rules = ready.position(position).map(|position| position.rules.as_slice()).unwrap_or_default();
        let mut obstacle = None;
        let convention = |index: usize| rules.get(index).map(|rule| &rule.convention);
        let made = order::outcomes(rules.len(), convention, |index| {
            match self.attempt(rules.get(index)?, position, place) {
                Ok(Attempt::Made(outcome, _)) => Some(outcome),
                Ok(_) => None,
                Err(met) => {
                    obstacle.get_or_insert(met);
                    None
                }
            }
        });
        match obstacle {
            Some(obstacle) => Err(obstacle),
            None => Ok(made.into_iter().map(|(_, outcome)| outcome).collect()),
        }
    }

    /// Whether what a rule reads is planned again, and that has been done as often on the way to `place` as it
    /// may be.
    pub(super) fn is_spent(&self, rule: &ValueRule, place: &Place<'_>) -> bool {
        rule.is_again() && place.decodings >= self.ready.bounds.decodings
    }

    pub(super) fn used(&self, rule: &'p ValueRule, place: &Place<'_>) -> Used<'p> {
        Used::new(self.ready, (rule.index, &rule.rule), &rule.convention.action, place)
    }

    /// What one rule makes of the value: an outcome only if the position accepts it.
    pub(super) fn attempt(
        &mut self,
        rule: &'p ValueRule,
        position: usize,
        place: &Place<'_>,
    ) -> Result<Attempt<'p>, Obstacle<'p>> {
        let (ready, given) = (self.ready, place.node);
        let Some(reader) = &rule.reader else {
            let taken = match rule.convention.action.omits() {
                Some(Omitted::Null) => given.data == Data::Null,
                Some(Omitted::EmptyString) => given.as_str() == Some(""),
                None => false,
            };
            return Ok(match taken {
                false => Attempt::NotRead,
                true if ready.position(position).is_none_or(|position| position.is_required) => {
                    Attempt::IsRequired
                }
                true => Attempt::Made(Outcome::Omitted(self.used(rule, place)), String::new()),
            });
        };
        if rule.wraps() && (place.is_wrapped || place.is_read) || self.is_spent(rule, place) {
            return Ok(Attempt::NotRead);
        }
        let Some(decoded) = reader.read(given, place.source) else { return Ok(Attempt::NotRead) };
        let write = |text: String| vec![Edit { span: given.span, with: text }];
        if self.accepts(position, place, &decoded.value)? {
            let Decoded { value, text } = decoded;
            let values = vec![self.used(rule, place)];
            let mended = Mended { edits: write(text.clone()), value, values, ..Mended::default() };
            return Ok(Attempt::Made(Outcome::Mended(mended), text));
        }
        if !rule.is_again() {
            return Ok(Attempt::NotAccepted(decoded));
        }
        let source = decoded.text.as_bytes();
        let Ok(document) = Document::parse(source, Limits::ARGUMENTS) else {
            return Ok(Attempt::NotAccepted(decoded));
        };
        let inside = place.decoded(rule, &document.root, source, self.next_text());
        let Some(Outcome::Mended(mut mended)) = self.mend(position, &inside, &decoded.value)? else {
            return Ok(Attempt::NotAccepted(decoded));
        };
        // What was changed inside are bytes between quotes and brackets of JSON text.
        let Ok(text) = String::from_utf8(splice(source, std::mem::take(&mut mended.edits))) else {
            return Ok(Attempt::NotAccepted(decoded));
        };
        mended.edits = write(text.clone());
        mended.values.push(self.used(rule, place));
        Ok(Attempt::Made(Outcome::Mended(mended), text))
    }
}
