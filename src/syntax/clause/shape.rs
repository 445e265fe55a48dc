//! Clauses of shapes.

use pest::iterators::Pair;

use super::super::ast::ShapeClause;
use super::{Clause, Part, Reader, Rule};

impl Clause for ShapeClause {
    const RULE: Rule = Rule::shape_clause;

    fn read(reader: &Reader, pair: &Pair<'_, Rule>) -> Part<Self> {
        let literal = || reader.literal_in(pair, Rule::literal);
        let word = reader.word_in(pair);
        Ok(match pair.as_rule() {
            Rule::is => word.zip(literal()?).map(|(keyword, literal)| Self::Is(keyword, literal)),
            Rule::is_not => word.zip(literal()?).map(|(keyword, literal)| Self::IsNot(keyword, literal)),
            Rule::is_object => {
                let mut words = reader.words(pair).into_iter();
                words.next().zip(words.next()).map(|(keyword, what)| Self::IsAn(keyword, what))
            }
            Rule::without => Some(Self::Without(reader.words(pair))),
            Rule::no_key => Some(Self::NoKey(reader.names(pair, Rule::outside)?)),
            _ => None,
        })
    }
}
