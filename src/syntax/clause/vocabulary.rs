//! Members of vocabularies.

use pest::iterators::Pair;

use super::super::ast::Member;
use super::{Clause, Part, Reader, Rule};

impl Clause for Member {
    const RULE: Rule = Rule::vocabulary_clause;

    fn read(reader: &Reader, pair: &Pair<'_, Rule>) -> Part<Self> {
        let aliases = reader.names(pair, Rule::alias)?;
        Ok(reader.name_in(pair, Rule::outside)?.map(|name| Self { name, aliases }))
    }
}
