//! Facts: what is read of a reply, in declared order.

use serde_json::{Value, json};

use super::Literal;
use super::canonical::literal;
use crate::json::canonical;

/// The facts that are read of a reply.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Facts {
    /// Their name.
    pub name: String,
    /// Each of them, in the order written, which is the order in which they come out.
    pub facts: Vec<Fact>,
}

/// One fact.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fact {
    /// Its name.
    pub name: String,
    /// What it is, or what each of several is.
    pub of: FactType,
    /// Whether there are several.
    pub several: Option<Several>,
    /// What stands there where nothing could be read.
    pub default: Option<Literal>,
    /// The key of the reply that it is read from, where that is not its name.
    pub from: Option<String>,
}

/// What a fact is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FactType {
    /// A member of this vocabulary.
    Vocabulary(String),
    /// `grain N`: the nearest multiple of this positive decimal, as it was written.
    Grain(String),
    /// `int`
    Int,
    /// `number`
    Number,
    /// `bool`
    Bool,
    /// `id`
    Id,
    /// `string`
    Text,
}

/// Several values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Several {
    /// Whether order and repetition mean nothing.
    pub is_set: bool,
    /// How many there may be.
    pub at_most: u32,
}

impl Several {
    /// How many values a list or set may have where it does not say.
    pub const USUAL: u32 = 100;
    /// How many it may allow.
    pub const MOST: u32 = 10_000;
}

impl FactType {
    /// The types that are words of the language.
    pub const WORDS: &[(&str, Self)] = &[
        ("int", Self::Int),
        ("number", Self::Number),
        ("bool", Self::Bool),
        ("id", Self::Id),
        ("string", Self::Text),
    ];

    /// The type as rule text.
    pub fn text(&self) -> String {
        match self {
            Self::Vocabulary(name) => name.clone(),
            Self::Grain(grain) => format!("grain {grain}"),
            plain => {
                let word = Self::WORDS.iter().find(|(_, known)| known == plain);
                word.map_or_else(String::new, |(word, _)| (*word).to_owned())
            }
        }
    }
}

impl Facts {
    /// The vocabularies that they go by.
    pub fn vocabularies(&self) -> impl Iterator<Item = &str> {
        self.facts.iter().filter_map(|fact| match &fact.of {
            FactType::Vocabulary(name) => Some(&**name),
            _ => None,
        })
    }

    /// The facts as rule text, a line each.
    pub fn clauses(&self) -> Vec<String> {
        self.facts.iter().map(Fact::text).collect()
    }

    pub(super) fn canonical(&self) -> Value {
        json!({"name": self.name, "facts": self.facts.iter().map(Fact::canonical).collect::<Vec<_>>()})
    }
}

impl Fact {
    /// The key of the reply that it is read from.
    pub fn key(&self) -> &str {
        self.from.as_deref().unwrap_or(&self.name)
    }

    fn text(&self) -> String {
        let mut text = format!("{} : ", canonical::string(&self.name));
        if let Some(several) = self.several {
            text.push_str(if several.is_set { "set of " } else { "list of " });
        }
        text.push_str(&self.of.text());
        if let Some(several) = self.several {
            text.push_str(&format!(" at most {}", several.at_most));
        }
        text.extend(self.default.as_ref().map(|default| format!(" default {}", default.text())));
        text.extend(self.from.as_ref().map(|from| format!(" from {}", canonical::string(from))));
        text
    }

    fn canonical(&self) -> Value {
        let several = self.several.map(|several| {
            let sort = if several.is_set { "set" } else { "list" };
            json!([sort, several.at_most])
        });
        let of = match &self.of {
            FactType::Vocabulary(name) => json!({"vocabulary": name}),
            FactType::Grain(grain) => json!({"grain": grain}),
            plain => json!(plain.text()),
        };
        json!({
            "name": self.name,
            "of": of,
            "several": several,
            "default": self.default.as_ref().map(literal),
            "from": self.from,
        })
    }
}
