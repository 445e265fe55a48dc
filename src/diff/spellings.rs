//! How two spellings compare: decided for all names by automata.

use serde::Serialize;

use super::Decision;
use crate::ir::Spelling;
use crate::spelling::automaton::{Relation, shortest_form, shortest_pair};

/// How a spelling compares with the one before it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Spellings {
    /// The names that have a form: what can be declared and understood at all.
    pub forms: Decision<String>,
    /// The pairs of names that are spellings of each other: where one is declared, the other is understood
    /// as it.
    pub spellings: Decision<Pair>,
    /// The pairs of names that have one form and were told apart before: where both are declared, each was
    /// understood in other spellings, and those are refused as ambiguous now. What is lost is told apart now.
    pub collisions: Decision<Pair>,
    /// The pairs of which the first, without a form, keeps the second from being unique.
    pub rivals: Decision<Pair>,
}

/// Two names.
pub type Pair = (String, String);

impl Spellings {
    /// Compares `new` with `old`.
    pub fn of(old: &Spelling, new: &Spelling) -> Self {
        let pairs =
            |relation| Decision::found(shortest_pair(relation, new, old), shortest_pair(relation, old, new));
        Self {
            forms: Decision::found(shortest_form(new, old), shortest_form(old, new)),
            spellings: pairs(Relation::Spellings),
            collisions: pairs(Relation::Collisions),
            rivals: pairs(Relation::Rivals),
        }
    }

    /// Whether both are known to treat all names alike.
    pub fn is_same(&self) -> bool {
        // A collision is a pair of spellings too.
        self.forms.is_same() && self.spellings.is_same() && self.rivals.is_same()
    }
}
