//! A tool whose arguments all stand inside one, which says nothing.

use super::{Found, Subject, has_properties, note};
use crate::ir::Kinds;

pub(super) const CODE: &str = "check::wrapper";

/// Names that say no more than that arguments follow.
const NAMES: [&str; 14] = [
    "args",
    "arguments",
    "body",
    "data",
    "input",
    "inputs",
    "kwargs",
    "options",
    "parameters",
    "params",
    "payload",
    "req",
    "request",
    "values",
];

pub(super) fn find<'s>(subject: &'s Subject<'s>) -> Found<'s> {
    let only = match subject.schema.properties() {
        [only] if NAMES.contains(&&*only.name.to_ascii_lowercase()) => Some(only),
        _ => None,
    };
    let wrapper = only.filter(|only| {
        let own = |part: &&super::Part<'_>| part.key == Some(&*only.name);
        let mut own = subject.parts.iter().filter(own);
        let is_object = crate::facets::kinds(subject.schema, &only.value) == Kinds::OBJECT;
        is_object && own.any(|part| has_properties(part.node))
    });
    Box::new(wrapper.into_iter().map(|only| {
        note(CODE, format!("all arguments of {} stand inside `{}`", subject.tool(), only.name))
            .label(0, only.name_span, subject.at(only.name_span))
            .help("models leave such a wrapper out; declare the arguments themselves at the top")
    }))
}
