//! What is read of one reply.

use std::sync::Arc;

use super::schema::{Fact, Schema};
use super::several::Elements;
use super::{Kind, Read, node};
use crate::digest::Digest;
use crate::ir::Several;
use crate::json::{Data, Document, JsonError, Limits, Member, Node, VerbatimRef, canonical};
use crate::span::Span;

/// The facts of a reply, and what could not be read of it.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Canonical {
    /// Each declared fact with its value, in declared order.
    values: Vec<(String, Node)>,
    /// The facts that were missed, as a whole or an element of them, each once, in declared order.
    pub misses: Vec<String>,
    /// The members that were found by another word.
    pub synonyms: Vec<Synonym>,
    /// The elements of lists and sets that were missed: the fact, and the index in the reply.
    pub elements: Vec<(String, usize)>,
    /// For each list or set that an array was given for: its fact, the elements given, those kept.
    pub counts: Vec<(String, usize, usize)>,
    /// The members that a model named for words that no vocabulary has. Nobody has decided on them yet.
    pub provisional: Vec<Synonym>,
    /// The words that were missed, each with its fact; long ones are cut.
    #[doc(hidden)]
    pub unknown: Vec<(String, String)>,
    /// Whether any fact is a list or a set.
    has_several: bool,
}

/// A member that was found by another word for it.
#[derive(Debug, Clone, PartialEq)]
pub struct Synonym {
    /// The fact.
    pub fact: String,
    /// The place in the reply, for an element of a list or set.
    pub index: Option<usize>,
    /// What the reply had.
    pub given: Node,
    /// The member.
    pub member: Node,
}

/// How many characters of a word that was missed are kept to be shown.
const SHOWN: usize = 60;

/// Somebody who names a member for a word that was missed.
pub type Ask<'a> = &'a dyn Fn(&Fact, &Node) -> Option<Node>;

/// What a reply has at a key.
#[derive(Clone, Copy)]
enum Slot<'a> {
    Nothing,
    One(&'a Node),
    /// The key stands there twice, so that nobody can say which one is meant.
    Twice,
}

impl Schema {
    /// The facts of the reply that `text` is.
    ///
    /// # Errors
    ///
    /// `text` is no JSON, or more of it than is read.
    pub fn read(&self, text: &[u8]) -> Result<Canonical, JsonError> {
        let document = Document::parse(text, Limits::SURFACE)?;
        Ok(self.canonical(&document, &document.root))
    }

    /// The facts of `reply`, which stands in `document`. What is no object has no keys.
    #[doc(hidden)]
    pub fn canonical(&self, document: &Document, reply: &Node) -> Canonical {
        self.canonical_with(document, reply, &|_, _| None)
    }

    /// The same; `ask` is asked about words that a vocabulary does not have, and only about those.
    #[doc(hidden)]
    pub fn canonical_with(&self, document: &Document, reply: &Node, ask: Ask<'_>) -> Canonical {
        let mut slots = vec![Slot::Nothing; self.keys()];
        for member in reply.as_object().unwrap_or_default() {
            if let Some(slot) = self.slot(&member.name).and_then(|slot| slots.get_mut(slot)) {
                *slot = if matches!(slot, Slot::Nothing) { Slot::One(&member.value) } else { Slot::Twice };
            }
        }
        let mut reading = Reading { document, ask, out: Canonical::default() };
        for fact in self.facts() {
            let slot = self.slot(&fact.key).and_then(|slot| slots.get(slot)).copied();
            reading.fact(fact, slot.unwrap_or(Slot::Nothing));
        }
        reading.out
    }
}

struct Reading<'a> {
    document: &'a Document,
    ask: Ask<'a>,
    out: Canonical,
}

