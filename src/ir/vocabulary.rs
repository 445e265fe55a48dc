//! Words that stand for each other: a closed list of members, and a curated ring of aliases.

use serde_json::{Value, json};

/// A closed list of members, each with the words that stand for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Vocabulary {
    /// Its name.
    pub name: String,
    /// The members, in the order written.
    pub terms: Vec<Term>,
}

/// A member of a [`Vocabulary`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Term {
    /// As it is written.
    pub member: String,
    /// The words that stand for it, in the order written.
    pub aliases: Vec<String>,
}

impl Vocabulary {
    /// The members, in the order written.
    pub fn members(&self) -> impl Iterator<Item = &str> {
        self.terms.iter().map(|term| &*term.member)
    }

    pub(super) fn canonical(&self) -> Value {
        let terms: Vec<Value> = self.terms.iter().map(|term| json!([term.member, term.aliases])).collect();
        json!({"name": self.name, "terms": terms})
    }
}
