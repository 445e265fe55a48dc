//! Facts.

use pest::iterators::Pair;

use super::super::ast::{At, Collection, Fact, FactPart, FactType};
use super::{Clause, Part, Reader, Rule, child};

impl Clause for Fact {
    const RULE: Rule = Rule::facts_clause;

    fn read(reader: &Reader, pair: &Pair<'_, Rule>) -> Part<Self> {
        let Some(of) = child(pair, Rule::fact_type) else { return Ok(None) };
        let is_set = |collection: &Pair<'_, Rule>| child(collection, Rule::kw_set).is_some();
        let collection = child(&of, Rule::collection);
        let collection = collection.map(|it| if is_set(&it) { Collection::Set } else { Collection::List });
        let grain = child(&of, Rule::grain).and_then(|grain| reader.number_in(&grain));
        let of = grain.map(FactType::Grain).or_else(|| reader.word_in(&of).map(FactType::Named));
        let mut parts = Vec::new();
        for inner in pair.clone().into_inner() {
            let part = part(reader, &inner)?;
            parts.extend(part.map(|part| At::new(part, reader.span(&inner))));
        }
        let name = reader.name_in(pair, Rule::fact_name)?;
        Ok(name.zip(of).map(|(name, of)| Self { name, collection, of, parts }))
    }
}

fn part(reader: &Reader, pair: &Pair<'_, Rule>) -> Part<FactPart> {
    Ok(match pair.as_rule() {
        Rule::at_most => reader.number_in(pair).map(FactPart::AtMost),
        Rule::default => reader.literal_in(pair, Rule::fact_value)?.map(FactPart::Default),
        Rule::from => reader.name_in(pair, Rule::outside)?.map(FactPart::From),
        _ => None,
    })
}
