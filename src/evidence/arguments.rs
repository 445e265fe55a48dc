//! Arguments as a tree in which each member name stands once.

use std::collections::HashMap;
use std::sync::Arc;

use serde_json::value::RawValue;

use crate::json::{Data, Document, FlawKind, Limits, Member, Node};

/// Reads arguments; `None` where they are larger or deeper than the limits.
pub(super) fn arguments(value: &RawValue, limits: Limits) -> Option<Node> {
    let mut document = Document::parse(value.get().as_bytes(), limits).ok()?;
    if document.flaws.iter().any(|flaw| flaw.kind == FlawKind::DuplicateName) {
        keep_last(&mut document.root);
    }
    Some(document.root)
}

/// Drops all but the last value of a member given twice; it takes the place of the first, as in
/// ECMAScript.
pub(super) fn keep_last(node: &mut Node) {
    match &mut node.data {
        Data::Array(items) => Arc::make_mut(items).iter_mut().for_each(keep_last),
        Data::Object(members) => {
            let members = Arc::make_mut(members);
            members.iter_mut().for_each(|member| keep_last(&mut member.value));
            let mut places = HashMap::new();
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
