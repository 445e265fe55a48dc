//! The value pass: a value that its property does not accept is replaced by its one outcome.

use serde_json::Value;

use super::keys::Move;
use super::ready::ValueRule;
use super::{Call, Unchanged, turns};
use crate::decode::{Decoded, decode};
use crate::ir::{Action, Omitted};
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
enum Made {
    Omitted,
    Value(Decoded),
}

impl<'a> Call<'a> {
    /// The changes, in plan order. `value` is what `arguments` say, for the validator.
    pub(super) fn changes(
        &mut self,
        arguments: &Node,
        value: &Value,
        moves: &[Move<'_>],
    ) -> Result<Vec<Change<'a>>, Unchanged> {
        let (proven, ready) = (self.proven, self.ready);
        let mut changes: Vec<(usize, Change<'a>)> = Vec::new();
        for (member, given) in arguments.as_object().unwrap_or_default().iter().enumerate() {
            let moved = moves.iter().find(|step| step.member == member);
            let key = moved.map_or(&*given.name, |step| &step.rule.key);
            let Some(property) = ready.declared.get(key).copied() else { continue };
            let rules = ready.values.get(property).map(Vec::as_slice).unwrap_or_default();
            let Some(before) = value.get(&*given.name).filter(|_| !rules.is_empty()) else { continue };
            if self.property_accepts(key, before)? {
                continue;
            }
            if let Some((rule, made)) = self.outcome(key, &given.value, rules)? {
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
        key: &str,
        given: &Node,
        rules: &[ValueRule],
    ) -> Result<Option<(usize, Made)>, Unchanged> {
        let mut refused = false;
        let convention = |index: usize| rules.get(index).map(|rule| &rule.convention);
        let made = turns::outcomes(rules.len(), convention, |index| {
            let made = self.made(rules.get(index)?, key, given);
            refused |= made.is_err();
            made.ok().flatten()
        });
        if refused {
            return Err(Unchanged);
        }
        let mut made = made.into_iter();
        let Some((index, first)) = made.next() else { return Ok(None) };
        if made.any(|(_, other)| other != first) {
            return Err(Unchanged);
        }
        Ok(rules.get(index).map(|rule| (rule.rule, first)))
    }

    /// What one rule makes of the value, kept only if the property accepts it.
    fn made(&mut self, rule: &ValueRule, key: &str, given: &Node) -> Result<Option<Made>, Unchanged> {
        match &rule.convention.action {
            Action::Rename { .. } => Ok(None),
            Action::Omit(omitted) => {
                let taken = match omitted {
                    Omitted::Null => given.data == Data::Null,
                    Omitted::EmptyString => given.as_str() == Some(""),
                };
                Ok((taken && !self.proven.schema().requires(key)).then_some(Made::Omitted))
            }
            Action::Decode(decoder) => {
                let Some(decoded) = decode(decoder, given, rule.members.as_ref()) else { return Ok(None) };
                Ok(self.property_accepts(key, &decoded.value)?.then_some(Made::Value(decoded)))
            }
        }
    }
}
