//! A default that its own schema rejects.

use super::{Found, Subject, note};
use crate::facets::{keyword, kind_of};
use crate::ir::Kinds;

pub(super) const CODE: &str = "check::rejected-default";

pub(super) fn find<'s>(subject: &'s Subject<'s>) -> Found<'s> {
    let schema = subject.schema;
    let parts = subject.parts.iter().filter(|part| part.key.is_some());
    let defaults = parts.filter_map(move |part| Some((part, keyword(schema, part.node, "default")?)));
    let rejected = defaults.filter(move |(part, default)| match kind_of(default) {
        Kinds::NULL => !subject.takes_null(part),
        kind => {
            !kind.within(subject.kinds(part))
                || subject.judge.accepts(schema, part, &default.to_value()) == Some(false)
        }
    });
    Box::new(rejected.map(|(part, default)| {
        let help = match kind_of(default) {
            Kinds::NULL => "leave `default` out where there is none, or let the schema accept null",
            _ => "a client that fills the default in makes a call that is refused; give one that is valid",
        };
        note(CODE, format!("the default for {} is rejected by its own schema", subject.property(part)))
            .label(0, default.span, subject.at(default.span))
            .help(help)
    }))
}
