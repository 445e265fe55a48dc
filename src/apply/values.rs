//! The value pass: a value that its property does not accept is replaced by its one outcome.

use serde_json::Value;

use super::keys::Move;
use super::obstacle::Obstacle;
use super::ready::ValueRule;
use super::{Call, order};
use crate::decode::Decoded;
use crate::ir::Omitted;
use crate::json::{Data, Node};
use crate::plan::Rule;

/// A member whose value is changed.
pub(super) struct Change<'a> {
    /// Its index among the members of the arguments.
    pub(super) member: usize,
    /// The rule that changes it.
    pub(super) rule: &'a Rule,
    /// The text of the new value, or nothing where the member is left out.
    pub(super) with: Option<String>,
}

/// What a rule makes of a value.
#[derive(PartialEq)]
pub(super) enum Made {
    Omitted,
    Value(Decoded),
}

/// What comes of asking a rule.
pub(super) enum Attempt {
    /// It does not read such a value.
    NotRead,
    /// It would leave the member out, which is required.
    IsRequired,
    /// The property does not accept what the rule makes of it.
    NotAccepted(Decoded),
    /// The rule has an outcome.
    Made(Made),
}

impl<'p> Call<'p> {
    /// The changes, in plan order. `value` is what `arguments` say, for the validator.
    pub(super) fn changes(
        &mut self,
        arguments: &Node,
        value: &Value,
        moves: &[Move<'_>],
    ) -> Result<Vec<Change<'p>>, Obstacle<'p>> {
        let (proven, ready) = (self.proven, self.ready);
        let mut changes: Vec<(usize, Change<'p>)> = Vec::new();
        for (member, given) in arguments.as_object().unwrap_or_default().iter().enumerate() {
            let moved = moves.iter().find(|step| step.member == member);
            let key = moved.map_or(&*given.name, |step| &step.rule.key);
            let rules = ready.rules_of(key);
            let Some(before) = value.get(&*given.name).filter(|_| !rules.is_empty()) else { continue };
            if self.property_accepts(member, key, before)? {
                continue;
            }
            if let Some((rule, made)) = self.outcome(member, key, &given.value, rules)? {
                let with = match made {
                    Made::Omitted => None,
                    Made::Value(decoded) => Some(decoded.text),
                };
                let Some(named) = proven.plan().rules().get(rule) else { continue };
                changes.push((rule, Change { member, rule: named, with }));
            }
        }
        changes.sort_by_key(|(rule, _)| *rule);
        Ok(changes.into_iter().map(|(_, change)| change).collect())
    }

    /// The one outcome, with the index of the rule that has it. Two refuse the call.
    fn outcome(
        &mut self,
        member: usize,
        key: &str,
        given: &Node,
        rules: &[ValueRule],
    ) -> Result<Option<(usize, Made)>, Obstacle<'p>> {
        let mut obstacle = None;
        let convention = |index: usize| rules.get(index).map(|rule| &rule.convention);
        let made = order::outcomes(rules.len(), convention, |index| {
            match self.attempt(rules.get(index)?, member, key, given) {
                Ok(Attempt::Made(made)) => Some(made),
                Ok(_) => None,
                Err(met) => {
                    obstacle.get_or_insert(met);
                    None
                }
            }
        });
        if let Some(obstacle) = obstacle {
            return Err(obstacle);
        }
        let named = |index: usize| rules.get(index).map(|rule| rule.rule);
        let mut made = made.into_iter();
        let Some((index, first)) = made.next() else { return Ok(None) };
        if let Some((other, _)) = made.find(|(_, other)| *other != first) {
            let rule = |index: usize| self.proven.plan().rules().get(named(index)?);
            return match (rule(index), rule(other)) {
                (Some(one), Some(other)) => Err(Obstacle::TwoOutcomes { member, rules: [one, other] }),
                _ => Ok(None),
            };
        }
        Ok(named(index).map(|rule| (rule, first)))
    }

    /// What one rule makes of the value: an outcome only if the property accepts it.
    pub(super) fn attempt(
        &mut self,
        rule: &ValueRule,
        member: usize,
        key: &str,
        given: &Node,
    ) -> Result<Attempt, Obstacle<'p>> {
        if let Some(reader) = &rule.reader {
            let Some(decoded) = reader.read(given, self.args) else { return Ok(Attempt::NotRead) };
            return Ok(match self.property_accepts(member, key, &decoded.value)? {
                true => Attempt::Made(Made::Value(decoded)),
                false => Attempt::NotAccepted(decoded),
            });
        }
        let taken = match rule.convention.action.omits() {
            Some(Omitted::Null) => given.data == Data::Null,
            Some(Omitted::EmptyString) => given.as_str() == Some(""),
            None => false,
        };
        Ok(match taken {
            false => Attempt::NotRead,
            true if self.proven.schema().requires(key) => Attempt::IsRequired,
            true => Attempt::Made(Made::Omitted),
        })
    }
}
