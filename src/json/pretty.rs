//! A tree as indented text, for files that people read and compare.

use super::{Data, Node, canonical};

/// The text of `node`: two spaces a level, members in the order of the tree, numbers as they were
/// written. No final newline.
///
/// A lone surrogate is not held by the tree, so a node with one
/// ([`Document::flaw_in`](super::Document::flaw_in)) does not come out as it went in.
pub fn text(node: &Node) -> String {
    let mut out = String::new();
    write(node, 0, &mut out);
    out
}

/// Appends the text of `node` to a text in which it stands `level` levels deep.
pub fn write(node: &Node, level: usize, out: &mut String) {
    match &node.data {
        Data::Array(items) if !items.is_empty() => {
            out.push('[');
            for (index, item) in items.iter().enumerate() {
                next_line(index, level + 1, out);
                write(item, level + 1, out);
            }
            new_line(level, out);
            out.push(']');
        }
        Data::Object(members) if !members.is_empty() => {
            out.push('{');
            for (index, member) in members.iter().enumerate() {
                next_line(index, level + 1, out);
                out.push_str(&canonical::string(&member.name));
                out.push_str(": ");
                write(&member.value, level + 1, out);
            }
            new_line(level, out);
            out.push('}');
        }
        Data::Number(lexeme) => out.push_str(lexeme),
        _ => out.push_str(&canonical::text(node)),
    }
}

fn next_line(index: usize, level: usize, out: &mut String) {
    if index > 0 {
        out.push(',');
    }
    new_line(level, out);
}

fn new_line(level: usize, out: &mut String) {
    out.push('\n');
    out.extend(std::iter::repeat_n("  ", level));
}
