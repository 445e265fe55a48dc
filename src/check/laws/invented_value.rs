//! No invented value: what is written is declared, decoded or left out.

use super::Subject;
use crate::diagnostic::{Diagnostic, rules};
use crate::ir::Provenance;

/// Refuses a rewrite to a literal, or to the given value as it is.
pub(super) fn check(subject: &Subject<'_>, report: &mut Vec<Diagnostic>) {
    for convention in &subject.program.conventions {
        let Some(flow) = &convention.flow else { continue };
        let (what, help) = match flow.written.value {
            Provenance::Literal => (
                "a literal",
                "write what was read, `omitted` or `key`: the text of a rule is no part of a call",
            ),
            Provenance::Given => {
                ("the given value itself", "read it by a decoder: `string read as number n`")
            }
            Provenance::Declared | Provenance::Decoded | Provenance::Omitted | Provenance::Empty => continue,
        };
        let message = format!("`{}` writes {what}", convention.name.value);
        report.push(
            Diagnostic::error(rules::INVENTED_VALUE, message)
                .label(convention.source, flow.written.span, "neither declared nor decoded")
                .label(convention.source, flow.taken.span, "for what is taken here")
                .help(help),
        );
    }
}
