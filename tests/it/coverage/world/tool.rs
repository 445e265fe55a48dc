//! A tool that does as it declares, and as it pleases where its declaration is silent.

mod narrow;
mod page;

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use serde_json::{Map, Value, json};

use super::clock::Window;
use super::declare::{Declared, Unsearched};
use super::record::{Entity, Record, WORDS};

pub const IDENTITIES: [(&str, &str); 2] = [("org", "acme-5ecret"), ("user", "globex-5ecret")];

/// A tool, with what nobody declared of it.
pub struct Tool {
    pub declared: Declared,
    /// What it does where it may do anything.
    pub whim: u64,
    /// Whether it pages through all records, and only then looks which ones fit.
    pub scans: bool,
    /// Whether rows come in another order every time.
    pub shuffles: bool,
    /// Whether it may leave rows of a numbered page out.
    pub cuts: bool,
    /// How many rows it gives where nobody declares that.
    pub size: u64,
    pub teams: Vec<Entity>,
    pub records: Vec<Record>,
    /// The live schema of its arguments.
    pub schema: Option<Value>,
    /// What its cursors stand for.
    pub cursors: BTreeMap<String, Place>,
}

/// A place in a list.
#[derive(Debug, Clone, Default)]
pub struct Place {
    /// How many records stand before it.
    pub before: usize,
    /// The list that a snapshot keeps, and the window that was read for it.
    pub kept: Option<(Vec<Record>, Window)>,
}

/// A call, and when it ran.
#[derive(Debug, Clone)]
pub struct Call {
    /// The members as they were sent, perhaps one twice.
    pub args: Vec<(String, Value)>,
    pub identity: Option<&'static str>,
    pub credential: bool,
    pub now: i64,
    pub within: Option<i64>,
    /// When the tool's clock was read, and when its records were.
    pub clock: i64,
    pub read: i64,
    pub run: &'static str,
    /// Whether the tool is a good one, and the agent too.
    pub careful: bool,
    pub ordinal: u64,
}

/// One page.
#[derive(Debug, Clone)]
pub struct Answer {
    pub rows: Vec<u64>,
    /// All that fits, as the tool counts.
    pub total: usize,
    pub more: bool,
    /// What asks for the page behind.
    pub next: Value,
    /// The window that was read, where one was.
    pub window: Option<Window>,
    /// Whether that is another one than the arguments ask for.
    pub other_window: bool,
    /// Whether it was asked what it says nothing about.
    pub free: bool,
}

pub fn is_empty(value: &Value) -> bool {
    [json!(null), json!(""), json!([]), json!({})].contains(value)
}

/// A number that is always the same for these things.
pub fn chance(of: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    of.hash(&mut hasher);
    hasher.finish()
}

impl Call {
    /// The values that an argument was sent with.
    pub fn sent(&self, name: &str) -> Vec<&Value> {
        self.args.iter().filter(|(it, _)| it == name).map(|(_, value)| value).collect()
    }
}

impl Tool {
    /// Whether a record is what `value` of an argument asks for.
    pub fn fits(&self, name: &str, value: &Value, record: &Record) -> bool {
        let oddly = || chance((self.whim, name, value.to_string(), record.key)).is_multiple_of(2);
        match (name, value) {
            (_, Value::Array(_) | Value::Object(_)) => oddly(),
            ("query" | "title", Value::String(text)) if WORDS.contains(&&**text) => {
                let shift = usize::from(name == "title");
                let word = WORDS.iter().position(|it| it == text).unwrap_or(0);
                record.words.contains(&WORDS[(word + shift) % 3])
            }
            ("query" | "title", _) => oddly(),
            ("team", _) => {
                let found: Vec<usize> =
                    (0..self.teams.len()).filter(|&it| self.teams[it].answers(value)).collect();
                match found.as_slice() {
                    [] => oddly(),
                    found => {
                        record.attributes.get("team")
                            == Some(&json!(
                                found[chance((self.whim, value.to_string())) as usize % found.len()]
                            ))
                    }
                }
            }
            _ => record.attributes.get(name).map_or_else(oddly, |had| had == value),
        }
    }

    /// Whether what is declared as not searched hides this record, when the clock shows `clock`.
    pub fn hides(&self, record: &Record, clock: i64) -> bool {
        self.declared.unsearched.iter().any(|unsearched| match unsearched {
            Unsearched::Some(_) => chance((self.whim, record.key)).is_multiple_of(2),
            Unsearched::With(_, name, values) => values.iter().any(|value| self.fits(name, value, record)),
            Unsearched::Before(_, length) => record.time < clock - length,
        })
    }
}

/// The value of a field of the run's identity.
pub fn identity(field: &str) -> Value {
    IDENTITIES.iter().find(|(name, _)| *name == field).map_or(Value::Null, |(_, value)| json!(value))
}

/// A schema with these defaults.
pub fn schema(defaults: &[(&str, Value)], enums: &[(&str, Vec<Value>)]) -> Value {
    let mut properties = Map::new();
    for (name, default) in defaults {
        properties.insert((*name).to_owned(), json!({"default": default}));
    }
    for (name, values) in enums {
        properties.entry((*name).to_owned()).or_insert_with(|| json!({}))["enum"] = json!(values);
    }
    json!({"type": "object", "properties": properties})
}
