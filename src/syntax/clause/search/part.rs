//! What stands behind the argument of a clause.

use pest::iterators::Pair;

use super::super::super::ast::{ArgumentPart, At, Bears, LimitPart, PagePart};
use super::super::{Fault, Part, Reader, Rule, child};

/// The parts that `read` finds in a clause, in their order.
pub(super) fn parts<P>(
    reader: &Reader,
    pair: &Pair<'_, Rule>,
    read: fn(&Reader, &Pair<'_, Rule>) -> Part<P>,
) -> Result<Vec<At<P>>, Fault> {
    let mut parts = Vec::new();
    for inner in pair.clone().into_inner() {
        parts.extend(read(reader, &inner)?.map(|part| At::new(part, reader.span(&inner))));
    }
    Ok(parts)
}

pub(super) fn argument_part(reader: &Reader, pair: &Pair<'_, Rule>) -> Part<ArgumentPart> {
    Ok(match pair.as_rule() {
        Rule::one_of => Some(ArgumentPart::OneOf),
        Rule::any_when_omitted => Some(ArgumentPart::Any(reader.literals(pair, Rule::value)?)),
        Rule::when_omitted => reader.literal_in(pair, Rule::value)?.map(ArgumentPart::WhenOmitted),
        Rule::said => {
            let of = reader.literal_in(pair, Rule::value)?;
            Some(ArgumentPart::Said { said: reader.strings(pair)?, of })
        }
        _ => None,
    })
}

pub(super) fn page_part(reader: &Reader, pair: &Pair<'_, Rule>) -> Part<PagePart> {
    Ok(match pair.as_rule() {
        Rule::page_by => reader.word_in(pair).map(PagePart::By),
        Rule::first_page => Some(PagePart::First(reader.literals(pair, Rule::value)?)),
        Rule::ends_short => Some(PagePart::EndsShort),
        Rule::snapshot => Some(PagePart::Snapshot),
        _ => None,
    })
}

pub(super) fn limit_part(reader: &Reader, pair: &Pair<'_, Rule>) -> Part<LimitPart> {
    Ok(match pair.as_rule() {
        Rule::when_omitted => reader.literal_in(pair, Rule::value)?.map(LimitPart::WhenOmitted),
        Rule::server => reader.number_in(pair).map(LimitPart::Server),
        Rule::window => reader.number_in(pair).map(LimitPart::Window),
        _ => None,
    })
}

pub(super) fn bears(reader: &Reader, pair: &Pair<'_, Rule>) -> Part<Bears> {
    let argument = reader.name_in(pair, Rule::argument)?;
    let values = reader.literals(pair, Rule::value)?;
    let before = child(pair, Rule::before).map_or(Ok(None), |before| reader.string_in(&before))?;
    Ok(reader.word_in(pair).map(|facet| Bears { facet, argument, values, before }))
}
