//! Where the parts of a search stand in its rule file.

use crate::span::Span;
use crate::syntax::ast::{Argument, ArgumentPart, At, Item, LimitPart, PagePart, SearchClause, Word};

/// A search as it is written.
#[derive(Clone, Copy)]
pub(super) struct Places<'i> {
    pub(super) item: &'i Item,
    pub(super) clauses: &'i [At<SearchClause>],
}

impl<'i> Places<'i> {
    /// The name of an argument, where it is classified.
    pub(super) fn argument(&self, name: &str) -> Span {
        let words = self.clauses.iter().flat_map(|clause| clause.value.arguments().1);
        words.into_iter().find(|word| word.value == name).map_or(self.item.name.span, |word| word.span)
    }

    /// What is said of an argument that is not sent.
    pub(super) fn omitted(&self, name: &str) -> Span {
        self.clauses.iter().find_map(|clause| omitted(&clause.value, name)).unwrap_or(self.argument(name))
    }

    /// `one of`, behind an argument.
    pub(super) fn one_of(&self, name: &str) -> Span {
        let is_one_of = |part: &&At<ArgumentPart>| part.value == ArgumentPart::OneOf;
        let parts = self.parts(name).find(is_one_of);
        parts.map_or_else(|| self.argument(name), |part| part.span)
    }

    /// A word that is said for a value of the argument.
    pub(super) fn said(&self, name: &str, word: &str) -> Span {
        let behind = self.parts(name).flat_map(|part| match &part.value {
            ArgumentPart::Said { said, .. } => said.as_slice(),
            _ => &[],
        });
        let fixed = self.clauses.iter().flat_map(|clause| match &clause.value {
            SearchClause::Fixed { name: fixed, said, .. } if fixed.value == name => said.as_slice(),
            _ => &[],
        });
        let found = behind.chain(fixed).find(|said| said.value == word);
        found.map_or_else(|| self.argument(name), |said| said.span)
    }

    /// The words that `pick` finds in the clauses.
    pub(super) fn words(&self, pick: impl Fn(&'i SearchClause) -> Option<&'i Word>) -> Vec<Span> {
        self.clauses.iter().filter_map(|clause| pick(&clause.value)).map(|word| word.span).collect()
    }

    fn parts(&self, name: &str) -> impl Iterator<Item = &'i At<ArgumentPart>> {
        self.clauses.iter().filter_map(move |clause| parts(&clause.value, name)).flatten()
    }
}

/// What stands behind the argument, if the clause is about it.
fn parts<'i>(clause: &'i SearchClause, name: &str) -> Option<&'i [At<ArgumentPart>]> {
    match clause {
        SearchClause::Subject(Argument { name: own, parts })
        | SearchClause::Population(Argument { name: own, parts })
        | SearchClause::Filter(Argument { name: own, parts })
        | SearchClause::Period { from: own, parts, .. }
            if own.value == name =>
        {
            Some(parts)
        }
        _ => None,
    }
}

fn omitted(clause: &SearchClause, name: &str) -> Option<Span> {
    let is_omitted =
        |part: &&At<ArgumentPart>| matches!(part.value, ArgumentPart::Any(_) | ArgumentPart::WhenOmitted(_));
    match clause {
        SearchClause::Fixed { name: own, value, .. } if own.value == name => Some(value.span),
        SearchClause::Limit(Some(own), parts) if own.value == name => {
            parts.iter().find(|part| matches!(part.value, LimitPart::WhenOmitted(_))).map(|part| part.span)
        }
        SearchClause::Page(own, parts) if own.value == name => {
            parts.iter().find(|part| matches!(part.value, PagePart::First(_))).map(|part| part.span)
        }
        _ => parts(clause, name)?.iter().find(is_omitted).map(|part| part.span),
    }
}
