//! A retraction record: the concept that fell, the value that it had asserted, the premise that fell.

use std::borrow::Cow;

use serde::ser::{Serialize, Serializer};

use crate::json::{Data, Node, VerbatimRef};
use crate::span::Span;

/// How sure a retraction is. A fallen proof is certain.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Band {
    /// `low`
    Low,
    /// `medium`
    Medium,
    /// `high`
    High,
    /// `certain`
    Certain,
}

impl Band {
    /// Reads a band. Only its name is one: never a number, however near to certain.
    pub fn parse(name: &str) -> Option<Self> {
        match name {
            "low" => Some(Self::Low),
            "medium" => Some(Self::Medium),
            "high" => Some(Self::High),
            "certain" => Some(Self::Certain),
            _ => None,
        }
    }

    /// Its name.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Low => "low",
            Self::Medium => "medium",
            Self::High => "high",
            Self::Certain => "certain",
        }
    }
}

/// A retraction record of any concept, its members in order.
#[derive(Debug, Clone, PartialEq)]
pub struct Constat<'n> {
    members: Vec<(&'n str, Cow<'n, Node>)>,
}

/// The record of `concept` having fallen at `revision`.
///
/// `config` names the fact that was asserted (`claimKey`), the premise that fell (`because`), and
/// further members (`extra`), which never overwrite the record's own five. Facts give the certainty:
/// `certaintyBand` where that is a band, else `confBand` where that is one.
pub fn constat<'n>(concept: &'n Node, facts: &'n Node, revision: &'n Node, config: &'n Node) -> Constat<'n> {
    let claim = config.get("claimKey").and_then(Node::as_str).and_then(|key| facts.get(key));
    let band = ["certaintyBand", "confBand"].into_iter().filter_map(|name| facts.get(name));
    let band = band.into_iter().find(|band| band.as_str().and_then(Band::parse).is_some());
    let or_null = |node: Option<&'n Node>| node.map_or_else(|| Cow::Owned(null()), Cow::Borrowed);
    let mut members = vec![
        ("kind", Cow::Borrowed(concept)),
        ("claim", or_null(claim)),
        ("retractedBecause", or_null(config.get("because"))),
        ("certaintyBand", or_null(band)),
        ("atRev", Cow::Borrowed(revision)),
    ];
    let extra = config.get("extra").and_then(Node::as_object).unwrap_or_default();
    let own = members.len();
    for member in extra {
        if !members.iter().take(own).any(|(name, _)| *name == &*member.name) {
            members.push((&member.name, Cow::Borrowed(&member.value)));
        }
    }
    Constat { members }
}

fn null() -> Node {
    Node { span: Span::default(), data: Data::Null }
}

impl Serialize for Constat<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.members.iter().map(|(name, node)| (name, VerbatimRef(node))))
    }
}
