//! The facts of a reply, in declared order, ready to be read.

use std::collections::HashMap;
use std::sync::Arc;

use super::number::Grain;
use super::{Kind, Ring, node};
use crate::ir::{self, FactType, Literal, Several};
use crate::json::{Data, Lexeme, Node};

/// Declared facts.
///
/// ```
/// use fabric_rules::{FactsSchema, Source, compile_rules};
///
/// let text = r#"language 1
/// vocabulary severity "How bad it is." { low = "minor" medium high = "severe" }
/// facts triage "What is handed on." { severity : severity default medium priceK : grain 100 from "price" }"#;
/// let program = compile_rules(&[Source::new("triage.rules", text)]).program.unwrap();
/// let triage = FactsSchema::of(&program, "triage").unwrap();
/// let read = triage.read(br#"{"severity": " Severe ", "price": "1249.99", "why": "it burns"}"#).unwrap();
/// assert_eq!(read.facts(), r#"{"severity":"high","priceK":1200}"#);
/// assert!(read.misses.is_empty());
/// ```
#[derive(Debug, Clone)]
pub struct Schema {
    facts: Vec<Fact>,
    /// Which key of a reply is read into which slot.
    slots: HashMap<String, usize>,
}

/// A declared fact.
#[derive(Debug, Clone)]
pub struct Fact {
    /// Its name.
    pub name: String,
    /// The key of the reply that it is read from.
    pub key: String,
    /// What it is, or what each of several is.
    pub kind: Kind,
    /// The vocabulary, where it has a name.
    pub vocabulary: Option<String>,
    /// Whether there are several.
    pub several: Option<Several>,
    /// What stands there where nothing could be read; null where it does not say.
    pub default: Node,
}

impl Schema {
    /// The facts called `name` in `program`, where there are such.
    pub fn of(program: &crate::program::Program, name: &str) -> Option<Self> {
        Self::lower(program.ir(), program.ir().facts(name)?)
    }

    fn lower(program: &ir::Program, facts: &ir::Facts) -> Option<Self> {
        let mut rings: HashMap<&str, Arc<Ring>> = HashMap::new();
        for name in facts.vocabularies() {
            if !rings.contains_key(name) {
                rings.insert(name, Arc::new(Ring::of(program.vocabulary(name)?).ok()?));
            }
        }
        let kind = |of: &FactType| {
            Some(match of {
                FactType::Vocabulary(name) => Kind::Ring(Arc::clone(rings.get(&**name)?)),
                FactType::Grain(grain) => Kind::Grain(Grain::parse(grain)?),
                FactType::Int => Kind::Int,
                FactType::Number => Kind::Number,
                FactType::Bool => Kind::Bool,
                FactType::Id => Kind::Id,
                FactType::Text => Kind::Text,
            })
        };
        let fact = |fact: &ir::Fact| {
            Some(Fact {
                name: fact.name.clone(),
                key: fact.key().to_owned(),
                kind: kind(&fact.of)?,
                vocabulary: if let FactType::Vocabulary(name) = &fact.of { Some(name.clone()) } else { None },
                several: fact.several,
                default: node(fact.default.as_ref().map_or(Data::Null, data)),
            })
        };
        let lowered: Option<Vec<Fact>> = facts.facts.iter().map(fact).collect();
        lowered.map(Self::new)
    }

    /// These facts.
    #[doc(hidden)]
    pub fn new(facts: Vec<Fact>) -> Self {
        let mut slots = HashMap::new();
        for fact in &facts {
            let next = slots.len();
            slots.entry(fact.key.clone()).or_insert(next);
        }
        Self { facts, slots }
    }

    /// The facts, in declared order.
    #[doc(hidden)]
    pub fn facts(&self) -> &[Fact] {
        &self.facts
    }

    /// Where what stands at `key` of a reply is kept.
    pub(super) fn slot(&self, key: &str) -> Option<usize> {
        self.slots.get(key).copied()
    }

    /// How many different keys are read.
    pub(super) fn keys(&self) -> usize {
        self.slots.len()
    }
}

/// The specification of nothing in particular.
pub(crate) fn nothing() -> Node {
    node(Data::Null)
}

/// A literal as a value.
pub(crate) fn data(literal: &Literal) -> Data {
    match literal {
        Literal::Null => Data::Null,
        Literal::Bool(value) => Data::Bool(*value),
        Literal::Number(number) => Data::Number(Lexeme::from(number.as_str())),
        Literal::String(text) => Data::String(text.as_str().into()),
    }
}
