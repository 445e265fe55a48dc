//! What is known of one call of a tool.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::value::RawValue;

use super::moment::{Length, Moment, Window, length};
use super::value::{or_default, present};
use crate::json::Verbatim;

/// One call that ran, and what came of it.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Call {
    /// The tool's ref.
    #[serde(rename = "ref")]
    pub reference: String,
    /// The live schema of its arguments.
    #[serde(default)]
    pub schema: Option<Verbatim>,
    /// The arguments that reached the tool, as their bytes.
    #[serde(default)]
    pub args: Option<Box<RawValue>>,
    /// When and where it ran.
    pub turn: Turn,
    /// What the host filled in, by argument.
    #[serde(default)]
    pub filled: Option<BTreeMap<String, Filled>>,
    /// What came of it.
    #[serde(default)]
    pub result: Option<Given>,
    /// Whether the declaration came over the wire.
    #[serde(default, deserialize_with = "or_default")]
    pub remote: bool,
}

/// When and where a call ran.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Turn {
    /// The tool read its clock at this moment or later.
    pub now: Moment,
    /// And not later than this after it.
    #[serde(default, deserialize_with = "length")]
    pub within: Option<Length>,
    /// Where the run belongs.
    pub namespace: String,
    /// The run.
    pub run_id: String,
    /// The number of the result in the run.
    pub ordinal: u64,
    /// The turn of the run.
    #[serde(default, deserialize_with = "or_default")]
    pub iteration: u64,
    /// The id of the call.
    #[serde(default)]
    pub tool_call_id: Option<String>,
}

/// What filled an argument in: never the value.
#[derive(Debug, Clone, Deserialize)]
pub struct Filled {
    /// A field of the run's identity.
    #[serde(default)]
    pub identity: Option<String>,
    /// A reference to a credential. It is written nowhere.
    #[serde(default)]
    pub credential: Option<String>,
}

/// What is given of a result.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Given {
    /// The result as a value.
    #[serde(default)]
    pub value: Option<Box<RawValue>>,
    /// The result as the protocol has it.
    #[serde(default)]
    pub mcp: Option<Box<RawValue>>,
    /// How many rows came.
    #[serde(default)]
    pub rows: Option<Verbatim>,
    /// How many there are.
    #[serde(default)]
    pub total: Option<Verbatim>,
    /// `complete`, `partial`, `pending` or `failed`.
    #[serde(default)]
    pub outcome: Option<String>,
    /// What the next page is asked by.
    #[serde(default)]
    pub paging: Option<GivenPaging>,
    /// Which window was read.
    #[serde(default)]
    pub period: Option<GivenPeriod>,
    /// What values of arguments name.
    #[serde(default)]
    pub resolved: Option<Vec<Entity>>,
    /// How many names were resolved.
    #[serde(default)]
    pub names: Option<Names>,
    /// What was not checked, in somebody's words.
    #[serde(default)]
    pub not_checked: Option<Vec<Prose>>,
    /// What cannot be.
    #[serde(default)]
    pub cannot_cover: Option<Vec<Prose>>,
}

/// What the next page is asked by.
#[derive(Debug, Clone, Deserialize)]
pub struct GivenPaging {
    /// The value; `null` where there is none.
    #[serde(default, deserialize_with = "present")]
    pub next: Option<Verbatim>,
}

/// Which window was read.
#[derive(Debug, Clone, Deserialize)]
pub struct GivenPeriod {
    /// The window.
    #[serde(default)]
    pub queried: Option<Window>,
    /// `covered`, or else.
    #[serde(default)]
    pub verdict: Option<String>,
}

/// What a value of an argument may name.
#[derive(Debug, Clone, Deserialize)]
pub struct Entity {
    /// The argument.
    pub argument: String,
    /// Its id.
    #[serde(default)]
    pub id: Option<Verbatim>,
    /// Its name.
    #[serde(default)]
    pub name: Option<String>,
    /// Its other names.
    #[serde(default)]
    pub aliases: Option<Vec<String>>,
}

/// Names that were resolved.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Names {
    /// How many.
    pub count: u64,
    /// Where they are from.
    #[serde(default)]
    pub source: Option<String>,
    /// When they were counted.
    #[serde(default)]
    pub measured_at: Option<String>,
}

/// A gap in somebody's words.
#[derive(Debug, Clone, Deserialize)]
#[serde(untagged)]
pub enum Prose {
    /// What.
    What(String),
    /// What, and why.
    Because {
        /// What.
        what: String,
        /// Why.
        #[serde(default)]
        why: Option<String>,
    },
}

impl Prose {
    /// What, and why.
    pub fn parts(&self) -> (&str, &str) {
        match self {
            Self::What(what) => (what, ""),
            Self::Because { what, why } => (what, why.as_deref().unwrap_or("")),
        }
    }
}
