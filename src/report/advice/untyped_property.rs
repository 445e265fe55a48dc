//! A property that says nothing of the kind of its values.

use super::{Found, Subject, note};
use crate::ir::Kinds;

pub(super) const CODE: &str = "check::untyped-property";

pub(super) fn find<'s>(subject: &'s Subject<'s>) -> Found<'s> {
    let properties = subject.parts.iter().filter_map(|part| Some((part, part.name()?)));
    let untyped = properties.filter(|(part, _)| subject.kinds(part) == Kinds::ALL);
    Box::new(untyped.map(|(part, name)| {
        note(CODE, format!("{} says nothing of the kind of its values", subject.property(part)))
            .label(0, name, subject.at(name))
            .help("declare a `type`; where any value is legal, no value is known to be misspelled")
    }))
}
