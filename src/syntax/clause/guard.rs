//! The tree of a guard.

use pest::iterators::Pair;

use super::super::NESTING;
use super::super::ast::{At, Guard};
use super::{Fault, Part, Reader, Rule, child, children};

impl Reader {
    pub(super) fn guard(&self, pair: &Pair<'_, Rule>) -> Result<At<Guard>, Fault> {
        self.alternatives(pair, 0)
    }

    /// `G or G …`
    fn alternatives(&self, pair: &Pair<'_, Rule>, depth: usize) -> Result<At<Guard>, Fault> {
        let parts = children(pair, Rule::conjunction).map(|part| self.conjunction(&part, depth));
        Ok(self.joined(pair, parts.collect::<Result<_, _>>()?, Guard::Or))
    }

    /// `G and G …`
    fn conjunction(&self, pair: &Pair<'_, Rule>, depth: usize) -> Result<At<Guard>, Fault> {
        let parts = children(pair, Rule::negation).map(|part| self.negation(&part, depth));
        Ok(self.joined(pair, parts.collect::<Result<_, _>>()?, Guard::And))
    }

    /// The only part, or the parts joined.
    fn joined(
        &self,
        pair: &Pair<'_, Rule>,
        mut parts: Vec<At<Guard>>,
        join: fn(Vec<At<Guard>>) -> Guard,
    ) -> At<Guard> {
        match (parts.pop(), parts.is_empty()) {
            (Some(only), true) => only,
            (last, _) => {
                parts.extend(last);
                At::new(join(parts), self.span(pair))
            }
        }
    }

    /// `not not G`
    fn negation(&self, pair: &Pair<'_, Rule>, depth: usize) -> Result<At<Guard>, Fault> {
        let span = self.span(pair);
        let nots = children(pair, Rule::kw_not).count();
        let depth = depth + nots + 1;
        if depth > NESTING {
            return Err(Fault::TooDeep(span));
        }
        let inner = match (child(pair, Rule::group), child(pair, Rule::atom)) {
            (Some(group), _) => {
                child(&group, Rule::guard).map(|guard| self.alternatives(&guard, depth)).transpose()?
            }
            (None, Some(atom)) => match atom.into_inner().next() {
                Some(atom) => self.atom(&atom)?.map(|guard| At::new(guard, self.span(&atom))),
                None => None,
            },
            (None, None) => None,
        };
        let inner = inner.unwrap_or_else(|| At::new(Guard::Unknown(pair.as_str().to_owned()), span));
        Ok((0..nots).fold(inner, |inner, _| At::new(Guard::Not(Box::new(inner)), span)))
    }

    fn atom(&self, pair: &Pair<'_, Rule>) -> Part<Guard> {
        let word = || self.word_in(pair);
        let literal = || self.literal_in(pair, Rule::literal);
        Ok(match pair.as_rule() {
            Rule::is => word().zip(literal()?).map(|(word, literal)| Guard::Is(word, literal)),
            Rule::is_not => word().zip(literal()?).map(|(word, literal)| Guard::IsNot(word, literal)),
            Rule::absent => word().map(Guard::Absent),
            Rule::required => Some(Guard::Required),
            Rule::accepts => literal()?.map(Guard::Accepts),
            Rule::every_enum => Some(Guard::EveryEnumIsString),
            Rule::some_enum => word().map(Guard::SomeEnumUnique),
            Rule::key_unique => word().map(Guard::KeyUnique),
            Rule::names_closed => Some(Guard::NamesClosed),
            Rule::enum_members => word().map(Guard::EnumMembers),
            Rule::may_be => Some(Guard::MayBe(self.words(pair))),
            Rule::never => Some(Guard::Never(self.words(pair))),
            Rule::no_key => Some(Guard::NoKey(self.names(pair, Rule::outside)?)),
            Rule::phrase => {
                let words: Vec<&str> = pair.clone().into_inner().map(|inner| inner.as_str()).collect();
                Some(Guard::Unknown(words.join(" ").replace(" ,", ",")))
            }
            _ => None,
        })
    }
}
