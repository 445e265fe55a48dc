//! The guard of an envelope, the record that a host keeps of one execution.
//!
//! What is not exactly an envelope of version 1 is no evidence: a host of another kind, a later
//! version, or a text that only looks like one must not move a figure.

use super::witness::whole;
use super::{NO_TASK, Outcome, Trace, operation, size};
use crate::json::{Data, Document, FlawKind, Limits, Member, Node};

/// How many bytes an envelope may have as compact JSON.
pub const ENVELOPE_BYTES: usize = 512 << 10;
/// What an envelope calls itself.
pub const ENVELOPE_KIND: &str = "pi-fabric.execution";
/// How deep the text is read; an envelope that passes is far less deep.
const LIMITS: Limits = Limits { depth: 128, bytes: 64 << 20 };

/// Reads the text of a trace, one well-formed JSON value, as an envelope.
///
/// The trace has no model yet: that is known from the lines around it.
pub fn read(text: &str) -> Option<Trace> {
    if !size::fits(text, ENVELOPE_BYTES) {
        return None;
    }
    let mut document = Document::parse(text.as_bytes(), LIMITS).ok()?;
    if document.flaws.iter().any(|flaw| flaw.kind == FlawKind::NumberOverflow) {
        return None;
    }
    if document.flaws.iter().any(|flaw| flaw.kind == FlawKind::DuplicateName) {
        keep_last(&mut document.root);
    }
    let Data::Object(members) = document.root.data else { return None };
    let mut read = Parts::default();
    for member in members {
        read.take(member)?;
    }
    let complete = read.kind && read.version && read.outcome && read.counts;
    let task_key = Some(read.task_key?);
    let operations = read.operations?;
    complete.then_some(Trace { operations, task_key, model: None })
}

#[derive(Default)]
struct Parts {
    kind: bool,
    version: bool,
    outcome: bool,
    counts: bool,
    task_key: Option<Box<str>>,
    operations: Option<Vec<super::Operation>>,
}

impl Parts {
    /// Takes one member; `None` where it is not one that an envelope may have.
    fn take(&mut self, member: Member) -> Option<()> {
        let value = member.value;
        match &*member.name {
            "kind" => self.kind = value.as_str()? == ENVELOPE_KIND,
            "version" => self.version = whole(&value)? == 1,
            "outcome" => self.outcome = Outcome::parse(value.as_str()?).is_some(),
            "counts" => self.counts = counts(&value)?,
            "phases" => self.task_key = Some(task_key(&value)?),
            "operations" => self.operations = Some(operations(value)?),
            "error" => {
                value.as_str()?;
            }
            _ => return None,
        }
        Some(())
    }
}

/// The first phase, where all are texts.
fn task_key(phases: &Node) -> Option<Box<str>> {
    let phases = phases.as_array()?.iter().map(Node::as_str).collect::<Option<Vec<_>>>()?;
    Some((*phases.first().unwrap_or(&NO_TASK)).into())
}

fn operations(node: Node) -> Option<Vec<super::Operation>> {
    let Data::Array(items) = node.data else { return None };
    let mut last = None;
    items
        .into_iter()
        .map(|item| {
            let (sequence, operation) = operation::read(item)?;
            let grows = last.is_none_or(|last| last < sequence);
            last = Some(sequence);
            grows.then_some(operation)
        })
        .collect()
}

fn counts(node: &Node) -> Option<bool> {
    const NAMES: [&str; 4] = ["droppedValues", "truncatedValues", "redactedValues", "droppedOperations"];
    let exact = node.as_object()?.len() == NAMES.len();
    Some(exact && NAMES.iter().all(|name| node.get(name).and_then(whole).is_some()))
}

/// Drops all but the last value of a member given twice; it takes the place of the first, as in
/// ECMAScript.
pub(super) fn keep_last(node: &mut Node) {
    match &mut node.data {
        Data::Array(items) => items.iter_mut().for_each(keep_last),
        Data::Object(members) => {
            members.iter_mut().for_each(|member| keep_last(&mut member.value));
            let mut places = std::collections::HashMap::new();
            let mut kept: Vec<Member> = Vec::with_capacity(members.len());
            for member in std::mem::take(members) {
                match places.get(&member.name).and_then(|place: &usize| kept.get_mut(*place)) {
                    Some(first) => first.value = member.value,
                    None => {
                        places.insert(member.name.clone(), kept.len());
                        kept.push(member);
                    }
                }
            }
            *members = kept;
        }
        Data::Null | Data::Bool(_) | Data::Number(_) | Data::String(_) => {}
    }
}
