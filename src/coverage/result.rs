//! What a result says of itself, at the places that the declaration names.
//!
//! What is absent, unreadable, contradictory or refused by the tool's own schema is unknown.

use serde_json::value::RawValue;

use super::call::{Call, Given};
use super::moment::{Moment, Window};
use super::schema::Results;
use super::value::{is_one_of, same};
use crate::ir::search::{ReadAt, Search};
use crate::json::{Data, Document, Limits, Node, pointer};

/// How a call ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ended {
    /// With a result.
    Complete,
    /// With some of it, later, or nobody says how.
    Partial,
    /// Without.
    Failed,
}

/// Something that a result may say.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Said<T> {
    /// It does not.
    Nothing,
    /// It should, and cannot be understood.
    Unread,
    /// It does.
    Is(T),
}

/// What is known of a result.
pub(super) struct Reading {
    pub(super) ended: Ended,
    /// Whether there is nothing at all.
    pub(super) is_absent: bool,
    pub(super) rows: Option<u64>,
    /// The key of each row, where rows have keys; `None` for one without.
    pub(super) keys: Option<Vec<Option<Node>>>,
    pub(super) total: Said<u64>,
    /// Whether the pages end here.
    pub(super) last: Option<bool>,
    pub(super) next: Option<Node>,
    pub(super) is_partial: bool,
    pub(super) queried: Said<Window>,
}

pub(super) fn read(search: &Search, call: &Call, results: &Results) -> Reading {
    let nothing = Given::default();
    let given = call.result.as_ref().unwrap_or(&nothing);
    let answer = Answer::of(given);
    let value = answer.value.filter(|value| results.accept(value));
    let value = value.as_ref();
    let reads = &search.result;
    let at = |place: &str| value.and_then(|value| pointer::get(value, place));

    let (rows, keys) = match &reads.rows {
        None => (given.rows.as_ref().and_then(|rows| rows.0.as_natural()), None),
        Some((place, by)) => {
            let found = at(place);
            let list = found.and_then(Node::as_array);
            let counted = list.map(|list| list.len() as u64).or_else(|| found.and_then(Node::as_natural));
            let rows = counted.filter(|rows| agrees(given.rows.as_ref().map(|it| &it.0), *rows));
            let keys = by.as_ref().and_then(|by| keys(list, rows, by));
            (rows, keys)
        }
    };
    let beside = given.total.as_ref().map(|it| &it.0);
    let total = match &reads.total {
        None => beside.map_or(Said::Nothing, natural),
        Some(_) if value.is_none() => Said::Unread,
        Some(place) => match at(place).filter(|found| found.data != Data::Null) {
            // Nothing is counted there; a count beside it that differs from what came is evidence all the same.
            None if beside.is_some_and(|beside| beside.as_natural() != rows) => Said::Unread,
            None => Said::Nothing,
            Some(found) if beside.is_some_and(|beside| !same(beside, found)) => Said::Unread,
            Some(found) => natural(found),
        },
    };
    let (last, next) = pages(search, given, value);
    let is_partial = reads.partial.iter().any(|read| flag(read, value) != Some(false));
    let beside = given.period.as_ref().and_then(|period| period.queried);
    let queried = match &reads.queried {
        None => beside.map_or(Said::Nothing, |it| Window::of(it.from, it.to).map_or(Said::Unread, Said::Is)),
        Some((from, to)) => {
            let moment = |place: &str| at(place).and_then(Node::as_str).and_then(Moment::parse);
            let window = moment(from).zip(moment(to)).and_then(|(from, to)| Window::of(from, to));
            let window = window.filter(|window| beside.is_none_or(|beside| beside == *window));
            window.map_or(Said::Unread, Said::Is)
        }
    };
    let is_absent = given.mcp.is_none() && given.value.is_none() && given.rows.is_none();
    Reading { ended: answer.ended, is_absent, rows, keys, total, last, next, is_partial, queried }
}

/// Whether what is given beside a result says the same, if it says anything.
fn agrees(beside: Option<&Node>, found: u64) -> bool {
    beside.is_none_or(|beside| beside.as_natural() == Some(found))
}

fn natural(node: &Node) -> Said<u64> {
    node.as_natural().map_or(Said::Unread, Said::Is)
}

/// The key of each row; none where there are no rows to have one.
fn keys(list: Option<&[Node]>, rows: Option<u64>, by: &str) -> Option<Vec<Option<Node>>> {
    let is_key = |node: &&Node| matches!(node.data, Data::String(_) | Data::Number(_));
    match (list, rows) {
        (Some(list), _) => {
            Some(list.iter().map(|row| pointer::get(row, by).filter(is_key).cloned()).collect())
        }
        (None, Some(0)) => Some(Vec::new()),
        // As many rows as are counted, none of which has a key: one says as much.
        (None, _) => Some(vec![None]),
    }
}

