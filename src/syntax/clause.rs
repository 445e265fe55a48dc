//! The text of one clause to its tree.

mod guard;

use pest::Parser as _;
use pest::iterators::Pair;

use super::ast::{Alphabet, At, Clause, Literal, Match, Rewrite, Sort, Word};
use super::grammar::{Grammar, Rule};
use crate::span::Span;

/// Why a clause could not be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fault {
    /// Something else was expected at this offset.
    Expected {
        /// Offset in the file.
        at: usize,
        /// What could have stood there, in words.
        expected: Vec<&'static str>,
    },
    /// A string that is no JSON string.
    BadString(Span),
    /// Parentheses and `not` inside each other, too many of them.
    TooDeep(Span),
}

/// Reads the clause of an item that starts with `item`, found at byte `offset` of its file.
pub fn clause(item: &str, text: &str, offset: usize) -> Result<Clause, Fault> {
    let rule = match item {
        "shape" => Rule::shape_clause,
        "spelling" => Rule::spelling_clause,
        "convention" => Rule::convention_clause,
        _ => Rule::profile_clause,
    };
    let mut pairs = Grammar::parse(rule, text).map_err(|error| super::expected::fault(&error, offset))?;
    let whole = pairs.next().and_then(|pair| pair.into_inner().next());
    // INVARIANT (grammar): a clause rule holds exactly one rule, which has the parts that are asked for here.
    let unread = Fault::Expected { at: offset, expected: vec!["a clause"] };
    Reader { offset }.clause(&whole.ok_or(unread.clone())?)?.ok_or(unread)
}

/// A part that the grammar promises: `None` stands for a promise broken.
type Part<T> = Result<Option<T>, Fault>;

struct Reader {
    offset: usize,
}

impl Reader {
    fn clause(&self, pair: &Pair<'_, Rule>) -> Part<Clause> {
        Ok(match pair.as_rule() {
            Rule::is => self.literal_in(pair)?.zip(self.word_in(pair)).map(|(l, w)| Clause::Is(w, l)),
            Rule::is_not => self.literal_in(pair)?.zip(self.word_in(pair)).map(|(l, w)| Clause::IsNot(w, l)),
            Rule::is_object => {
                let mut words = self.words(pair).into_iter();
                words.next().zip(words.next()).map(|(keyword, what)| Clause::IsAn(keyword, what))
            }
            Rule::without => Some(Clause::Without(self.words(pair))),
            Rule::no_key => Some(Clause::NoKey(self.outsides(pair)?)),
            Rule::first => self.alphabet(pair)?.map(Clause::First),
            Rule::then => self.alphabet(pair)?.map(Clause::Then),
            Rule::last => self.alphabet(pair)?.map(Clause::Last),
            Rule::fold => Some(Clause::FoldCase),
            Rule::drop => {
                let characters = self.strings(pair)?;
                let except_between_digits = child(pair, Rule::between_digits).is_some();
                Some(Clause::Drop { characters, except_between_digits })
            }
            Rule::apart => self.alphabet(pair)?.map(Clause::ApartBy),
            Rule::at_least => self.number_in(pair).map(Clause::AtLeast),
            Rule::status => self.word_in(pair).map(Clause::Status),
            Rule::derive => match child(pair, Rule::guard) {
                Some(guard) => Some(Clause::Derive(self.guard(&guard)?)),
                None => None,
            },
            Rule::after => Some(Clause::After(self.words(pair))),
            Rule::matching => match only(pair, Rule::matched) {
                Some(inner) => self.matching(&inner)?.map(Clause::Match),
                None => None,
            },
            Rule::rewrite => match only(pair, Rule::written) {
                Some(inner) => self.rewrite(&inner)?.map(Clause::Rewrite),
                None => None,
            },
            Rule::plan => self.number_in(pair).map(Clause::Plan),
            Rule::over => Some(Clause::Over(self.words(pair))),
            Rule::conventions => Some(Clause::Conventions(self.words(pair))),
            Rule::bounds => {
                let bound = |pair: Pair<'_, Rule>| self.word_in(&pair).zip(self.number_in(&pair));
                Some(Clause::Bounds(children(pair, Rule::bound).filter_map(bound).collect()))
            }
            Rule::reach => Some(Clause::Reach),
            Rule::except => Some(Clause::Except),
            _ => None,
        })
    }

