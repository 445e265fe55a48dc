//! The kinds of values that a part of a schema may accept, as the checker reads them.
//!
//! Each keyword that says something of kinds allows some; what all of them allow is left. Whatever else
//! stands there, and whatever cannot be told, allows everything.

use super::reading::said;
use crate::ir::Kinds;
use crate::json::{Data, Node, number, pointer};
use crate::schema::Schema;

/// How many schemas and members are looked at.
const MOST: usize = 20_000;
/// How many references and branches are gone into, one behind the other.
const DEEPEST: usize = 200;

/// The kinds that `part` of `schema` may accept.
pub(super) fn of(schema: &Schema, part: &Node) -> Kinds {
    if schema.is_compound() {
        return Kinds::ALL;
    }
    allowed(schema, part, DEEPEST, &mut 0)
}

fn allowed(schema: &Schema, part: &Node, deeper: usize, seen: &mut usize) -> Kinds {
    match part.data {
        Data::Bool(false) => return Kinds::NONE,
        Data::Object(_) if deeper > 0 && *seen < MOST => *seen += 1,
        _ => return Kinds::ALL,
    }
    let mut left = Kinds::ALL;
    if let Some(Data::String(reference)) = said(schema, part, "$ref").map(|node| &node.data)
        && let Some(target) = target(schema.root(), reference)
    {
        left = left & allowed(schema, target, deeper - 1, seen);
    }
    if let Some(names) = said(schema, part, "type") {
        let known = |name: &Node| name.as_str().and_then(Kinds::of).unwrap_or(Kinds::ALL);
        left = left & one_or_many(names, known);
    }
    if let Some(Data::Array(members)) = said(schema, part, "enum").map(|node| &node.data) {
        if *seen + members.len() <= MOST {
            *seen += members.len();
            left = left & members.iter().fold(Kinds::NONE, |sum, member| sum | kind(member));
        } else {
            *seen = MOST;
        }
    }
    if let Some(value) = said(schema, part, "const").filter(|_| schema.has_const()) {
        left = left & kind(value);
    }
    for keyword in ["anyOf", "oneOf"] {
        if let Some(Data::Array(branches)) = said(schema, part, keyword).map(|node| &node.data) {
            let any = |sum, branch| sum | allowed(schema, branch, deeper - 1, seen);
            left = left & branches.iter().fold(Kinds::NONE, any);
        }
    }
    if let Some(Data::Array(parts)) = said(schema, part, "allOf").map(|node| &node.data) {
        for part in parts.iter() {
            left = left & allowed(schema, part, deeper - 1, seen);
        }
    }
    let nullable = said(schema, part, "nullable").is_some_and(|value| value.data == Data::Bool(true));
    if nullable && said(schema, part, "type").is_some() { left | Kinds::NULL } else { left }
}

fn one_or_many(names: &Node, known: impl Fn(&Node) -> Kinds) -> Kinds {
    match &names.data {
        Data::Array(names) => names.iter().fold(Kinds::NONE, |sum, name| sum | known(name)),
        _ => known(names),
    }
}

fn kind(value: &Node) -> Kinds {
    match &value.data {
        Data::Null => Kinds::NULL,
        Data::Bool(_) => Kinds::BOOLEAN,
        Data::String(_) => Kinds::STRING,
        Data::Array(_) => Kinds::ARRAY,
        Data::Object(_) => Kinds::OBJECT,
        Data::Number(lexeme) => {
            let value = number::double(lexeme);
            if value == value.trunc() { Kinds::INTEGER } else { Kinds::NUMBER }
        }
    }
}

/// Where a reference leads that is a pointer from the root: token by token, its escapes undone.
pub(crate) fn target<'n>(root: &'n Node, reference: &str) -> Option<&'n Node> {
    let mut here = root;
    for name in names_in(reference)? {
        here = match &here.data {
            Data::Object(members) => &members.iter().find(|member| *member.name == *name)?.value,
            Data::Array(items) => items.get(index(&name)?)?,
            _ => return None,
        };
    }
    Some(here)
}

/// The pointer from the root that a reference is, written as pointers are.
pub(super) fn pointer_of(reference: &str) -> Option<String> {
    let names = names_in(reference)?;
    Some(names.iter().fold(String::new(), |pointer, name| pointer::push(&pointer, name)))
}

/// The names that a reference goes by, one inside the other.
fn names_in(reference: &str) -> Option<Vec<String>> {
    let fragment = if reference.is_empty() { "" } else { reference.strip_prefix('#')? };
    let pointer = percent_decoded(fragment)?;
    let mut tokens = pointer.split('/');
    if tokens.next() != Some("") {
        return None;
    }
    Some(tokens.map(|token| token.replace("~1", "/").replace("~0", "~")).collect())
}

/// An index as a pointer has it: no sign, no zero before it.
fn index(name: &str) -> Option<usize> {
    let is_plain = name == "0" || (!name.starts_with('0') && name.bytes().all(|byte| byte.is_ascii_digit()));
    name.parse().ok().filter(|_| is_plain)
}

fn percent_decoded(fragment: &str) -> Option<String> {
    let mut bytes = Vec::new();
    let mut parts = fragment.split('%');
    bytes.extend(parts.next()?.as_bytes());
    for part in parts {
        let code = part.get(..2).filter(|code| code.bytes().all(|digit| digit.is_ascii_hexdigit()));
        match code.and_then(|code| u8::from_str_radix(code, 16).ok()) {
            Some(byte) => {
                bytes.push(byte);
                bytes.extend(part.get(2..)?.as_bytes());
            }
            None => {
                bytes.push(b'%');
                bytes.extend(part.as_bytes());
            }
        }
    }
    String::from_utf8(bytes).ok()
}
