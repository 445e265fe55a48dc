//! JSON Pointers (RFC 6901) into a tree.

use std::borrow::Cow;

use super::{Data, Node};
use crate::span::Span;

/// Appends the token `name` to `pointer`, escaped.
pub fn push(pointer: &str, name: &str) -> String {
    let name = escaped(name);
    let mut pushed = String::with_capacity(pointer.len() + 1 + name.len());
    pushed.push_str(pointer);
    pushed.push('/');
    pushed.push_str(&name);
    pushed
}

/// The last token of `pointer`, its escapes undone; none for the root.
pub fn last(pointer: &str) -> Option<String> {
    let (_, token) = pointer.rsplit_once('/')?;
    Some(token.replace("~1", "/").replace("~0", "~"))
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
    way(root, span).iter().map(|token| format!("/{}", escaped(token))).collect()
}

/// The names and indexes on the way from `root` to the value, or to the member's name, that stands at `span`.
pub fn way(root: &Node, span: Span) -> Vec<Cow<'_, str>> {
    let (mut way, mut node) = (Vec::new(), root);
    while node.span != span {
        let next: Option<(Cow<'_, str>, &Node)> = match &node.data {
            Data::Object(members) => members
                .iter()
                .find(|member| member.name_span.to(member.value.span).contains(span))
                .map(|member| (Cow::Borrowed(&*member.name), &member.value)),
            Data::Array(items) => items
                .iter()
                .enumerate()
                .find(|(_, item)| item.span.contains(span))
                .map(|(index, item)| (Cow::Owned(index.to_string()), item)),
            _ => None,
        };
        let Some((token, inner)) = next else { break };
        way.push(token);
        node = inner;
    }
    way
}

/// A name as it stands in a pointer: hardly any has something to escape.
fn escaped(name: &str) -> Cow<'_, str> {
    match name.contains(['~', '/']) {
        true => Cow::Owned(name.replace('~', "~0").replace('/', "~1")),
        false => Cow::Borrowed(name),
    }
}

fn index(token: &str) -> Option<usize> {
    let plain = token == "0" || !token.starts_with(['0', '+']);
    if plain { token.parse().ok() } else { None }
}