impl Reading<'_> {
    fn fact(&mut self, fact: &Fact, slot: Slot<'_>) {
        let given = if let Slot::One(node) = slot { Some(node) } else { None };
        let value = match (fact.several, slot) {
            (_, Slot::Twice) => None,
            (None, _) => match self.one(fact, given, None) {
                Read::Value(value) | Read::Synonym(value) => Some(value),
                Read::Absent => Some(fact.default.clone()),
                Read::Miss => None,
            },
            (Some(several), _) => self.several(fact, several, given),
        };
        self.out.has_several |= fact.several.is_some();
        let value = value.unwrap_or_else(|| {
            self.missed(&fact.name);
            fact.default.clone()
        });
        self.out.values.push((fact.name.clone(), value));
    }

    fn several(&mut self, fact: &Fact, several: Several, given: Option<&Node>) -> Option<Node> {
        let given = given?.as_array()?;
        if given.len() > several.at_most as usize {
            self.out.counts.push((fact.name.clone(), given.len(), 0));
            return None;
        }
        let mut elements = Elements::default();
        for (index, element) in given.iter().enumerate() {
            elements.push(self.one(fact, Some(element), Some(index)));
        }
        self.out.counts.push((fact.name.clone(), given.len(), elements.kept()));
        if !elements.missed.is_empty() {
            self.missed(&fact.name);
            self.out.elements.extend(elements.missed.iter().map(|index| (fact.name.clone(), *index)));
        }
        Some(if several.is_set { elements.set(&fact.kind) } else { elements.list() })
    }

    fn one(&mut self, fact: &Fact, given: Option<&Node>, index: Option<usize>) -> Read {
        let read = fact.kind.read(given, self.document);
        let named = |given: &Node, member: &Node| Synonym {
            fact: fact.name.clone(),
            index,
            given: given.clone(),
            member: member.clone(),
        };
        match (&read, given) {
            (Read::Synonym(member), Some(given)) => self.out.synonyms.push(named(given, member)),
            (Read::Miss, Some(given)) if self.may_be_asked(fact, given) => {
                if let Some(member) = (self.ask)(fact, given) {
                    self.out.provisional.push(named(given, &member));
                    return Read::Value(member);
                }
            }
            _ => {}
        }
        if let (Read::Miss, Some(word)) = (&read, given.and_then(|given| super::text::shown(given, SHOWN))) {
            self.out.unknown.push((fact.name.clone(), word));
        }
        read
    }

    /// Whether `given` is a word that a vocabulary could have, so that there is something to ask.
    fn may_be_asked(&self, fact: &Fact, given: &Node) -> bool {
        let is_word = super::text::of(given).is_some_and(|word| !word.trim().is_empty());
        matches!(fact.kind, Kind::Ring(_)) && is_word && self.document.flaw_in(given.span).is_none()
    }

    fn missed(&mut self, name: &str) {
        if self.out.misses.last().is_none_or(|last| last != name) {
            self.out.misses.push(name.to_owned());
        }
    }
}

impl Canonical {
    /// The values, in declared order.
    pub fn values(&self) -> impl Iterator<Item = (&str, &Node)> {
        self.values.iter().map(|(name, value)| (&**name, value))
    }

    /// The facts as JSON text, in declared order.
    pub fn facts(&self) -> String {
        let member =
            |(name, value): (&str, &Node)| format!("{}:{}", canonical::string(name), verbatim(value));
        format!("{{{}}}", self.values().map(member).collect::<Vec<_>>().join(","))
    }

    /// The digest of the facts, in which the order of keys means nothing.
    ///
    /// There is none where a model named a member: what nobody has decided is nothing to be known by.
    pub fn digest(&self) -> Option<Digest> {
        let member = |(name, value): (&str, &Node)| Member {
            name: name.into(),
            name_span: Span::at(0),
            value: value.clone(),
        };
        let facts = node(Data::Object(Arc::new(self.values().map(member).collect())));
        self.provisional.is_empty().then(|| Digest::of_node(&facts))
    }

    /// The members of the JSON object that tells all this, without its braces.
    ///
    /// `elements` and `counts` are there where a fact is a list or a set.
    pub fn members(&self) -> String {
        let misses: Vec<String> = self.misses.iter().map(|name| canonical::string(name)).collect();
        let synonyms: Vec<String> =
            self.synonyms.iter().map(|one| format!("{{{}}}", one.members())).collect();
        let mut out = format!(
            "\"facts\":{},\"misses\":[{}],\"synonyms\":[{}]",
            self.facts(),
            misses.join(","),
            synonyms.join(",")
        );
        if self.has_several {
            let element = |(fact, index): &(String, usize)| {
                format!("{{\"fact\":{},\"index\":{index}}}", canonical::string(fact))
            };
            let count = |(fact, given, kept): &(String, usize, usize)| {
                format!("{}:{{\"given\":{given},\"kept\":{kept}}}", canonical::string(fact))
            };
            let elements: Vec<String> = self.elements.iter().map(element).collect();
            let counts: Vec<String> = self.counts.iter().map(count).collect();
            out.push_str(&format!(
                ",\"elements\":[{}],\"counts\":{{{}}}",
                elements.join(","),
                counts.join(",")
            ));
        }
        out
    }
}

impl Synonym {
    /// The members of the JSON object that tells it, without its braces.
    pub fn members(&self) -> String {
        let index = self.index.map(|index| format!("\"index\":{index},")).unwrap_or_default();
        let (given, member) = (verbatim(&self.given), verbatim(&self.member));
        format!("\"key\":{},{index}\"raw\":{given},\"member\":{member}", canonical::string(&self.fact))
    }
}

/// A value as JSON text, as it was written.
pub(crate) fn verbatim(node: &Node) -> String {
    serde_json::to_string(&VerbatimRef(node)).unwrap_or_else(|_| "null".to_owned())
}
