//! `declare-enum`: an open argument that takes few values.

use std::collections::BTreeMap;

use super::{MOST, Signal};
use crate::evidence::Value;
use crate::json::{Data, Node, compare};
use crate::metric::Figure;

/// How a surface marks an argument whose values may be worth declaring.
const MARK: &str = "x-fabric-enum-candidate";
/// Fewer observations say nothing.
const OBSERVATIONS: u64 = 8;
/// How many values an enum worth declaring has.
const DISTINCT: std::ops::RangeInclusive<usize> = 2..=8;
/// The share of observations that the most frequent value must have.
const SHARE: f64 = 0.5;

/// The names of a schema's arguments that are marked, are open and are no booleans.
pub(super) fn candidates(schema: &Node) -> impl Iterator<Item = &str> {
    let properties = schema.get("properties").and_then(Node::as_object).unwrap_or_default();
    let is_candidate = |schema: &Node| {
        schema.get(MARK).is_some_and(|mark| mark.data == Data::Bool(true))
            && schema.get("type").and_then(Node::as_str) != Some("boolean")
            && schema.get("enum").is_none()
    };
    properties.iter().filter(move |property| is_candidate(&property.value)).map(|property| &*property.name)
}

/// The values observed of one argument.
///
/// With more than eight of them no enum is worth declaring, so no more than nine are kept: which
/// nine does not matter, and memory stays bounded.
#[derive(Debug, Clone, Default)]
pub(super) struct Values {
    by_key: BTreeMap<String, (Value, u64)>,
}

impl Values {
    pub fn observe(&mut self, value: &Value, count: u64) {
        let key = value.key();
        if let Some((_, counted)) = self.by_key.get_mut(&key) {
            *counted = counted.saturating_add(count);
        } else if self.by_key.len() <= *DISTINCT.end() {
            self.by_key.insert(key, (value.clone(), count));
        }
    }

    pub fn merge(&mut self, other: &Self) {
        for (value, count) in other.by_key.values() {
            self.observe(value, *count);
        }
    }

    fn signal(&self, action: &str, key: &str) -> Option<Signal> {
        let calls = self.by_key.values().fold(0_u64, |calls, (_, count)| calls.saturating_add(*count));
        let distinct = self.by_key.len();
        if calls < OBSERVATIONS || !DISTINCT.contains(&distinct) {
            return None;
        }
        let mut ranked: Vec<(&String, &(Value, u64))> = self.by_key.iter().collect();
        ranked.sort_by(|a, b| b.1.1.cmp(&a.1.1).then_with(|| compare(a.0, b.0)));
        let top_share = Figure::rate(ranked.first()?.1.1, calls);
        (top_share.get() >= SHARE).then(|| Signal::DeclareEnum {
            action: action.into(),
            key: key.into(),
            values: ranked.into_iter().map(|(_, (value, _))| value.clone()).collect(),
            calls,
            distinct,
            top_share,
        })
    }
}

/// The signals by ref and key, at most eight.
pub(super) fn signals(observed: &BTreeMap<Box<str>, BTreeMap<Box<str>, Values>>) -> Vec<Signal> {
    let mut arguments: Vec<(&str, &str, &Values)> = observed
        .iter()
        .flat_map(|(action, keys)| keys.iter().map(move |(key, values)| (&**action, &**key, values)))
        .collect();
    arguments.sort_by(|a, b| compare(a.0, b.0).then_with(|| compare(a.1, b.1)));
    let signals = arguments.into_iter().filter_map(|(action, key, values)| values.signal(action, key));
    signals.take(MOST).collect()
}
