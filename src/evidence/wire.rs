//! Evidence as JSON: written for hosts, and read back from them with a place for every fault.

use serde::ser::{Serialize, SerializeStruct as _, Serializer};

use super::arguments::keep_last;
use super::{AuditCall, FailureStage, Observation, Operation, Outcome, Repair, RepairKind, Trace, Value};
use crate::json::{Data, Document, Node, VerbatimRef, pointer};
use crate::plan::Witness;

/// A value that is not of the shape expected.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{expected} must stand at `{at}`")]
pub struct WireError {
    /// A JSON Pointer to the place.
    pub at: String,
    /// What was expected there.
    pub expected: String,
}

impl WireError {
    fn new(at: &str, expected: impl Into<String>) -> Self {
        Self { at: if at.is_empty() { "/".to_owned() } else { at.to_owned() }, expected: expected.into() }
    }
}

/// Reads a list of traces: `[{operations: [{ref, args, outcome, failureStage?, normalization?}], taskKey?, model?}]`.
///
/// The list stands at `node` in `document`, which is `at` for messages. Members of other names are ignored, an empty model is none, and of a member given twice the last
/// counts.
///
/// # Errors
///
/// The first value that is not of this shape.
pub fn traces(document: &Document, node: &Node, at: &str) -> Result<Vec<Trace>, WireError> {
    each(node, at, |node, at| trace(document, node, at))
}

fn trace(document: &Document, node: &Node, at: &str) -> Result<Trace, WireError> {
    let text = |name| optional(node, name, at, "a string", |node| node.as_str().map(Box::<str>::from));
    let operations = node
        .last("operations")
        .ok_or_else(|| WireError::new(&pointer::push(at, "operations"), "an array of operations"))?;
    Ok(Trace {
        operations: each(operations, &pointer::push(at, "operations"), |node, at| {
            operation(document, node, at)
        })?,
        task_key: text("taskKey")?,
        model: text("model")?.filter(|model| !model.is_empty()),
    })
}

fn operation(document: &Document, node: &Node, at: &str) -> Result<Operation, WireError> {
    let witness = |node: &Node| Witness::read(document, node).ok();
    let stage = |node: &Node| node.as_str().map(FailureStage::named);
    Ok(Operation {
        action: required(node, "ref", at, "a string", |node| node.as_str().map(Box::from))?,
        args: required(node, "args", at, "an object", object)?,
        outcome: required(node, "outcome", at, "`succeeded`, `failed`, `aborted` or `timed_out`", |node| {
            node.as_str().and_then(Outcome::parse)
        })?,
        failure_stage: optional(node, "failureStage", at, "a failure stage", stage)?,
        normalization: optional(node, "normalization", at, "a well-formed witness", witness)?,
    })
}

/// Reads a list of audit calls: `[{ref, args}]`.
///
/// # Errors
///
/// The first value that is not of this shape.
pub fn audit_calls(node: &Node, at: &str) -> Result<Vec<AuditCall>, WireError> {
    each(node, at, |node, at| {
        let action = |node: &Node| node.as_str().filter(|action| !action.is_empty()).map(Box::from);
        Ok(AuditCall {
            action: required(node, "ref", at, "a string that is not empty", action)?,
            args: required(node, "args", at, "an object", object)?,
        })
    })
}

/// Reads a list of repair rows: `[{kind, ref, from, to}]`.
///
/// # Errors
///
/// The first value that is not of this shape.
pub fn repairs(node: &Node, at: &str) -> Result<Vec<Repair>, WireError> {
    let text = |node: &Node| node.as_str().map(Box::from);
    let kind = |node: &Node| match node.as_str()? {
        "keyAlias" => Some(RepairKind::KeyAlias),
        "actionAlias" => Some(RepairKind::ActionAlias),
        _ => None,
    };
    each(node, at, |node, at| {
        Ok(Repair {
            kind: required(node, "kind", at, "`keyAlias` or `actionAlias`", kind)?,
            action: required(node, "ref", at, "a string", text)?,
            from: required(node, "from", at, "a string", text)?,
            to: required(node, "to", at, "a string", text)?,
        })
    })
}

