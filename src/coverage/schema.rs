//! What the live schema of the arguments says of one of them.

use crate::json::{Node, pointer};

/// How many subschemas are looked at.
const MOST: usize = 1_000;

/// The live schema, where there is one.
#[derive(Clone, Copy)]
pub(super) struct Live<'s>(pub(super) Option<&'s Node>);

impl<'s> Live<'s> {
    /// The subschemas that describe the argument itself, or elements of it too.
    fn parts(self, argument: &str, elements: bool) -> Vec<&'s Node> {
        let (mut open, mut seen) = (Vec::new(), Vec::new());
        let Some(root) = self.0 else { return seen };
        open.push((root, true));
        let mut looked = 0;
        while let Some((node, is_top)) = open.pop() {
            looked += 1;
            if looked > MOST {
                break;
            }
            let target = node.get("$ref").and_then(Node::as_str).and_then(|text| text.strip_prefix('#'));
            open.extend(target.and_then(|target| pointer::get(root, target)).map(|it| (it, is_top)));
            for word in ["allOf", "anyOf", "oneOf"] {
                let parts = node.get(word).and_then(Node::as_array).unwrap_or_default();
                open.extend(parts.iter().map(|part| (part, is_top)));
            }
            if is_top {
                let property = node.get("properties").and_then(|it| it.get(argument));
                open.extend(property.map(|property| (property, false)));
                continue;
            }
            seen.push(node);
            if elements {
                open.extend(node.get("items").map(|items| (items, false)));
            }
        }
        seen
    }

    /// The values that stand in for the argument where it is not sent, as the schema has it.
    pub(super) fn defaults(self, argument: &str) -> Vec<&'s Node> {
        self.parts(argument, false).into_iter().filter_map(|node| node.get("default")).collect()
    }

    /// The texts that the schema lists as values of the argument.
    pub(super) fn members(self, argument: &str) -> Vec<&'s str> {
        let listed = self.parts(argument, true).into_iter().flat_map(|node| {
            node.get("enum").and_then(Node::as_array).unwrap_or_default().iter().chain(node.get("const"))
        });
        listed.filter_map(Node::as_str).collect()
    }
}
