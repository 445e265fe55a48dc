//! JSON Pointers (RFC 6901) into a tree.

use super::{Data, Node};
use crate::span::Span;

/// Appends the token `name` to `pointer`, escaped.
pub fn push(pointer: &str, name: &str) -> String {
    format!("{pointer}/{}", name.replace('~', "~0").replace('/', "~1"))
}

/// The node that `pointer` leads to from `root`.
pub fn get<'n>(root: &'n Node, pointer: &str) -> Option<&'n Node> {
    if pointer.is_empty() {
        return Some(root);
    }
    pointer.strip_prefix('/')?.split('/').try_fold(root, |node, token| {
        let name = token.replace("~1", "/").replace("~0", "~");
        match &node.data {
            Data::Object(_) => node.get(&name),
            Data::Array(items) => items.get(index(&name)?),
            _ => None,
        }
    })
}

/// The pointer from `root` to the value, or to the member's name, that stands at `span`.
pub fn of(root: &Node, span: Span) -> String {
    let (mut at, mut node) = (String::new(), root);
    while node.span != span {
        let next = match &node.data {
            Data::Object(members) => members
                .iter()
                .find(|member| member.name_span.to(member.value.span).contains(span))
                .map(|member| (push(&at, &member.name), &member.value)),
            Data::Array(items) => items
                .iter()
                .enumerate()
                .find(|(_, item)| item.span.contains(span))
                .map(|(index, item)| (push(&at, &index.to_string()), item)),
            _ => None,
        };
        let Some((place, inner)) = next else { break };
        (at, node) = (place, inner);
    }
    at
}

fn index(token: &str) -> Option<usize> {
    let plain = token == "0" || !token.starts_with(['0', '+']);
    if plain { token.parse().ok() } else { None }
}
