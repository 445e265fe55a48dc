//! The row of a call, as it is on a wire.

use std::collections::BTreeMap;

use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;

use super::moment::{Moment, Reach, Window};
use super::value::{json, present};
use crate::json::Verbatim;

fn is_false(flag: &bool) -> bool {
    !flag
}

/// What one call covered, or the pages of one list.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Row {
    /// Whether the declaration was ours.
    pub composed: Composed,
    /// `claim-result/<namespace>/<runId>/<ordinal>`, its parts percent-encoded.
    pub result_id: String,
    /// `r<ordinal>`
    pub handle: String,
    /// The tool's ref.
    pub tool_name: String,
    /// The turn of the run.
    #[serde(default)]
    pub iteration: u64,
    /// The id of the call.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tool_call_id: Option<String>,
    /// What was looked for, in words.
    pub looked_for: String,
    /// When it was read. A report of ours leaves it out, so that it is the same each time; no other row may.
    #[serde(deserialize_with = "when", skip_serializing_if = "Option::is_none")]
    pub read: Option<Read>,
    /// How many rows came.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rows: Option<u64>,
    /// What was searched.
    pub checked: Vec<Item>,
    /// What was not, or not for sure.
    pub gaps: Vec<Gap>,
    /// Whether all that fits came.
    pub complete: bool,
    /// The same, if the source stood still between pages.
    #[serde(default)]
    pub complete_if_still: bool,
    /// A digest of the search, of its arguments but those of the page, and of what was filled in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub asked: Option<String>,
    /// Its place among the pages.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub page: Option<Page>,
    /// How many there are on all pages, as the source counts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub total: Option<u64>,
    /// Digests of the keys of the rows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub keys: Option<Vec<String>>,
    /// What the result said of the window that was read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub period: Option<PeriodSaid>,
    /// The code of an over-claim that was made of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub overclaim: Option<String>,
    /// The gaps in words, as far as another call could close them.
    #[serde(default)]
    pub not_checked: Vec<Told>,
    /// Those that none could.
    #[serde(default)]
    pub cannot_cover: Vec<Told>,
}

/// Whose declaration a row was composed by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Composed {
    /// One of ours.
    Local,
    /// One that came over the wire, which authorises nothing.
    #[default]
    Remote,
}

/// When something was read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Read {
    /// Not before.
    pub from: Moment,
    /// Not after, where that is another moment.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<Moment>,
}

fn when<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Read>, D::Error> {
    Read::deserialize(deserializer).map(Some)
}

/// Something that was searched.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Item {
    /// In words: `<argument>: <value>`, `<argument>: any`, or the source.
    pub what: String,
    /// `source`, `subject`, `population`, `filter`, `period` or `names`.
    pub facet: String,
    /// The argument, or the qualifier.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub argument: Option<String>,
    /// The value, as it was.
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    pub value: Option<Verbatim>,
    /// Whether words of it are foreign: to be quoted, on one line, cut where they are long.
    #[serde(default, skip_serializing_if = "is_false")]
    pub quote: bool,
    /// Whether it narrows nothing.
    #[serde(default, skip_serializing_if = "is_false")]
    pub any: bool,
    /// `call`, `default`, `fixed`, `tool`, `result` or `host`.
    pub from: String,
    /// The one thing that the value names.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resolved: Option<Resolved>,
    /// Words that people say for it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub said: Vec<String>,
    /// How many names there are.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub count: Option<u64>,
    /// Where they are from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// When they were counted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub measured_at: Option<String>,
    /// The time that was searched for sure.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub span: Option<Window>,
    /// The time that may have been, where that is more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reach: Option<Reach>,
    /// Whether it hangs on the moment of the read.
    #[serde(default, skip_serializing_if = "is_false")]
    pub floating: bool,
}

/// What a value names.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Resolved {
    /// Its id.
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    pub id: Option<Verbatim>,
    /// Its name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
}

/// Something that was not searched, or not for sure. Kinds and members that are not known here stay.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Gap {
    /// Its kind.
    pub kind: String,
    /// What.
    #[serde(default)]
    pub what: String,
    /// Why.
    #[serde(default)]
    pub why: String,
    /// A facet, `completeness`, `everything`, or a facet with its argument.
    #[serde(default)]
    pub bears: Value,
    /// Whether words of it are foreign.
    #[serde(default, skip_serializing_if = "is_false")]
    pub quote: bool,
    /// The moment before which it bears on a period.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<Moment>,
    /// All else.
    #[serde(flatten)]
    pub more: BTreeMap<String, Value>,
}