/// Reads a list of value observations: `[{ref, key, value, count?}]`, where `count` is an integer
/// from 1. The list stands at `node` in `document`.
///
/// # Errors
///
/// The first value that is not of this shape. A string with half of a surrogate pair is no text, and
/// has no identity that it would not share with the text of its spelling.
pub fn observations(document: &Document, node: &Node, at: &str) -> Result<Vec<Observation>, WireError> {
    let count = |node: &Node| node.as_natural().filter(|count| *count > 0);
    each(node, at, |node, at| {
        for name in ["ref", "key", "value"] {
            let is_cut = |node: &Node| node.as_str().is_some() && document.flaw_in(node.span).is_some();
            if node.last(name).is_some_and(is_cut) {
                return Err(WireError::new(&pointer::push(at, name), "a string without a lone surrogate"));
            }
        }
        Ok(Observation {
            action: required(node, "ref", at, "a string", |node| node.as_str().map(Box::from))?,
            key: required(node, "key", at, "a string", |node| node.as_str().map(Box::from))?,
            value: required(node, "value", at, "a string, a finite number or a boolean", Value::of)?,
            count: optional(node, "count", at, "an integer from 1", count)?.unwrap_or(1),
        })
    })
}

fn object(node: &Node) -> Option<Node> {
    let mut node = node.clone();
    keep_last(&mut node);
    node.as_object().is_some().then_some(node)
}

fn each<T>(
    node: &Node,
    at: &str,
    read: impl Fn(&Node, &str) -> Result<T, WireError>,
) -> Result<Vec<T>, WireError> {
    let items = node.as_array().ok_or_else(|| WireError::new(at, "an array"))?;
    items.iter().enumerate().map(|(index, item)| read(item, &pointer::push(at, &index.to_string()))).collect()
}

fn required<T>(
    node: &Node,
    name: &str,
    at: &str,
    expected: &str,
    read: impl FnOnce(&Node) -> Option<T>,
) -> Result<T, WireError> {
    let value = node.last(name).and_then(read);
    value.ok_or_else(|| WireError::new(&pointer::push(at, name), expected))
}

/// A member that may be absent, or `null`, which many languages write for it.
fn optional<T>(
    node: &Node,
    name: &str,
    at: &str,
    expected: &str,
    read: impl FnOnce(&Node) -> Option<T>,
) -> Result<Option<T>, WireError> {
    match node.last(name).filter(|value| value.data != Data::Null) {
        None => Ok(None),
        Some(value) => match read(value) {
            None => Err(WireError::new(&pointer::push(at, name), expected)),
            some => Ok(some),
        },
    }
}

impl Serialize for Trace {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut trace = serializer.serialize_struct("Trace", 3)?;
        trace.serialize_field("operations", &self.operations)?;
        if let Some(task_key) = &self.task_key {
            trace.serialize_field("taskKey", task_key)?;
        }
        if let Some(model) = &self.model {
            trace.serialize_field("model", model)?;
        }
        trace.end()
    }
}

impl Serialize for Operation {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut operation = serializer.serialize_struct("Operation", 5)?;
        operation.serialize_field("ref", &self.action)?;
        operation.serialize_field("args", &VerbatimRef(&self.args))?;
        operation.serialize_field("outcome", &self.outcome)?;
        if let Some(stage) = &self.failure_stage {
            operation.serialize_field("failureStage", stage)?;
        }
        if let Some(normalization) = &self.normalization {
            operation.serialize_field("normalization", normalization)?;
        }
        operation.end()
    }
}

impl Serialize for AuditCall {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut call = serializer.serialize_struct("AuditCall", 2)?;
        call.serialize_field("ref", &self.action)?;
        call.serialize_field("args", &VerbatimRef(&self.args))?;
        call.end()
    }
}
