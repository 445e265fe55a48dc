//! What the clauses of all items are made of: words, strings, literals, with their places in the file.

use pest::iterators::Pair;

use super::super::ast::{At, Literal, Place, Word};
use super::super::grammar::Rule;
use super::{Fault, Part};
use crate::span::Span;

/// Reads parts of a clause that stands at byte `offset` of its file.
pub(in super::super) struct Reader {
    pub(super) offset: usize,
}

impl Reader {
    /// The scalar in `pair`, which holds a string, a number or a word and nothing else.
    pub(super) fn literal(&self, pair: &Pair<'_, Rule>) -> Part<At<Literal>> {
        let Some(inner) = pair.clone().into_inner().next() else { return Ok(None) };
        let text = inner.as_str().to_owned();
        let value = match inner.as_rule() {
            Rule::string => Literal::String(self.string(&inner)?.value),
            Rule::number => Literal::Number(text),
            _ => Literal::Word(text),
        };
        Ok(Some(At::new(value, self.span(&inner))))
    }

    /// The first scalar in `pair` that stands under this rule.
    pub(super) fn literal_in(&self, pair: &Pair<'_, Rule>, rule: Rule) -> Part<At<Literal>> {
        child(pair, rule).map_or(Ok(None), |literal| self.literal(&literal))
    }

    /// All scalars in `pair` that stand under this rule.
    pub(super) fn literals(&self, pair: &Pair<'_, Rule>, rule: Rule) -> Result<Vec<At<Literal>>, Fault> {
        children(pair, rule).filter_map(|literal| self.literal(&literal).transpose()).collect()
    }

    /// The names in `pair` that stand under this rule: words, or strings.
    pub(super) fn names(&self, pair: &Pair<'_, Rule>, rule: Rule) -> Result<Vec<Word>, Fault> {
        let inner = children(pair, rule).flat_map(Pair::into_inner);
        let name = |pair: Pair<'_, Rule>| match pair.as_rule() {
            Rule::string => self.string(&pair),
            _ => Ok(self.word(&pair)),
        };
        inner.map(name).collect()
    }

    /// The first of them.
    pub(super) fn name_in(&self, pair: &Pair<'_, Rule>, rule: Rule) -> Part<Word> {
        Ok(self.names(pair, rule)?.into_iter().next())
    }

    pub(super) fn strings(&self, pair: &Pair<'_, Rule>) -> Result<Vec<Word>, Fault> {
        children(pair, Rule::string).map(|string| self.string(&string)).collect()
    }

    pub(super) fn string_in(&self, pair: &Pair<'_, Rule>) -> Part<Word> {
        child(pair, Rule::string).map(|string| self.string(&string)).transpose()
    }

    fn string(&self, pair: &Pair<'_, Rule>) -> Result<Word, Fault> {
        let span = self.span(pair);
        let text = serde_json::from_str(pair.as_str()).map_err(|_| Fault::BadString(span))?;
        Ok(At::new(text, span))
    }

    pub(super) fn words(&self, pair: &Pair<'_, Rule>) -> Vec<Word> {
        children(pair, Rule::word).map(|word| self.word(&word)).collect()
    }

    pub(super) fn word_in(&self, pair: &Pair<'_, Rule>) -> Option<Word> {
        child(pair, Rule::word).map(|word| self.word(&word))
    }

    pub(super) fn number_in(&self, pair: &Pair<'_, Rule>) -> Option<Word> {
        child(pair, Rule::number).map(|number| self.word(&number))
    }

    fn word(&self, pair: &Pair<'_, Rule>) -> Word {
        At::new(pair.as_str().to_owned(), self.span(pair))
    }

    pub(super) fn place(&self, pair: &Pair<'_, Rule>) -> Place {
        At::new((), self.span(pair))
    }

    pub(super) fn span(&self, pair: &Pair<'_, Rule>) -> Span {
        let span = pair.as_span();
        Span::new(span.start() + self.offset, span.end() + self.offset)
    }
}

pub(super) fn children<'p>(pair: &Pair<'p, Rule>, rule: Rule) -> impl Iterator<Item = Pair<'p, Rule>> {
    pair.clone().into_inner().filter(move |inner| inner.as_rule() == rule)
}

pub(super) fn child<'p>(pair: &Pair<'p, Rule>, rule: Rule) -> Option<Pair<'p, Rule>> {
    children(pair, rule).next()
}
