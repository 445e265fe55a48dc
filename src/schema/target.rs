//! Where a reference leads in the tree as it was given.
//!
//! Only what a pointer alone tells is told. Who gets no answer must take anything to be possible.

use referencing::Draft;

use super::{Schema, fragment};
use crate::json::{Data, Node, pointer};

impl Schema {
    /// The part of the schema that `reference` leads to.
    ///
    /// `None` where it is no pointer from the root (`#`, `#/$defs/text`), where it leads nowhere, or where
    /// the schema [is compound](Self::is_compound).
    pub fn target(&self, reference: &str) -> Option<&Node> {
        self.place(reference).map(|(_, node)| node)
    }

    /// The same with its pointer, in which every name is escaped as it is to be.
    pub(super) fn place(&self, reference: &str) -> Option<(String, &Node)> {
        if self.is_compound() {
            return None;
        }
        let given = match reference {
            "" => "",
            _ => reference.strip_prefix('#')?,
        };
        let given = fragment::decode(given)?;
        let node = pointer::get(self.root(), &given)?;
        let names = given.split('/').skip(1).map(|name| name.replace("~1", "/").replace("~0", "~"));
        Some((names.fold(String::new(), |at, name| pointer::push(&at, &name)), node))
    }

    /// Whether some part below the root may have an identifier or a dialect of its own: then pointers
    /// count from there, and what its keywords mean is not said by the root.
    pub fn is_compound(&self) -> bool {
        *self.0.is_compound.get_or_init(|| match &self.root().data {
            Data::Object(members) => members.iter().any(|member| names_itself(&member.value)),
            _ => false,
        })
    }

    /// Whether `const` is a keyword of the schema's draft: it is not in draft 4.
    pub fn has_const(&self) -> bool {
        self.0.draft != Draft::Draft4
    }
}

/// What stands in an `enum` or a `default` is looked at too: a reference may lead there.
fn names_itself(node: &Node) -> bool {
    match &node.data {
        Data::Array(items) => items.iter().any(names_itself),
        Data::Object(members) => members.iter().any(|member| {
            let is_name = ["$id", "id", "$schema"].contains(&&*member.name);
            (is_name && member.value.as_str().is_some()) || names_itself(&member.value)
        }),
        _ => false,
    }
}
