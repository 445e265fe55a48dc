//! Lists and sets: every element read alone.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::{Kind, Read, node, number, text};
use crate::json::{Data, Node};

/// The elements of an array, read one by one.
#[derive(Debug, Default)]
pub(super) struct Elements {
    /// What stands at each place; nothing where the element was missed.
    read: Vec<Option<Node>>,
    /// The places of those that were missed.
    pub(super) missed: Vec<usize>,
}

impl Elements {
    /// Adds what was read of the next element.
    pub(super) fn push(&mut self, read: Read) {
        let value = match read {
            Read::Value(value) | Read::Synonym(value) => Some(value),
            Read::Absent => None,
            Read::Miss => {
                self.missed.push(self.read.len());
                None
            }
        };
        self.read.push(value);
    }

    /// How many elements were read, repeats included.
    pub(super) fn kept(&self) -> usize {
        self.read.len() - self.missed.len()
    }

    /// The list: in order, each in its place, null where nothing was read.
    pub(super) fn list(self) -> Node {
        let values = self.read.into_iter().map(|value| value.unwrap_or_else(|| node(Data::Null)));
        node(Data::Array(Arc::new(values.collect())))
    }

    /// The set: each value once, in the order of `kind`.
    pub(super) fn set(self, kind: &Kind) -> Node {
        let values = self.read.into_iter().flatten().map(|value| (Rank::of(kind, &value), value));
        let distinct: BTreeMap<Rank, Node> = values.collect();
        node(Data::Array(Arc::new(distinct.into_values().collect())))
    }
}

/// Where a value stands in a set: members as they are declared, numbers ascending, texts by code unit,
/// `false` before `true`.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    Bool(bool),
    Member(usize),
    Number(u64),
    Text(Vec<u16>),
}

impl Rank {
    fn of(kind: &Kind, value: &Node) -> Self {
        let word = text::of(value).unwrap_or_default();
        match (kind, &value.data) {
            (Kind::Ring(ring), _) => Self::Member(ring.rank(&word)),
            (_, Data::Bool(value)) => Self::Bool(*value),
            (_, Data::Number(_)) => Self::Number(ascending(number::read(value).unwrap_or_default())),
            _ => Self::Text(word.encode_utf16().collect()),
        }
    }
}

/// Bits that are ordered as the doubles are.
fn ascending(n: f64) -> u64 {
    let bits = n.to_bits();
    if n.is_sign_negative() { !bits } else { bits | (1 << 63) }
}
