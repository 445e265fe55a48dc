//! Lossless: what is taken is read by a decoder that gives it back.

use super::super::flow::Taken;
use super::Subject;
use crate::diagnostic::{Diagnostic, rules};
use crate::ir::Kinds;
use crate::span::Span;
use crate::syntax::ast::Word;

/// Refuses values that are taken without a decoder, and kinds that the decoder does not take.
pub(super) fn check(subject: &Subject<'_>, report: &mut Vec<Diagnostic>) {
    for convention in &subject.program.conventions {
        let Some(flow) = &convention.flow else { continue };
        let (span, message, help): (Span, String, String) = match &flow.taken.value {
            Taken::Name(_) | Taken::Surplus(_) | Taken::One(_) | Taken::Absent | Taken::Member { .. } => {
                continue;
            }
            Taken::Raw { .. } => (
                flow.taken.span,
                "this takes values without reading them".to_owned(),
                "read them by a decoder: `string read as number n`".to_owned(),
            ),
            Taken::Read { kinds, decoder, .. } => {
                let takes = decoder.kinds();
                let is_taken = |kind: &Word| Kinds::of(&kind.value).is_some_and(|kind| kind.within(takes));
                let Some(kind) = kinds.iter().find(|kind| !is_taken(kind)) else {
                    continue;
                };
                (
                    kind.span,
                    format!("this decoder does not take the kind `{}`", kind.value),
                    format!("it reads `{}`", takes.names_in_rules().join("`, `")),
                )
            }
        };
        report.push(
            Diagnostic::error(rules::LOSSY, message)
                .label(convention.source, span, "what it holds would be lost")
                .label(convention.source, flow.written.span, "this is all that is written")
                .help(help),
        );
    }
}