/// A gap in words.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Told {
    /// What.
    pub what: String,
    /// Why.
    #[serde(default)]
    pub why: String,
}

/// What a result said of the window that was read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PeriodSaid {
    /// The window.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub queried: Option<Window>,
    /// `covered`, or else.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub verdict: Option<String>,
}

/// A row's place among the pages of its list. Cursors are digests, numbers decimals.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Page {
    /// `cursor`, `number`, `offset`, or `none` without pages.
    pub by: String,
    /// Whether it is the first.
    pub first: bool,
    /// What it was asked by.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
    /// What the next one is asked by.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
    /// Whether the pages end here, as far as anything says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ended: Option<bool>,
    /// Whether a line of the declaration says so.
    #[serde(default, skip_serializing_if = "is_false")]
    pub declared: bool,
    /// Whether a word is needed for a row to be the last.
    #[serde(default, skip_serializing_if = "is_false")]
    pub must_end: bool,
    /// Whether a page below its cap is the last.
    #[serde(default, skip_serializing_if = "is_false")]
    pub ends_short: bool,
    /// Whether the cursor keeps what its first page read.
    #[serde(default, skip_serializing_if = "is_false")]
    pub snapshot: bool,
    /// Whether nothing bounds the rows.
    #[serde(default, skip_serializing_if = "is_false")]
    pub unbounded: bool,
    /// What bounds the rows of this page, where that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cap: Option<u64>,
    /// What bounds those of all pages.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub window: Option<u64>,
    /// Whether a total is told that could not be read.
    #[serde(default, skip_serializing_if = "is_false")]
    pub total_unread: bool,
    /// Whether the rows are declared, and could not be counted.
    #[serde(default, skip_serializing_if = "is_false")]
    pub rows_unread: bool,
    /// Whether all that fits the arguments comes out, as the declaration says.
    #[serde(default, skip_serializing_if = "is_false")]
    pub within_arguments: bool,
}

impl Row {
    /// The row as JSON.
    pub fn to_json(&self) -> String {
        // Texts, numbers and moments in range always serialise.
        serde_json::to_string(self).unwrap_or_default()
    }
}

impl Item {
    /// Whether it narrows what was searched.
    pub fn narrows(&self) -> bool {
        !self.any && self.facet != "source" && self.facet != "names"
    }

    /// The value as JSON.
    pub fn value_json(&self) -> Option<String> {
        self.value.as_ref().map(|value| json(&value.0))
    }
}

impl Gap {
    /// A gap that bears on a facet, on `completeness` or on `everything`.
    pub(super) fn new(kind: &str, what: impl Into<String>, why: &str, bears: &str) -> Self {
        Self {
            kind: kind.to_owned(),
            what: what.into(),
            why: why.to_owned(),
            bears: Value::String(bears.to_owned()),
            quote: false,
            before: None,
            more: BTreeMap::new(),
        }
    }

    /// The gap as JSON.
    pub(super) fn to_json(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// The same, with foreign words in it.
    pub(super) fn quoted(self) -> Self {
        Self { quote: true, ..self }
    }

    /// Whether nothing is complete with it.
    fn blocks(&self) -> bool {
        let on = |name: &str| self.bears.as_str() == Some(name);
        let is_known = self.bears.is_object() || self.bears.as_str().is_some();
        let bears = !is_known || on("completeness") || on("period") || on("everything");
        let bears = bears || self.bears.get("period").is_some();
        self.kind != "scope" && (self.kind == "argument-unsent" || bears)
    }
}

/// Whether a row with these gaps is complete, and whether it is if the source stood still.
pub(super) fn complete(composed: Composed, within_arguments: bool, gaps: &[Gap]) -> (bool, bool) {
    let may = composed == Composed::Local && within_arguments;
    let is_open = |gap: &&Gap| gap.blocks();
    let complete = may && !gaps.iter().any(|gap| is_open(&gap));
    let if_still = may && !gaps.iter().filter(|gap| gap.kind != "unstable").any(|gap| is_open(&gap));
    (complete, if_still)
}