/// Whether the pages end here, and what the next one is asked by.
fn pages(search: &Search, given: &Given, value: Option<&Node>) -> (Option<bool>, Option<Node>) {
    let beside = given.paging.as_ref().and_then(|paging| paging.next.as_ref()).map(|next| &next.0);
    let says_more = |next: &Node| next.data != Data::Null;
    let reads = &search.result;
    let (ended, next) = match &reads.next {
        None => (beside.map(|next| !says_more(next)), beside.filter(|next| says_more(next)).cloned()),
        Some(read) => {
            let found = value.map(|value| pointer::get(value, &read.at));
            let (ended, next) = match found {
                Some(None) => (read.unless_absent.then_some(true), None),
                Some(Some(found)) if is_one_of(found, &read.unless) => (Some(true), None),
                Some(Some(found)) => match &found.data {
                    Data::String(_) | Data::Number(_) => (Some(false), Some(found.clone())),
                    _ => (None, None),
                },
                None => (None, None),
            };
            let differs = beside.is_some_and(|beside| match &next {
                Some(next) => !same(beside, next),
                None => ended == Some(true) && says_more(beside),
            });
            if differs { (None, None) } else { (ended, next) }
        }
    };
    match &reads.has_more {
        None => (ended, next),
        Some(read) => {
            let more = flag(read, value);
            // A flag decides; what is given beside it, and is no link that the result has too, may still contradict it.
            let is_link = reads.next.is_some() && next.is_some();
            let contradicts = more == Some(false) && !is_link && beside.is_some_and(says_more);
            (if contradicts { None } else { more.map(|more| !more) }, next)
        }
    }
}

/// What a flag says: whether there is something; nothing where it stands nowhere.
fn flag(read: &ReadAt, value: Option<&Node>) -> Option<bool> {
    match pointer::get(value?, &read.at) {
        None => read.unless_absent.then_some(false),
        Some(found) => Some(!is_one_of(found, &read.unless)),
    }
}

struct Answer {
    ended: Ended,
    value: Option<Node>,
}

impl Answer {
    fn of(given: &Given) -> Self {
        let word = given.outcome.as_deref().map(|word| match word {
            "complete" => Ended::Complete,
            "failed" => Ended::Failed,
            _ => Ended::Partial,
        });
        let plain = given.value.as_ref().map(|raw| parse(raw.get()));
        let Some(answer) = &given.mcp else {
            return Self { ended: word.unwrap_or(Ended::Partial), value: plain.flatten() };
        };
        let answer = parse(answer.get());
        let found = match answer.as_ref().and_then(|it| it.get("isError")).map(|it| &it.data) {
            Some(Data::Bool(true)) => Ended::Failed,
            None | Some(Data::Bool(false)) if answer.is_some() => Ended::Complete,
            _ => Ended::Partial,
        };
        let ended = match word {
            Some(word) if word == found => word,
            None => found,
            Some(word) if word == Ended::Failed || found == Ended::Failed => Ended::Failed,
            Some(_) => Ended::Partial,
        };
        let value = answer.as_ref().and_then(structured);
        let value = match plain {
            None => value,
            Some(plain) => plain.filter(|plain| value.is_none_or(|value| same(plain, &value))),
        };
        Self { ended, value }
    }
}

/// The value of an answer: what is structured, or the only text if it is a value as a whole.
fn structured(answer: &Node) -> Option<Node> {
    let content = answer.get("structuredContent").filter(|content| content.data != Data::Null);
    if let Some(content) = content {
        return Some(content.clone());
    }
    let [only] = answer.get("content")?.as_array()? else { return None };
    let is_text = only.get("type").and_then(Node::as_str) == Some("text");
    parse(only.get("text").and_then(Node::as_str).filter(|_| is_text)?)
}

/// A text that is one JSON value, without anything that readers disagree about.
pub(super) fn parse(text: &str) -> Option<Node> {
    let document = Document::parse(text.as_bytes(), Limits::ARGUMENTS).ok()?;
    document.flaws.is_empty().then_some(document.root)
}

/// The arguments of a call as their text says; no arguments are none.
pub(super) fn arguments(raw: Option<&RawValue>) -> Option<Document> {
    let text = raw.map_or("{}", RawValue::get);
    let document = Document::parse(text.as_bytes(), Limits::ARGUMENTS).ok()?;
    document.root.as_object().is_some().then_some(document)
}
