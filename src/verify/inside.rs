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
use crate::ir::{Action, Spelling};
use crate::json::{Data, Node, canonical};
use crate::prove::spelling::{form_of, only_name, skeleton_of};

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
            let undeclared = !around.declared.contains(name);
            match if undeclared { self.target(object, name, &member.value)? } else { None } {
                Some((index, None)) => {
                    moved.push((name, index));
                    passed.push((name, None));
                    continue;
                }
                // In an open object the name may be meant beside the key.
                Some((index, Some(key))) if object.is_closed || !given.contains(key) => {
                    moved.push((name, index));
                    name = key;
                }
                _ => {}
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

    /// The one key that the undeclared `name` moves to, or that it is left out, with the index of the rule.
    fn target(&mut self, object: &Object<'a>, name: &str, value: &Node) -> Result<Target<'a>, Violation> {
        if object.renames.is_empty() && object.surplus.is_empty() {
            return Ok(None);
        }
        self.look(name, name.len())?;
        let ir = self.proven.profile().program().ir();
        // The key that the name is a spelling of, by each spelling.
        let mut spelled: BTreeMap<&str, Option<&str>> = BTreeMap::new();
        let renames = object.renames.iter().map(|(bound, _)| *bound);
        let rules: Vec<_> = renames.chain(object.surplus.iter().copied()).collect();
        let found = order::outcomes(&rules, |index, bound| {
            if let Action::OmitSurplus { spelling } = &bound.convention.action {
                let by = ir.spelling(spelling);
                let is_left_out = by.is_some_and(|by| says_nothing(value) && is_nobodys(name, object, by));
                return Ok(is_left_out.then_some(None));
            }
            let Some(by) = bound.convention.action.renames_by() else { return Ok(None) };
            let only = || ir.spelling(by).and_then(|by| only_name(name, &object.keys, by));
            let only = *spelled.entry(by).or_insert_with(only);
            let key = object.renames.get(index).map(|(_, key)| *key);
            Ok(key.filter(|key| only == Some(key)).map(Some))
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

/// What becomes of an undeclared name: it moves to a key, or where there is none is left out, by the rule of
/// this index.
type Target<'a> = Option<(usize, Option<&'a str>)>;

/// Whether there is nothing in a value.
fn says_nothing(value: &Node) -> bool {
    match &value.data {
        Data::String(text) => **text == *"",
        Data::Array(items) => items.is_empty(),
        Data::Object(members) => members.is_empty(),
        other => *other == Data::Null,
    }
}

/// Whether no key of the object may be meant by `name`: none has its form, and where one of the two has no
/// form, they differ in what sets names apart.
fn is_nobodys(name: &str, object: &Object<'_>, by: &Spelling) -> bool {
    let (form, skeleton) = (form_of(name, by), skeleton_of(name, by));
    let is_meant = |key: &&str| match (&form, form_of(key, by)) {
        (Some(own), Some(other)) => *own == other,
        _ => skeleton.is_some() && skeleton == skeleton_of(key, by),
    };
    !object.keys.iter().any(is_meant)
}
