//! The shape signature: which members arguments have and of what type, never their values.

use super::{Data, Member, Node, compare};

/// How many members of an object are named.
const NAMED: usize = 32;
/// At this depth an object is opaque; the arguments object is at depth 0.
const OPAQUE: usize = 3;

/// The signature of an arguments object: `(name:tag,…)`, members sorted by code units.
///
/// Tags are `null`, `arr`, `str`, `num`, `bool`, `{…}` for objects at depth 1 and 2, and `obj` below.
/// The first 32 members are named, `…+N` counts the others. Names are not escaped. A value that is
/// no object has the signature of its tag.
pub fn signature(arguments: &Node) -> String {
    match arguments.as_object() {
        Some(members) => {
            let mut out = String::from("(");
            write_members(members, 0, &mut out);
            out.push(')');
            out
        }
        None => {
            let mut out = String::new();
            write_tag(arguments, 0, &mut out);
            out
        }
    }
}

fn write_members(members: &[Member], depth: usize, out: &mut String) {
    let mut sorted: Vec<&Member> = members.iter().collect();
    sorted.sort_by(|a, b| compare(&a.name, &b.name));
    for (index, member) in sorted.iter().take(NAMED).enumerate() {
        if index > 0 {
            out.push(',');
        }
        out.push_str(&member.name);
        out.push(':');
        write_tag(&member.value, depth + 1, out);
    }
    if let Some(more) = sorted.len().checked_sub(NAMED).filter(|more| *more > 0) {
        out.push_str(&format!(",…+{more}"));
    }
}

fn write_tag(node: &Node, depth: usize, out: &mut String) {
    match &node.data {
        Data::Null => out.push_str("null"),
        Data::Bool(_) => out.push_str("bool"),
        Data::Number(_) => out.push_str("num"),
        Data::String(_) => out.push_str("str"),
        Data::Array(_) => out.push_str("arr"),
        Data::Object(_) if depth >= OPAQUE => out.push_str("obj"),
        Data::Object(members) => {
            out.push('{');
            write_members(members, depth, out);
            out.push('}');
        }
    }
}
