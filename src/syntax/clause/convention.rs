//! Clauses of conventions.

use pest::iterators::Pair;

use super::super::ast::{At, ConventionClause, Match, Rewrite, Unless, Word};
use super::{Clause, Fault, Part, Reader, Rule, child, children};

impl Clause for ConventionClause {
    const RULE: Rule = Rule::convention_clause;

    fn read(reader: &Reader, pair: &Pair<'_, Rule>) -> Part<Self> {
        Ok(match pair.as_rule() {
            Rule::status => reader.word_in(pair).map(Self::Status),
            Rule::derive => match child(pair, Rule::guard) {
                Some(guard) => Some(Self::Derive(reader.guard(&guard)?)),
                None => None,
            },
            Rule::after => Some(Self::After(reader.words(pair))),
            Rule::matching => match only(pair, Rule::matched) {
                Some(inner) => matching(reader, &inner)?.map(Self::Match),
                None => None,
            },
            Rule::rewrite => match only(pair, Rule::written) {
                Some(inner) => rewrite(reader, &inner)?.map(Self::Rewrite),
                None => None,
            },
            _ => None,
        })
    }
}

fn matching(reader: &Reader, pair: &Pair<'_, Rule>) -> Part<Match> {
    let spellings = || {
        let mut words = reader.words(pair).into_iter();
        words.next().zip(words.next())
    };
    let binder = child(pair, Rule::binder).and_then(|binder| reader.word_in(&binder));
    Ok(match pair.as_rule() {
        Rule::undeclared => spellings().map(|(of_name, of_key)| Match::Undeclared { of_name, of_key }),
        Rule::surplus => spellings().map(|(of_name, of_key)| Match::Surplus { of_name, of_key }),
        Rule::empty_string => Some(Match::EmptyString),
        Rule::absent_or_null => Some(Match::AbsentOrNull),
        Rule::read => {
            let kinds = kinds(reader, pair);
            let unless = child(pair, Rule::unless).map(|unless| excluded(reader, &unless)).transpose()?;
            let decoder = child(pair, Rule::decoder);
            let mut words = decoder.map(|decoder| reader.words(&decoder)).unwrap_or_default().into_iter();
            let (decoder, by) = (words.next(), words.next());
            decoder.map(|decoder| Match::Read { kinds, unless, decoder, by, binder })
        }
        Rule::taken => Some(Match::Taken { kinds: kinds(reader, pair), binder }),
        Rule::only_member => {
            let names = reader.names(pair, Rule::outside)?;
            binder.map(|binder| Match::OnlyMember { names, binder })
        }
        _ => None,
    })
}

fn kinds(reader: &Reader, pair: &Pair<'_, Rule>) -> Vec<Word> {
    let kinds = child(pair, Rule::kinds);
    kinds
        .iter()
        .flat_map(|kinds| children(kinds, Rule::kind))
        .filter_map(|kind| reader.word_in(&kind))
        .collect()
}

fn excluded(reader: &Reader, pair: &Pair<'_, Rule>) -> Result<At<Vec<Unless>>, Fault> {
    let mut unless = Vec::new();
    for part in children(pair, Rule::excluded) {
        unless.extend(match child(&part, Rule::it_has) {
            Some(has) => Some(Unless::Has(reader.strings(&has)?)),
            None => reader.word_in(&part).map(Unless::Class),
        });
    }
    Ok(At::new(unless, reader.span(pair)))
}

fn rewrite(reader: &Reader, pair: &Pair<'_, Rule>) -> Part<Rewrite> {
    let Some(target) = child(pair, Rule::target) else { return Ok(None) };
    if child(&target, Rule::empty_object).is_some() {
        return Ok(Some(Rewrite::ToEmptyObject));
    }
    let planned = child(pair, Rule::planned).map(|planned| reader.place(&planned));
    Ok(reader.literal_in(&target, Rule::literal)?.and_then(|target| match pair.as_rule() {
        Rule::rename => Some(Rewrite::Rename(target)),
        Rule::write => Some(Rewrite::To { target, planned }),
        _ => None,
    }))
}

/// The first thing within the child of this rule.
fn only<'p>(pair: &Pair<'p, Rule>, rule: Rule) -> Option<Pair<'p, Rule>> {
    child(pair, rule)?.into_inner().next()
}