    fn matching(&self, pair: &Pair<'_, Rule>) -> Part<Match> {
        let kinds = || {
            let kinds = child(pair, Rule::kinds).into_iter();
            kinds.flat_map(|kinds| {
                children(&kinds, Rule::kind).filter_map(|kind| self.word_in(&kind)).collect::<Vec<_>>()
            })
        };
        let binder = child(pair, Rule::binder).and_then(|binder| self.word_in(&binder));
        Ok(match pair.as_rule() {
            Rule::undeclared => {
                let mut words = self.words(pair).into_iter();
                words.next().zip(words.next()).map(|(of_name, of_key)| Match::Undeclared { of_name, of_key })
            }
            Rule::empty_string => Some(Match::EmptyString),
            Rule::read => {
                let unless = child(pair, Rule::unless).map(|unless| self.span(&unless));
                let mut words = child(pair, Rule::decoder)
                    .map(|decoder| self.words(&decoder))
                    .unwrap_or_default()
                    .into_iter();
                let (decoder, by) = (words.next(), words.next());
                decoder.map(|decoder| Match::Read { kinds: kinds().collect(), unless, decoder, by, binder })
            }
            Rule::taken => Some(Match::Taken { kinds: kinds().collect(), binder }),
            Rule::only_member => Some(Match::OnlyMember),
            _ => None,
        })
    }

    fn rewrite(&self, pair: &Pair<'_, Rule>) -> Part<Rewrite> {
        let Some(target) = child(pair, Rule::target) else { return Ok(None) };
        if child(&target, Rule::empty_object).is_some() {
            return Ok(Some(Rewrite::ToEmptyObject));
        }
        let planned = child(pair, Rule::planned).map(|planned| self.span(&planned));
        Ok(self.literal_in(&target)?.and_then(|target| match pair.as_rule() {
            Rule::rename => Some(Rewrite::Rename(target)),
            Rule::write => Some(Rewrite::To { target, planned }),
            _ => None,
        }))
    }

    fn alphabet(&self, pair: &Pair<'_, Rule>) -> Part<Alphabet> {
        let Some(alphabet) = child(pair, Rule::alphabet) else { return Ok(None) };
        let sort = |outside: Pair<'_, Rule>| {
            Ok(match (self.word_in(&outside), child(&outside, Rule::string)) {
                (Some(word), _) => Some(At::new(Sort::Word(word.value), word.span)),
                (None, Some(string)) => {
                    let string = self.string(&string)?;
                    Some(At::new(Sort::String(string.value), string.span))
                }
                (None, None) => None,
            })
        };
        let sorts = children(&alphabet, Rule::outside).filter_map(|outside| sort(outside).transpose());
        sorts.collect::<Result<_, Fault>>().map(Some)
    }

    fn literal_in(&self, pair: &Pair<'_, Rule>) -> Part<At<Literal>> {
        let Some(literal) = child(pair, Rule::literal) else { return Ok(None) };
        let Some(inner) = literal.clone().into_inner().next() else { return Ok(None) };
        let text = inner.as_str().to_owned();
        let value = match inner.as_rule() {
            Rule::string => Literal::String(self.string(&inner)?.value),
            Rule::number => Literal::Number(text),
            _ => Literal::Word(text),
        };
        Ok(Some(At::new(value, self.span(&inner))))
    }

    /// The names from outside in `pair`: words, or strings.
    fn outsides(&self, pair: &Pair<'_, Rule>) -> Result<Vec<Word>, Fault> {
        let outsides = children(pair, Rule::outside).flat_map(Pair::into_inner);
        let name = |pair: Pair<'_, Rule>| match pair.as_rule() {
            Rule::string => self.string(&pair),
            _ => Ok(self.word(&pair)),
        };
        outsides.map(name).collect()
    }

    fn strings(&self, pair: &Pair<'_, Rule>) -> Result<Vec<Word>, Fault> {
        children(pair, Rule::string).map(|string| self.string(&string)).collect()
    }

    fn string(&self, pair: &Pair<'_, Rule>) -> Result<Word, Fault> {
        let span = self.span(pair);
        let text = serde_json::from_str(pair.as_str()).map_err(|_| Fault::BadString(span))?;
        Ok(At::new(text, span))
    }

    fn words(&self, pair: &Pair<'_, Rule>) -> Vec<Word> {
        children(pair, Rule::word).map(|word| self.word(&word)).collect()
    }

    fn word_in(&self, pair: &Pair<'_, Rule>) -> Option<Word> {
        child(pair, Rule::word).map(|word| self.word(&word))
    }

    fn number_in(&self, pair: &Pair<'_, Rule>) -> Option<Word> {
        child(pair, Rule::number).map(|number| self.word(&number))
    }

    fn word(&self, pair: &Pair<'_, Rule>) -> Word {
        At::new(pair.as_str().to_owned(), self.span(pair))
    }

    fn span(&self, pair: &Pair<'_, Rule>) -> Span {
        let span = pair.as_span();
        Span::new(span.start() + self.offset, span.end() + self.offset)
    }
}

fn children<'p>(pair: &Pair<'p, Rule>, rule: Rule) -> impl Iterator<Item = Pair<'p, Rule>> {
    pair.clone().into_inner().filter(move |inner| inner.as_rule() == rule)
}

fn child<'p>(pair: &Pair<'p, Rule>, rule: Rule) -> Option<Pair<'p, Rule>> {
    children(pair, rule).next()
}

/// The first thing within the child of this rule.
fn only<'p>(pair: &Pair<'p, Rule>, rule: Rule) -> Option<Pair<'p, Rule>> {
    child(pair, rule)?.into_inner().next()
}
