//! The row of a report of ours: what a run looked at, told as the arguments of a call, by a search that stands in
//! `rules/reports/`.
//!
//! It has no `read`: a report is the same each time, and what it looked at is named by digests and counts instead.

use std::sync::LazyLock;

use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};
use serde_json::{Map, Value, json};

use super::call::{Call, Given, Turn};
use super::compose::with_gaps;
use super::moment::Moment;
use super::row::{Gap, Item, Row};
use super::schema::Tool;
use super::value::text;
use crate::digest::Digest;
use crate::ir::{Program, Search};
use crate::rules::{compile, reports};

/// What a run looked at, part by part.
#[derive(Debug, Clone)]
#[must_use]
pub struct Looked {
    name: &'static str,
    sources: Vec<String>,
    arguments: Map<String, Value>,
    rows: Option<usize>,
    gaps: Vec<Gap>,
}

impl Looked {
    /// A run of this command, whose search has the name `fabric-rules.<command>`.
    pub fn by(command: &'static str) -> Self {
        Self { name: command, sources: Vec::new(), arguments: Map::new(), rows: None, gaps: Vec::new() }
    }

    /// It looked at this: a surface with its digest, sessions with their number, a file.
    pub fn at(mut self, source: impl Into<String>) -> Self {
        self.sources.push(source.into());
        self
    }

    /// It looked at these.
    pub fn at_all(mut self, sources: impl IntoIterator<Item = String>) -> Self {
        self.sources.extend(sources);
        self
    }

    /// It was asked this. Lists without an element are not told.
    pub fn asked(mut self, argument: &str, value: impl Into<Value>) -> Self {
        let value = value.into();
        if value != json!([]) {
            self.arguments.insert(argument.to_owned(), value);
        }
        self
    }

    /// It reports so many of what it looks for.
    pub fn found(self, rows: usize) -> Self {
        Self { rows: Some(rows), ..self }
    }

    /// It left this out.
    pub fn not(mut self, gaps: impl IntoIterator<Item = Gap>) -> Self {
        self.gaps.extend(gaps);
        self
    }

    /// The row of it.
    pub fn row(self) -> Row {
        let name = format!("fabric-rules.{}", self.name);
        let declared = PROGRAM.as_ref().and_then(|program| program.search(&name)).cloned();
        // A test holds that each is declared. Without a declaration nothing would be complete.
        let search = declared.unwrap_or_else(|| Search { name: name.clone(), ..Search::default() });
        let call = Call {
            reference: name,
            schema: None,
            args: raw(&self.arguments),
            turn: Turn {
                now: Moment::START,
                within: None,
                namespace: "fabric-rules".to_owned(),
                run_id: self.digest(),
                ordinal: 0,
                iteration: 0,
                tool_call_id: None,
            },
            filled: None,
            result: Some(Given {
                value: raw(&json!({})),
                rows: self.rows.and_then(|rows| serde_json::from_value(json!(rows)).ok()),
                outcome: Some("complete".to_owned()),
                ..Given::default()
            }),
            remote: false,
        };
        let row = with_gaps(&search, &call, &Tool::default(), self.gaps.clone());
        // Arguments too large to be read are told by nobody, which is a gap of each.
        let row = row.or_else(|_| {
            with_gaps(&search, &Call { args: None, ..call }, &Tool::default(), self.gaps.clone())
        });
        let Ok(row) = row else { return Row::default() };
        Row { read: None, checked: specific(&row.checked, &self.sources), ..row }
    }

    /// What the run is known by: all that it looked at.
    fn digest(&self) -> String {
        let said = json!([self.name, self.sources, self.arguments, self.rows]);
        Digest::of_text(&said.to_string()).to_string()
    }
}

static PROGRAM: LazyLock<Option<Program>> =
    LazyLock::new(|| compile(&reports()).program.map(|program| program.ir().clone()));

fn raw(value: &impl Serialize) -> Option<Box<RawValue>> {
    to_raw_value(value).ok()
}

/// The items with the very sources in place of the declared one, which says only of which sort they are.
fn specific(checked: &[Item], sources: &[String]) -> Vec<Item> {
    let (declared, others): (Vec<&Item>, Vec<&Item>) =
        checked.iter().partition(|item| item.facet == "source");
    let named = declared.iter().flat_map(|declared| {
        let said = vec![declared.what.clone()];
        sources.iter().map(move |source| Item {
            what: source.clone(),
            said: said.clone(),
            ..(*declared).clone()
        })
    });
    match sources {
        [] => checked.to_vec(),
        _ => named.chain(others.into_iter().cloned()).collect(),
    }
}

/// What was looked at: each source, and of the other facets all that narrows them, in one text each.
pub fn parts(checked: &[Item]) -> Vec<String> {
    let mut told: Vec<(&str, String)> = Vec::new();
    let mut before: Option<&Item> = None;
    for item in checked.iter().filter(|item| !item.any) {
        let is_of_same = before.is_some_and(|it| it.argument.is_some() && it.argument == item.argument);
        let value = item.value.as_ref().filter(|_| is_of_same).map(|value| format!(", {}", text(&value.0)));
        match told.last_mut().filter(|(facet, _)| *facet == item.facet && item.facet != "source") {
            Some((_, line)) => line.push_str(&value.unwrap_or_else(|| format!("; {}", item.what))),
            None => told.push((&item.facet, item.what.clone())),
        }
        before = Some(item);
    }
    told.into_iter().map(|(_, line)| line).collect()
}

impl Gap {
    /// Something beyond what is looked at.
    pub fn scope(what: impl Into<String>, why: &str) -> Self {
        Self::new("scope", what, why, "everything").quoted()
    }

    /// Something beyond a bound.
    pub fn cap_reached(what: impl Into<String>, why: &str) -> Self {
        Self::new("cap-reached", what, why, "completeness").quoted()
    }

    /// Something that could not be read.
    pub fn partial(what: impl Into<String>, why: &str) -> Self {
        Self::new("partial", what, why, "completeness").quoted()
    }

    /// The gap of a document that holds only one page of `list`, where it does.
    pub fn of_pages(is_one_page: bool, list: &str) -> Option<Self> {
        is_one_page.then(|| Self::partial(format!("other pages of {list}"), "the document holds only one"))
    }
}
