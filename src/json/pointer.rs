//! JSON Pointers (RFC 6901) into a tree.

use super::{Data, Node};

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

fn index(token: &str) -> Option<usize> {
    let plain = token == "0" || !token.starts_with(['0', '+']);
    if plain { token.parse().ok() } else { None }
}
