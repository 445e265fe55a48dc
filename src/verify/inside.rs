//! Going inside of a value: through each object schema, and through what a list's items must be.

use std::collections::{BTreeMap, BTreeSet};

use super::allowed::{Allowed, read};
use super::around::{Around, Object};
use super::outcome::{Made, Outcome};
use super::places::Place;
use super::rebuild::{self, Piece};
use super::taken::Taken;
use super::way::{Given, Way};
use super::{Violation, order, slice};
use crate::json::{Data, Node, canonical};
use crate::prove::spelling::only_name;

/// An object as one object schema has it.
pub(super) struct Passed<'g> {
    /// The name that each member has now, and what is written for it; nothing where it is left out.
    pub(super) members: Vec<(&'g str, Option<Piece>)>,
    pub(super) taken: Taken,
}

impl<'a> Allowed<'a> {
    /// What becomes of `given` where something inside is changed and `place` admits the whole.
    pub(super) fn inside(
        &mut self,
        place: &Place<'a>,
        given: Given<'_>,
        way: Way,
    ) -> Result<Vec<Outcome>, Violation> {
        let around = self.places.around(place.position.node);
        let mut found = Vec::new();
        match &given.node.data {
            Data::Object(members) => {
                for object in &around.objects {
                    let Passed { members: passed, taken } = self.through(object, &around, given, way)?;
                    let pieces: Vec<Option<Piece>> = passed.into_iter().map(|(_, piece)| piece).collect();
                    found.push((rebuild::object(given.source, given.node.span, members, &pieces), taken));
                }
            }
            Data::Array(items) => {
                for place in &around.items {
                    let (texts, taken) = self.each(place, items, given, way)?;
                    found.push((rebuild::array(given.source, given.node.span, items, &texts), taken));
                }
            }
            _ => {}
        }
        let mut outcomes = Vec::new();
        for (bytes, taken) in found.into_iter().filter(|(_, taken)| !taken.is_empty()) {
            let (Some(result), Ok(text)) = (read(&bytes), String::from_utf8(bytes)) else { continue };
            if self.admits(place, &result)? {
                outcomes.push(Outcome { made: Made::Text(text), taken });
            }
        }
        Ok(outcomes)
    }

    /// The members of an object as `object` has them.
    pub(super) fn through<'g>(
        &mut self,
        object: &Object<'a>,
        around: &Around<'a>,
        whole: Given<'g>,
        way: Way,
    ) -> Result<Passed<'g>, Violation>
    where
        'a: 'g,
    {
        let members = whole.node.as_object().unwrap_or_default();
        let given: BTreeSet<&str> = members.iter().map(|member| &*member.name).collect();
        let mut names = BTreeSet::new();
        let (mut moved, mut inside) = (Vec::new(), Taken::default());
        let mut passed = Vec::new();
        for member in members {
            let mut name: &str = &member.name;
            let target = if around.declared.contains(name) { None } else { self.target(object, name)? };
            // In an open object the name may be meant beside the key.
            if let Some((index, key)) = target.filter(|(_, key)| object.is_closed || !given.contains(key)) {
                moved.push((name, index));
                name = key;
            }
            if !names.insert(name) {
                return Err(Violation::Collision(name.to_owned()));
            }
            let outcome = match object.places.get(name) {
                Some(place) => self.value(place, whole.with(&member.value), way)?,
                None => None,
            };
            let value = match outcome {
                Some(Outcome { made, taken }) => {
                    inside = inside.and(taken);
                    match made {
                        Made::Gone => None,
                        Made::Text(text) => Some(text.into_bytes()),
                    }
                }
                None => Some(slice(whole.source, member.value.span).to_vec()),
            };
            let renamed = (*member.name != *name).then(|| canonical::string(name).into_bytes());
            passed.push((name, value.map(|value| Piece { renamed, value })));
        }
        Ok(Passed { members: passed, taken: Taken::moves(moved).and(inside) })
    }

    /// The one key that the undeclared `name` moves to, with the index of the rule.
    fn target(&mut self, object: &Object<'a>, name: &str) -> Result<Option<(usize, &'a str)>, Violation> {
        if object.renames.is_empty() {
            return Ok(None);
        }
        self.look(name, name.len())?;
        let ir = self.proven.profile().program().ir();
        // The key that the name is a spelling of, by each spelling.
        let mut spelled: BTreeMap<&str, Option<&str>> = BTreeMap::new();
        let rules: Vec<_> = object.renames.iter().map(|(bound, _)| *bound).collect();
        let found = order::outcomes(&rules, |index, bound| {
            let Some(by) = bound.convention.action.renames_by() else { return Ok(None) };
            let only = || ir.spelling(by).and_then(|by| only_name(name, &object.keys, by));
            let only = *spelled.entry(by).or_insert_with(only);
            Ok(object.renames.get(index).map(|(_, key)| *key).filter(|key| only == Some(key)))
        })?;
        let found = found.into_iter().filter_map(|(index, key)| Some((rules.get(index)?.index, key)));
        order::single(found.collect(), |(_, one), (_, other)| one == other, name)
    }

    /// The items of a list, which stand at `place`: the new text of each that is changed.
    fn each(
        &mut self,
        place: &Place<'a>,
        items: &[Node],
        given: Given<'_>,
        way: Way,
    ) -> Result<(Vec<Option<String>>, Taken), Violation> {
        let mut texts: Vec<Option<String>> = Vec::new();
        let mut all = Taken::default();
        for item in items {
            texts.push(match self.value(place, given.with(item), way)? {
                Some(Outcome { made: Made::Text(text), taken }) => {
                    all = all.and(taken);
                    Some(text)
                }
                // No item is left out.
                _ => None,
            });
        }
        Ok((texts, all))
    }
}
