//! Clauses of spellings.

use pest::iterators::Pair;

use super::super::ast::{Alphabet, At, Literal, Sort, SpellingClause};
use super::{Clause, Part, Reader, Rule, child, children};

impl Clause for SpellingClause {
    const RULE: Rule = Rule::spelling_clause;

    fn read(reader: &Reader, pair: &Pair<'_, Rule>) -> Part<Self> {
        let alphabet = || alphabet(reader, pair);
        Ok(match pair.as_rule() {
            Rule::first => alphabet()?.map(Self::First),
            Rule::then => alphabet()?.map(Self::Then),
            Rule::last => alphabet()?.map(Self::Last),
            Rule::fold => Some(Self::FoldCase),
            Rule::drop => {
                let characters = reader.strings(pair)?;
                let except_between_digits = child(pair, Rule::between_digits).is_some();
                Some(Self::Drop { characters, except_between_digits })
            }
            Rule::apart => alphabet()?.map(Self::ApartBy),
            Rule::at_least => reader.number_in(pair).map(Self::AtLeast),
            _ => None,
        })
    }
}

fn alphabet(reader: &Reader, pair: &Pair<'_, Rule>) -> Part<Alphabet> {
    let Some(alphabet) = child(pair, Rule::alphabet) else { return Ok(None) };
    let mut sorts = Vec::new();
    for outside in children(&alphabet, Rule::outside) {
        sorts.extend(reader.literal(&outside)?.map(|literal| {
            let sort = match literal.value {
                Literal::String(text) => Sort::String(text),
                Literal::Word(word) | Literal::Number(word) => Sort::Word(word),
            };
            At::new(sort, literal.span)
        }));
    }
    Ok(Some(sorts))
}
