//! The vocabularies of rule files, and the aliases that are written behind their members.

use std::collections::BTreeMap;

use super::{Proposal, Words};
use crate::decode::normal_form;
use crate::diagnostic::Source;
use crate::json::canonical;
use crate::span::Span;
use crate::syntax::ast::{Body, Item};
use crate::syntax::parse;

/// Where a word of a vocabulary stands.
#[derive(Debug, Clone, Copy)]
pub(super) enum Place {
    /// In the rules: the source and its bytes.
    Rules(usize, Span),
    /// In the file of proposals.
    Proposed(Span),
}

/// Vocabularies by their names.
#[derive(Debug, Default)]
pub(super) struct Vocabularies(BTreeMap<String, Vocabulary>);

#[derive(Debug, Default)]
struct Vocabulary {
    source: usize,
    members: Vec<Member>,
    words: Words,
}

#[derive(Debug)]
struct Member {
    name: String,
    /// The byte behind the last word of its clause.
    end: usize,
    has_aliases: bool,
    new: Vec<String>,
}

impl Vocabularies {
    /// Those of rule files.
    pub(super) fn of(sources: &[Source]) -> Self {
        let mut vocabularies = Self::default();
        for (source, text) in sources.iter().enumerate() {
            let (file, _) = parse(source, &text.text);
            for item in file.items {
                let name = item.name.value.clone();
                vocabularies.0.entry(name).or_default().read(source, &item);
            }
        }
        vocabularies.0.retain(|_, vocabulary| !vocabulary.members.is_empty());
        vocabularies
    }

    pub(super) fn names(&self) -> impl Iterator<Item = &str> + Clone {
        self.0.keys().map(|name| &**name)
    }

    /// The members of the vocabulary called `name`.
    pub(super) fn members(&self, name: &str) -> Option<Vec<&str>> {
        Some(self.0.get(name)?.members.iter().map(|member| &*member.name).collect())
    }

    /// The members of all of them.
    pub(super) fn all_members(&self) -> Vec<&str> {
        self.0.values().flat_map(|vocabulary| &vocabulary.members).map(|member| &*member.name).collect()
    }

    /// The vocabularies that have this member, as it is written.
    pub(super) fn having<'v>(&'v self, member: &'v str) -> impl Iterator<Item = &'v str> {
        let has = move |vocabulary: &Vocabulary| vocabulary.members.iter().any(|known| known.name == member);
        self.0.iter().filter(move |(_, vocabulary)| has(vocabulary)).map(|(name, _)| &**name)
    }

    /// The member that a word of this normal form stands for, and where that is said.
    pub(super) fn word(&self, name: &str, form: &str) -> Option<&(String, Place)> {
        self.0.get(name)?.words.get(form)
    }

    /// Adds the alias of a proposal, whose member there is.
    pub(super) fn add(&mut self, name: &str, form: String, proposal: &Proposal) {
        let Some(vocabulary) = self.0.get_mut(name) else { return };
        vocabulary.words.insert(form, (proposal.member.clone(), Place::Proposed(proposal.place)));
        // The last clause of a member is the one that an author added.
        if let Some(member) = vocabulary.members.iter_mut().rev().find(|it| it.name == proposal.member) {
            member.new.push(proposal.alias.clone());
        }
    }

    /// The text of each source with the new aliases behind their members, and nothing else changed.
    pub(super) fn edited(&self, sources: &[Source]) -> Vec<String> {
        let edit = |(index, source): (usize, &Source)| {
            let here = self.0.values().filter(|vocabulary| vocabulary.source == index);
            let mut members: Vec<&Member> =
                here.flat_map(|vocabulary| &vocabulary.members).filter(|it| !it.new.is_empty()).collect();
            members.sort_by_key(|member| member.end);
            let mut out = String::new();
            let mut from = 0;
            for member in members {
                out.push_str(source.text.get(from..member.end).unwrap_or_default());
                let aliases: Vec<String> = member.new.iter().map(|alias| canonical::string(alias)).collect();
                out.push_str(if member.has_aliases { " | " } else { " = " });
                out.push_str(&aliases.join(" | "));
                from = member.end;
            }
            out.push_str(source.text.get(from..).unwrap_or_default());
            out
        };
        sources.iter().enumerate().map(edit).collect()
    }
}

impl Vocabulary {
    fn read(&mut self, source: usize, item: &Item) {
        let Body::Vocabulary(members) = &item.body else { return };
        self.source = source;
        for clause in members {
            let (name, aliases) = (&clause.value.name, &clause.value.aliases);
            let end = aliases.last().map_or(name.span.end, |last| last.span.end);
            let has_aliases = !aliases.is_empty();
            self.members.push(Member { name: name.value.clone(), end, has_aliases, new: Vec::new() });
            for word in std::iter::once(name).chain(aliases) {
                let said = (name.value.clone(), Place::Rules(source, word.span));
                self.words.entry(normal_form(&word.value)).or_insert(said);
            }
        }
    }
}
