//! Other words for what was sent: those of the declaration, and what the result says that it names.

use super::super::call::Entity;
use super::super::row::{Gap, Item, Resolved};
use super::super::value::{of_literal, same, text};
use super::Draft;
use crate::ir::search::Argument;

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
        let members = self.live.members(&argument.name);
        let values: Vec<String> = self
            .items
            .iter()
            .skip(first)
            .filter_map(|it| it.value.as_ref().map(|value| text(&value.0)))
            .collect();
        let mut unresolved = Vec::new();
        for item in self.items.iter_mut().skip(first) {
            let Some(value) = item.value.clone() else { continue };
            let own = text(&value.0);
            let mut answering = entities.iter().copied().filter(|entity| {
                let ids = entity.id.iter().any(|id| same(&id.0, &value.0));
                ids || value.0.as_str().is_some_and(|sent| words(entity).iter().any(|word| word == sent))
            });
            let found = answering.next().filter(|_| answering.next().is_none());
            let is_sent = item.from == "call";
            if is_sent && !entities.is_empty() && !entities.iter().any(|entity| answers(entity, item)) {
                unresolved.push(own.clone());
            }
            // Whether only this value goes by the word.
            let is_its_own = |word: &str| {
                let of_others = argument.said.iter().any(|said| {
                    let other = of_literal(&said.value);
                    !same(&other, &value.0)
                        && (text(&other) == word || said.words.iter().any(|it| it == word))
                });
                let of_entities = entities.iter().any(|entity| {
                    !found.is_some_and(|found| std::ptr::eq(found, *entity))
                        && words(entity).iter().any(|it| it == word)
                });
                let is_value = values.iter().any(|other| *other != own && other == word);
                let is_member = own != word && members.contains(&word);
                !of_others && !of_entities && !is_value && !is_member
            };
            let said = argument.said.iter().filter(|said| same(&of_literal(&said.value), &value.0));
            let said: Vec<String> =
                said.flat_map(|said| said.words.iter()).filter(|word| is_its_own(word)).cloned().collect();
            if let Some(found) = found.filter(|_| is_sent) {
                let id = found.id.as_ref().map(|id| text(&id.0)).filter(|id| is_its_own(id));
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

fn answers(entity: &Entity, item: &Item) -> bool {
    item.value.as_ref().is_some_and(|value| {
        let is_id = entity.id.iter().any(|id| same(&id.0, &value.0));
        is_id || value.0.as_str().is_some_and(|sent| words(entity).iter().any(|word| word == sent))
    })
}
