//! Vocabularies: a closed list, and a curated ring of aliases.

use std::collections::HashMap;

use crate::diagnostic::{Diagnostic, rules};
use crate::ir::{self, Term};
use crate::syntax::ast::{At, Item, Member, Word};

/// A vocabulary and where its words stand.
pub(super) struct Vocabulary {
    pub(super) source: usize,
    /// Every word with the member that it stands for: members first.
    pub(super) words: Vec<(Word, Word)>,
    pub(super) ir: ir::Vocabulary,
}

pub(super) fn lower(item: &Item, members: &[At<Member>], report: &mut Vec<Diagnostic>) -> Option<Vocabulary> {
    let (source, name) = (item.source, &item.name);
    if members.is_empty() && !item.broken {
        let message = format!("the vocabulary `{}` has no members", name.value);
        let error = Diagnostic::error(rules::MISSING_CLAUSE, message).label(source, name.span, "no members");
        report.push(error.help("write at least one word between the braces"));
    }
    if members.is_empty() || item.broken {
        return None;
    }
    let mut terms: Vec<Term> = Vec::new();
    let mut places: HashMap<&str, usize> = HashMap::new();
    for At { value: Member { name, aliases }, .. } in members {
        let aliases = aliases.iter().map(|alias| alias.value.clone());
        let next = terms.len();
        match terms.get_mut(*places.entry(&name.value).or_insert(next)) {
            Some(term) => term.aliases.extend(aliases),
            None => terms.push(Term { member: name.value.clone(), aliases: aliases.collect() }),
        }
    }
    let own = members.iter().map(|at| (at.value.name.clone(), at.value.name.clone()));
    let aliases = members.iter().flat_map(|at| {
        let Member { name, aliases } = &at.value;
        aliases.iter().map(|alias| (alias.clone(), name.clone()))
    });
    let words = own.chain(aliases).collect();
    Some(Vocabulary { source, words, ir: ir::Vocabulary { name: name.value.clone(), terms } })
}
