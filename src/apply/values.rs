//! The value pass: a value that its property does not accept is replaced by its one outcome.

use std::collections::HashMap;

use super::keys::Move;
use super::{Call, Unchanged, turns};
use crate::decode::{Decoded, decode};
use crate::facets::Site;
use crate::ir::{Action, Convention, Omitted};
use crate::json::{Data, Member, Node};
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
    /// The changes, in plan order.
    pub(super) fn changes(
        &mut self,
        arguments: &Node,
        moves: &[Move<'_>],
    ) -> Result<Vec<Change<'a>>, Unchanged> {
        let proven = self.proven;
        let members = arguments.as_object().unwrap_or_default();
        let given_as = given_as(members, moves);
        let mut changes = Vec::new();
        for property in proven.schema().properties() {
            let rules: Vec<(usize, &Rule)> = proven
                .plan()
                .rules()
                .iter()
                .enumerate()
                .filter(|(_, rule)| *rule.key == *property.name)
                .collect();
            let Some(member) = given_as.get(&*property.name).copied() else { continue };
            let Some(given) = members.get(member).map(|member| &member.value) else { continue };
            if rules.is_empty() || self.property_accepts(&property.name, &given.to_value())? {
                continue;
            }
            if let Some((position, rule, made)) = self.outcome(property, given, &rules)? {
                let with = match made {
                    Made::Omitted => None,
                    Made::Value(decoded) => Some(decoded.text),
                };
                changes.push((position, Change { member, rule, with }));
            }
        }
        changes.sort_by_key(|(position, _)| *position);
        Ok(changes.into_iter().map(|(_, change)| change).collect())
    }

    /// The one outcome, with the rule that has it and its position in the plan. Two refuse the call.
    fn outcome(
        &mut self,
        property: &Member,
        given: &Node,
        rules: &[(usize, &'a Rule)],
    ) -> Result<Option<(usize, &'a Rule, Made)>, Unchanged> {
        let profile = self.proven.profile();
        let with_convention = rules.iter().filter_map(|(position, rule)| {
            let convention = profile.conventions().find(|convention| convention.name == rule.kind)?;
            Some((*position, *rule, convention))
        });
        let asked: Vec<(usize, &Rule, &Convention)> = with_convention.collect();
        let conventions: Vec<&Convention> = asked.iter().map(|(_, _, convention)| *convention).collect();
        let mut refused = None;
        let made = turns::outcomes(&conventions, |index| {
            let convention = conventions.get(index)?;
            self.made(convention, property, given).unwrap_or_else(|unchanged| {
                refused = Some(unchanged);
                None
            })
        });
        if let Some(unchanged) = refused {
            return Err(unchanged);
        }
        let mut made = made.into_iter();
        let Some((index, first)) = made.next() else { return Ok(None) };
        if made.any(|(_, other)| other != first) {
            return Err(Unchanged);
        }
        Ok(asked.get(index).map(|(position, rule, _)| (*position, *rule, first)))
    }

    /// What one convention makes of the value, kept only if the property accepts it.
    fn made(
        &mut self,
        convention: &Convention,
        property: &Member,
        given: &Node,
    ) -> Result<Option<Made>, Unchanged> {
        let schema = self.proven.schema();
        match &convention.action {
            Action::Rename { .. } => Ok(None),
            Action::Omit(omitted) => {
                let taken = match omitted {
                    Omitted::Null => given.data == Data::Null,
                    Omitted::EmptyString => given.as_str() == Some(""),
                };
                Ok((taken && !schema.requires(&property.name)).then_some(Made::Omitted))
            }
            Action::Decode(decoder) => {
                let site = Site { program: self.proven.profile().program().ir(), schema, property };
                let Some(decoded) = decode(decoder, given, site) else { return Ok(None) };
                let accepted = self.property_accepts(&property.name, &decoded.value)?;
                Ok(accepted.then_some(Made::Value(decoded)))
            }
        }
    }
}

/// The members by their names once the moves are made.
fn given_as<'n>(members: &'n [Member], moves: &[Move<'n>]) -> HashMap<&'n str, usize> {
    let mut names: HashMap<&str, usize> =
        members.iter().enumerate().map(|(index, member)| (&*member.name, index)).collect();
    names.extend(moves.iter().map(|step| (step.rule.key.as_str(), step.member)));
    names
}
