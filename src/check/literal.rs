//! Scalars and small numbers.

use crate::diagnostic::nearest::suggest;
use crate::diagnostic::{Diagnostic, rules};
use crate::ir;
use crate::json::{Data, Document, Limits, number};
use crate::syntax::ast::{At, Literal, Word};
use crate::syntax::words::KINDS;

/// The scalar that `literal` stands for beside this schema keyword.
pub(super) fn scalar(
    keyword: &Word,
    literal: &At<Literal>,
    source: usize,
    report: &mut Vec<Diagnostic>,
) -> Option<ir::Literal> {
    let lowered = plain(literal, source, report)?;
    if keyword.value == "type" {
        let kind = if let ir::Literal::String(text) = &lowered { text.as_str() } else { "" };
        if !KINDS.contains(&kind) {
            let error = Diagnostic::error(rules::UNKNOWN_KIND, "no JSON Schema type reads like this");
            report.push(
                error.label(source, literal.span, "unknown type").help(suggest(kind, KINDS.iter().copied())),
            );
            return None;
        }
    }
    Some(lowered)
}

/// The scalar that `literal` stands for.
pub(super) fn plain(
    literal: &At<Literal>,
    source: usize,
    report: &mut Vec<Diagnostic>,
) -> Option<ir::Literal> {
    let lowered = match &literal.value {
        Literal::String(text) => ir::Literal::String(text.clone()),
        Literal::Number(text) => match ecmascript(text) {
            Some(number) => ir::Literal::Number(number),
            None => {
                let error = Diagnostic::error(rules::BAD_NUMBER, format!("`{text}` is not a JSON number"));
                report.push(error.label(source, literal.span, "no number, or too large for a double"));
                return None;
            }
        },
        Literal::Word(word) => match word.as_str() {
            "null" => ir::Literal::Null,
            "true" => ir::Literal::Bool(true),
            "false" => ir::Literal::Bool(false),
            _ => {
                let error = Diagnostic::error(rules::NOT_A_LITERAL, format!("`{word}` is not a literal"));
                let error = error.label(
                    source,
                    literal.span,
                    "expected a string, a number, `true`, `false` or `null`",
                );
                report.push(error.help(format!("a string stands in quotes: `\"{word}\"`")));
                return None;
            }
        },
    };
    Some(lowered)
}

/// The number in its ECMAScript form.
fn ecmascript(text: &str) -> Option<String> {
    let document = Document::parse(text.as_bytes(), Limits::ARGUMENTS).ok()?;
    match (document.root.data, document.flaws.is_empty()) {
        (Data::Number(lexeme), true) => Some(number::print(number::double(&lexeme))),
        _ => None,
    }
}

/// A whole number from `least` up to `most`.
pub(super) fn whole(
    word: &Word,
    least: u32,
    most: u32,
    source: usize,
    report: &mut Vec<Diagnostic>,
) -> Option<u32> {
    let plain = word.value.bytes().all(|byte| byte.is_ascii_digit()) && !word.value.starts_with("00");
    let number = word.value.parse().ok().filter(|number| plain && (least..=most).contains(number));
    if number.is_none() {
        let message = format!("`{}` is not a whole number from {least} to {most}", word.value);
        report.push(Diagnostic::error(rules::BAD_NUMBER, message).label(source, word.span, "out of range"));
    }
    number
}
