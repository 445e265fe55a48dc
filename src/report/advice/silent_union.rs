//! A property, or its items, that takes text beside other kinds: then text stays text.

use super::{Found, Subject, note};
use crate::ir::Kinds;

pub(super) const CODE: &str = "check::silent-union";

pub(super) fn find<'s>(subject: &'s Subject<'s>) -> Found<'s> {
    Box::new(subject.parts.iter().filter(|part| part.has_values()).filter_map(|part| {
        let kinds = subject.kinds(part);
        // Text and null tell each other apart, and where everything is legal there is other advice.
        let others = kinds.names().into_iter().filter(|name| !["string", "null"].contains(name));
        let others: Vec<&str> = others.collect();
        if !Kinds::STRING.within(kinds) || others.is_empty() || kinds == Kinds::ALL {
            return None;
        }
        let span = part.name().unwrap_or(part.node.span);
        let message = format!(
            "{} takes text beside {}, so what is sent as text stays text",
            subject.property(part),
            others.join(" and ")
        );
        Some(note(CODE, message).label(0, span, subject.at(span)).help(
            "where one kind is meant, declare that alone; where text is meant too, there is nothing to do",
        ))
    }))
}
