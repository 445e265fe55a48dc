//! Other words for what was sent: those of the declaration, and what the result says that it names.

use super::super::call::Entity;
use super::super::row::{Gap, Resolved};
use super::super::value::{of_literal, same, text};
use super::Draft;
use crate::ir::search::Argument;
use crate::json::Node;
use std::collections::{HashMap, HashSet};

impl Draft<'_> {
    /// Gives the items from `first` on, which are those of `argument`, their other words.
    ///
    /// A word that the live schema lists as a value of its own, or that another value goes by too, is nobody's.
    pub(super) fn name(&mut self, argument: &Argument, first: usize) {
        let result = self.call.result.as_ref();
        let entities: Vec<&Entity> = result
            .and_then(|result| result.resolved.as_ref())
            .into_iter()
            .flatten()
            .filter(|entity| entity.argument == argument.name)
            .collect();
        let may_list = self.live.may_list(&argument.name);
        let mut going: HashMap<String, Vec<usize>> = HashMap::new();
        for (index, entity) in entities.iter().enumerate() {
            let names = entity.id.iter().map(|id| key(&id.0)).chain(words(entity));
            for name in names.collect::<HashSet<String>>() {
                going.entry(name).or_default().push(index);
            }
        }
        let going_by = |name: &str| going.get(name).map_or(&[][..], Vec::as_slice);
        let values: HashSet<String> = self
            .items
            .iter()
            .skip(first)
            .filter_map(|it| it.value.as_ref().map(|value| text(&value.0)))
            .collect();
        let mut unresolved = Vec::new();
        for item in self.items.iter_mut().skip(first) {
            let Some(value) = item.value.clone() else { continue };
            let own = text(&value.0);
            let mut answering = going_by(&key(&value.0)).iter().copied();
            let mut answering = std::iter::from_fn(|| {
                answering.find(|index| entities.get(*index).is_some_and(|entity| answers(entity, &value.0)))
            });
            let first = answering.next();
            let found = first.filter(|_| answering.next().is_none());
            let is_sent = item.from == "call";
            if is_sent && !entities.is_empty() && first.is_none() {
                unresolved.push(own.clone());
            }
            // Whether only this value goes by the word.
            let is_its_own = |word: &str| {
                let of_others = argument.said.iter().any(|said| {
                    let other = of_literal(&said.value);
                    !same(&other, &value.0)
                        && (text(&other) == word || said.words.iter().any(|it| it == word))
                });
                let of_entities = going_by(word).iter().any(|index| Some(*index) != found);
                let is_value = own != word && values.contains(word);
                let is_member = value.0.as_str() != Some(word) && may_list(word);
                !of_others && !of_entities && !is_value && !is_member
            };
            let said = argument.said.iter().filter(|said| same(&of_literal(&said.value), &value.0));
            let said: Vec<String> =
                said.flat_map(|said| said.words.iter()).filter(|word| is_its_own(word)).cloned().collect();
            let named = found.filter(|_| is_sent).and_then(|index| entities.get(index));
            if let Some(found) = named {
                let id = found.id.clone().filter(|id| is_its_own(&text(&id.0)));
                let name = found.name.clone().filter(|name| is_its_own(name));
                item.resolved = (id.is_some() || name.is_some()).then_some(Resolved { id, name });
            }
            item.said = said;
        }
        for value in unresolved {
            let what = format!("{}: {value}", argument.name);
            let why = "nothing that the source knows answers to it";
            self.gaps.push(Gap::new("unresolved", what, why, argument.facet.name()).quoted());
        }
    }
}

/// All that an entity goes by.
fn words(entity: &Entity) -> Vec<String> {
    let id = entity.id.iter().map(|id| text(&id.0));
    id.chain(entity.name.clone()).chain(entity.aliases.iter().flatten().cloned()).collect()
}

/// Whether the entity is what `value` names.
fn answers(entity: &Entity, value: &Node) -> bool {
    let is_id = entity.id.iter().any(|id| same(&id.0, value));
    let mut names = entity.name.iter().chain(entity.aliases.iter().flatten());
    is_id || value.as_str().is_some_and(|sent| names.any(|word| word == sent))
}

/// What a value is found by: equal values have one.
fn key(value: &Node) -> String {
    value.as_natural().map_or_else(|| text(value), |number| number.to_string())
}
