//! Arguments that narrow a search, and windows of time.

use super::{Reader, texts};
use crate::diagnostic::rules;
use crate::ir::search::{Argument, Facet, Omission, Period, Said};
use crate::syntax::ast::{self, ArgumentPart, At, Word};

pub(super) fn lower(reader: &mut Reader<'_>, facet: Facet, argument: &ast::Argument) -> Argument {
    let (mut is_one_of, mut said) = (false, Vec::new());
    for At { value, span } in &argument.parts {
        match value {
            ArgumentPart::OneOf if is_one_of => reader.again(&argument.name, "one of", *span),
            ArgumentPart::OneOf => is_one_of = true,
            ArgumentPart::Said { said: words, of: Some(of) } => {
                said.extend(reader.value(of).map(|value| Said { words: texts(words), value }));
            }
            ArgumentPart::Said { of: None, .. } => reader.error(
                rules::MISPLACED_PART,
                format!("`{}` has words for a value, and not the value", argument.name.value),
                *span,
                "`for` is missing",
                "say which value they stand for: `said \"serious\" for \"high\"`",
            ),
            ArgumentPart::Any(_) | ArgumentPart::WhenOmitted(_) => {}
        }
    }
    let omitted = omission(reader, &argument.name, &argument.parts);
    Argument { facet, name: argument.name.value.clone(), is_one_of, omitted, said }
}

pub(super) fn period(
    reader: &mut Reader<'_>,
    from: &Word,
    to: Option<&Word>,
    parts: &[At<ArgumentPart>],
) -> Period {
    for At { value, span } in parts {
        if matches!(value, ArgumentPart::OneOf | ArgumentPart::Said { .. }) {
            let message = format!("`{}` is a time, which has no alternatives and no words", from.value);
            let help = "behind a period stands `when omitted \"24h\"` or `any when omitted`";
            reader.error(rules::MISPLACED_PART, message, *span, "not behind a period", help);
        }
    }
    let omitted = omission(reader, from, parts);
    Period { from: from.value.clone(), to: to.map(|to| to.value.clone()), omitted }
}

fn omission(reader: &mut Reader<'_>, name: &Word, parts: &[At<ArgumentPart>]) -> Omission {
    let mut omitted = None;
    for At { value, span } in parts {
        let found = match value {
            ArgumentPart::Any(values) => {
                Omission::Any(values.iter().filter_map(|value| reader.value(value)).collect())
            }
            ArgumentPart::WhenOmitted(value) => {
                reader.value(value).map_or(Omission::Unknown, Omission::Value)
            }
            ArgumentPart::OneOf | ArgumentPart::Said { .. } => continue,
        };
        if omitted.is_some() {
            reader.again(name, "when omitted", *span);
        }
        omitted.get_or_insert(found);
    }
    omitted.unwrap_or(Omission::Unknown)
}

impl Reader<'_> {
    /// Reports a part that a clause has already.
    pub(super) fn again(&mut self, of: &Word, part: &str, at: crate::span::Span) {
        let message = format!("`{}` has `{part}` twice", of.value);
        self.error(rules::REPEATED_CLAUSE, message, at, "again", "keep one of them");
    }
}
