//! Clauses of searches.

mod part;

use pest::iterators::Pair;

use self::part::{argument_part, bears, limit_part, page_part, parts};
use super::super::ast::{Argument, At, Literal, SearchClause, Word};
use super::{Clause, Fault, Part, Reader, Rule, child, children};

impl Clause for SearchClause {
    const RULE: Rule = Rule::search_clause;

    fn read(reader: &Reader, pair: &Pair<'_, Rule>) -> Part<Self> {
        let name = || reader.name_in(pair, Rule::argument);
        let arguments = || reader.names(pair, Rule::argument);
        let pointers = || reader.names(pair, Rule::pointer);
        Ok(match pair.as_rule() {
            Rule::source => {
                let said = called(reader, pair)?;
                reader.string_in(pair)?.map(|name| Self::Source { name, said })
            }
            Rule::subject => argument(reader, pair)?.map(Self::Subject),
            Rule::population => argument(reader, pair)?.map(Self::Population),
            Rule::filter => argument(reader, pair)?.map(Self::Filter),
            Rule::period => {
                let parts = parts(reader, pair, argument_part)?;
                let mut arguments = arguments()?.into_iter();
                let (from, to) = (arguments.next(), arguments.next());
                from.map(|from| Self::Period { from, to, parts })
            }
            Rule::fixed => {
                let (value, said) = (reader.literal_in(pair, Rule::value)?, called(reader, pair)?);
                name()?.zip(value).map(|(name, value)| Self::Fixed { name, value, said })
            }
            Rule::page => {
                let parts = parts(reader, pair, page_part)?;
                name()?.map(|argument| Self::Page(argument, parts))
            }
            Rule::no_limit => Some(Self::NoLimit),
            Rule::limit => Some(Self::Limit(name()?, parts(reader, pair, limit_part)?)),
            Rule::host => {
                let identity = reader.name_in(pair, Rule::outside)?;
                name()?.zip(identity).map(|(argument, identity)| Self::Host { argument, identity })
            }
            Rule::credential => name()?.map(Self::Credential),
            Rule::ranking => reader.word_in(pair).map(Self::Ranking),
            Rule::complete => reader.word_in(pair).map(Self::Complete),
            Rule::ignore => Some(Self::Ignore(arguments()?)),
            Rule::gap => {
                let because = child(pair, Rule::because).map_or(Ok(None), |it| reader.string_in(&it))?;
                let bears = child(pair, Rule::bears).map_or(Ok(None), |it| bears(reader, &it))?;
                reader.string_in(pair)?.zip(bears).map(|(what, bears)| Self::Gap { what, because, bears })
            }
            Rule::rows => {
                let mut pointers = pointers()?.into_iter();
                let (at, by) = (pointers.next(), pointers.next());
                at.map(|at| Self::Rows { at, by })
            }
            Rule::next => read_at(reader, pair)?.map(|(at, unless)| Self::Next(at, unless)),
            Rule::has_more => read_at(reader, pair)?.map(|(at, unless)| Self::HasMore(at, unless)),
            Rule::partial => read_at(reader, pair)?.map(|(at, unless)| Self::Partial(at, unless)),
            Rule::total => pointers()?.into_iter().next().map(Self::Total),
            Rule::queried => {
                let mut pointers = pointers()?.into_iter();
                pointers.next().zip(pointers.next()).map(|(from, to)| Self::Queried(from, to))
            }
            _ => None,
        })
    }
}

fn argument(reader: &Reader, pair: &Pair<'_, Rule>) -> Part<Argument> {
    let parts = parts(reader, pair, argument_part)?;
    Ok(reader.name_in(pair, Rule::argument)?.map(|name| Argument { name, parts }))
}

/// The words behind `said`, where they stand for the clause as a whole.
fn called(reader: &Reader, pair: &Pair<'_, Rule>) -> Result<Vec<Word>, Fault> {
    child(pair, Rule::called).map_or(Ok(Vec::new()), |called| reader.strings(&called))
}

/// Where the result says something, and the values that say the contrary.
fn read_at(reader: &Reader, pair: &Pair<'_, Rule>) -> Part<(Word, Vec<At<Literal>>)> {
    let mut unless = Vec::new();
    for values in children(pair, Rule::unless_value) {
        unless.extend(reader.literals(&values, Rule::value)?);
    }
    Ok(reader.name_in(pair, Rule::pointer)?.map(|at| (at, unless)))
}
