//! Clauses of profiles.

use pest::iterators::Pair;

use super::super::ast::ProfileClause;
use super::{Clause, Part, Reader, Rule, children};

impl Clause for ProfileClause {
    const RULE: Rule = Rule::profile_clause;

    fn read(reader: &Reader, pair: &Pair<'_, Rule>) -> Part<Self> {
        let words = reader.words(pair);
        Ok(match pair.as_rule() {
            Rule::status => reader.word_in(pair).map(Self::Status),
            Rule::plan => reader.number_in(pair).map(Self::Plan),
            Rule::over => Some(Self::Over(words)),
            Rule::reach => Some(Self::Reach(words)),
            Rule::conventions => Some(Self::Conventions(words)),
            Rule::except => {
                let refs = reader.names(pair, Rule::reference)?;
                Some(Self::Except { conventions: words, refs })
            }
            Rule::bounds => {
                let bound = |pair: Pair<'_, Rule>| reader.word_in(&pair).zip(reader.number_in(&pair));
                Some(Self::Bounds(children(pair, Rule::bound).filter_map(bound).collect()))
            }
            _ => None,
        })
    }
}
