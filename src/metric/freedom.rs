//! Schema freedom: how much a schema leaves open, in units of one free text.

use super::{Figure, figure::float};
use crate::json::{Data, Member, Node, compare};

/// Schemas deeper than this are not looked into; the root is at 0.
const DEPTH: usize = 3;
/// What a schema costs that says nothing that we read.
const UNKNOWN: f64 = 0.5;

/// The freedom of a schema, rounded at each level.
///
/// The first line that fits counts: no object, or too deep; `anyOf`, else `oneOf`; `enum`; `const`;
/// then by `type`. Of a member given twice the last counts.
pub fn freedom(schema: &Node) -> Figure {
    at(Some(schema), 0)
}

fn at(schema: Option<&Node>, depth: usize) -> Figure {
    let Some(schema) = schema.filter(|schema| schema.as_object().is_some() && depth <= DEPTH) else {
        return Figure::of(UNKNOWN);
    };
    let list = |keyword| schema.last(keyword).and_then(Node::as_array);
    if let Some(branches) = list("anyOf").or_else(|| list("oneOf")) {
        return union(branches, depth);
    }
    if let Some(members) = list("enum") {
        return choice(members.len());
    }
    if schema.last("const").is_some() {
        return Figure::default();
    }
    match schema.last("type").and_then(Node::as_str) {
        Some("boolean") => Figure::of(0.1),
        Some("number" | "integer") => Figure::of(0.5),
        Some("string") => Figure::of(1.0),
        Some("array") => Figure::of(0.5 + 0.5 * at(schema.last("items"), depth + 1).get()),
        Some("object") => object(schema, depth),
        _ => Figure::of(0.75),
    }
}

/// The widest branch, and a tenth for each further one.
fn union(branches: &[Node], depth: usize) -> Figure {
    let widest = branches.iter().map(|branch| at(Some(branch), depth + 1).get()).fold(0.0, f64::max);
    Figure::of(widest + 0.1 * float((branches.len() as u64).saturating_sub(1)))
}

/// The bits of a choice among `count` members, in units of six.
fn choice(count: usize) -> Figure {
    if count == 0 { Figure::default() } else { Figure::of((float(count as u64).log2() / 6.0).min(1.0)) }
}

/// All properties, a quarter for each optional one, and a half where others are allowed.
fn object(schema: &Node, depth: usize) -> Figure {
    let properties = schema.last("properties").and_then(Node::as_object).unwrap_or_default();
    if properties.is_empty() {
        return Figure::of(1.0);
    }
    let required = schema.last("required").and_then(Node::as_array).unwrap_or_default();
    let mut sorted: Vec<&Member> = properties.iter().collect();
    sorted.sort_by(|a, b| compare(&a.name, &b.name));
    let mut sum = 0.0;
    for (index, property) in sorted.iter().enumerate() {
        // Sorting keeps the order of equal names, so the last of them stands last.
        if sorted.get(index + 1).is_some_and(|next| next.name == property.name) {
            continue;
        }
        sum += at(Some(&property.value), depth + 1).get();
        if !required.iter().any(|name| name.as_str() == Some(&property.name)) {
            sum += 0.25;
        }
    }
    let closed = schema.last("additionalProperties").is_some_and(|node| node.data == Data::Bool(false));
    Figure::of(if closed { sum } else { sum + 0.5 })
}
